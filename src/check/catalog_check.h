// What is wrong with templates, without rendering any.
#ifndef GALLEY_CHECK_CATALOG_CHECK_H_
#define GALLEY_CHECK_CATALOG_CHECK_H_

#include <cstddef>
#include <vector>

#include "base/progress.h"
#include "discover/catalog.h"
#include "galley/diagnostic.h"
#include "workspace/invocation.h"

namespace galley::check {

// The findings about `entries` and all that they lead to; `*checked` is how many
// templates that were, each of which `done` expects and is told of.
std::vector<Diagnostic> CheckEntries(const Catalog& catalog,
                                     const std::vector<const Entry*>& entries,
                                     const workspace::Invocation& call, ProgressCount* done,
                                     size_t* checked);

}  // namespace galley::check

#endif  // GALLEY_CHECK_CATALOG_CHECK_H_
