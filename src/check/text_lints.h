// Lints of text templates: what renders but reads like a mistake.
#ifndef GALLEY_CHECK_TEXT_LINTS_H_
#define GALLEY_CHECK_TEXT_LINTS_H_

#include <vector>

#include "base/progress.h"
#include "check/links.h"
#include "discover/catalog.h"
#include "galley/diagnostic.h"
#include "workspace/invocation.h"

namespace galley::check {

// Adds text-runs-together, unused-macro, unknown-block and variant-spelling for the
// templates that were `read`, each finding once.
void LintTexts(const Catalog& catalog, const std::vector<LinkedTemplate>& read,
               const workspace::Invocation& call, std::vector<Diagnostic>* findings,
               ProgressCount* done);

}  // namespace galley::check

#endif  // GALLEY_CHECK_TEXT_LINTS_H_
