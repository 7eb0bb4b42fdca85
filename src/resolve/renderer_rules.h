// `rendererRules` of a section template: which sections are printed, in which order, and
// what stands between them.
#ifndef GALLEY_RESOLVE_RENDERER_RULES_H_
#define GALLEY_RESOLVE_RENDERER_RULES_H_

#include "resolve/findings.h"
#include "resolve/flat.h"

namespace galley {

// Sets what `flat` prints, as its merged rules say.  A rule that is unknown, of the wrong
// type or about a section that is not there is a finding.
void ApplyRendererRules(FlatTemplate* flat, Findings* findings);

}  // namespace galley

#endif  // GALLEY_RESOLVE_RENDERER_RULES_H_
