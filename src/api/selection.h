// Which templates of a catalog a call is about.
#ifndef GALLEY_API_SELECTION_H_
#define GALLEY_API_SELECTION_H_

#include <vector>

#include "api/params.h"
#include "discover/catalog.h"
#include "galley/result.h"

namespace galley {

// Those of the parameter `names`, in its order and each once; without it, all.
// Fails as Catalog::Find does.
Result<std::vector<const Entry*>> SelectEntries(const Catalog& catalog, const Params& params);

}  // namespace galley

#endif  // GALLEY_API_SELECTION_H_
