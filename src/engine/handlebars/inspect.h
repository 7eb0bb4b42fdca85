// What a Handlebars template needs and offers, without rendering it.
#ifndef GALLEY_ENGINE_HANDLEBARS_INSPECT_H_
#define GALLEY_ENGINE_HANDLEBARS_INSPECT_H_

#include <string>
#include <vector>

#include "diag/source.h"
#include "engine/code/reference.h"
#include "engine/handlebars/options.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley::handlebars {

// Each name once, in the order of the text.
struct Inspection {
  // Fields of the data: what is looked up where no block has changed the context, and
  // what is reached from inside one by `..` or `@root`.
  std::vector<std::string> variables;
  std::vector<std::string> partials;  // as far as their names are written
  std::vector<std::string> inlines;   // partials that the template defines
  std::vector<std::string> helpers;   // called with arguments; not `if` and the like
  bool is_dynamic = false;            // names of partials are computed as well
  std::vector<Reference> references;  // each partial that is named, where it stands
};

Result<Inspection> Inspect(const Source& source, const CompileOptions& options,
                           const Limits& limits);

// The references and inlines alone, as far as a template can be split into tokens: also
// where it cannot be parsed.
Inspection FindReferences(const Source& source, const Limits& limits);

}  // namespace galley::handlebars

#endif  // GALLEY_ENGINE_HANDLEBARS_INSPECT_H_
