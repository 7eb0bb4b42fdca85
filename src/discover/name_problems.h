// Why a name leads to no template: the diagnostics of Catalog::Find.
#ifndef GALLEY_DISCOVER_NAME_PROBLEMS_H_
#define GALLEY_DISCOVER_NAME_PROBLEMS_H_

#include <string_view>

#include "discover/catalog.h"
#include "galley/diagnostic.h"

namespace galley {

// `fault` as FindNameFault gave it.
Diagnostic InvalidName(std::string_view name, std::string_view fault);
// The two that take a catalog tell more: where was searched and a name that is near,
// the candidates and names that tell them apart.
Diagnostic UnknownName(std::string_view name);
Diagnostic UnknownName(std::string_view name, const Catalog& catalog);
Diagnostic AmbiguousName(std::string_view name, Tier tier);
Diagnostic AmbiguousName(std::string_view name, Tier tier, const Catalog& catalog);

// Why no name leads to `entry`.
std::string WhyUnreachable(const Entry& entry, const Catalog& catalog);

}  // namespace galley

#endif  // GALLEY_DISCOVER_NAME_PROBLEMS_H_
