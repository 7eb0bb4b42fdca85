// Resolving a section template: from a reference to the flat template, phases 0 to
// 6 of the algorithm.
#ifndef GALLEY_RESOLVE_INHERIT_H_
#define GALLEY_RESOLVE_INHERIT_H_

#include <string_view>
#include <vector>

#include "galley/diagnostic.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "load/template_loader.h"
#include "resolve/flat.h"

namespace galley {

// Resolves what `reference` means.  In strict mode every declaration of a placeholder
// has a type and none has a default.  Lints are added to `warnings`.  Fails with the
// codes that codes.def lists for section templates, those of TemplateLoader, or a
// limit; nothing is exposed then.
Result<FlatTemplate> ResolveSections(const TemplateLoader& loader, std::string_view reference,
                                     bool strict, const Limits& limits,
                                     std::vector<Diagnostic>* warnings);
// The same for the template at `place`.
Result<FlatTemplate> ResolveSectionsAt(const TemplateLoader& loader, TemplatePlace place,
                                       bool strict, const Limits& limits,
                                       std::vector<Diagnostic>* warnings);

}  // namespace galley

#endif  // GALLEY_RESOLVE_INHERIT_H_
