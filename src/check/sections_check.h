// Section templates among the findings of a check.
#ifndef GALLEY_CHECK_SECTIONS_CHECK_H_
#define GALLEY_CHECK_SECTIONS_CHECK_H_

#include <vector>

#include "base/progress.h"
#include "check/links.h"
#include "discover/catalog.h"
#include "galley/diagnostic.h"
#include "galley/limits.h"

namespace galley::check {

// Resolves the section templates among `read`, those that could be read, and adds what
// is wrong or odd about each; what they share is told once.
void CheckSections(const Catalog& catalog, const std::vector<LinkedTemplate>& read,
                   const Limits& limits, std::vector<Diagnostic>* findings, ProgressCount* done);

}  // namespace galley::check

#endif  // GALLEY_CHECK_SECTIONS_CHECK_H_
