// Which templates of a catalog a call is about.
#ifndef GALLEY_WORKSPACE_SELECTION_H_
#define GALLEY_WORKSPACE_SELECTION_H_

#include <vector>

#include "discover/catalog.h"
#include "galley/result.h"
#include "workspace/params.h"

namespace galley::workspace {

// Those of the parameter `names`, in its order and each once; without it, all.
// Fails as Catalog::Find does.
Result<std::vector<const Entry*>> SelectEntries(const Catalog& catalog, const Params& params);

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_SELECTION_H_
