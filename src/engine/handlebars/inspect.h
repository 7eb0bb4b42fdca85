// What a Handlebars template needs and offers, without rendering it.
#ifndef GALLEY_ENGINE_HANDLEBARS_INSPECT_H_
#define GALLEY_ENGINE_HANDLEBARS_INSPECT_H_

#include <string>
#include <vector>

#include "diag/source.h"
#include "engine/code/reference.h"
#include "engine/handlebars/options.h"
#include "galley/limits.h"
#include "galley/read_tree.h"
#include "galley/result.h"

namespace galley::handlebars {

// A place that reads a field of the data.
struct VariableUse {
  std::string name;
  Span span;
  bool from_root;       // by `@root`, so in a partial too, whatever its context
  bool may_be_missing;  // a block asks for it: `{{#if x}}`, or it stands inside of one
};

// A partial that is called.
struct PartialUse {
  std::string name;
  bool keeps_context;               // it sees the data as the template does
  std::vector<std::string> hidden;  // what the call puts over the data: `{{> p a=1}}`
};

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
  std::vector<VariableUse> uses;      // of the variables
  std::vector<PartialUse> partial_uses;
  // The fields of maps and the items of lists that are read, of the first so many.
  ReadTree reads;
  // The data as a whole is handed on, or what is read depends on who calls what: more may
  // be read than `variables` say.
  bool may_read_more = false;
};

Result<Inspection> Inspect(const Source& source, const CompileOptions& options,
                           const Limits& limits);

// The references and inlines alone, as far as a template can be split into tokens: also
// where it cannot be parsed.
Inspection FindReferences(const Source& source, const Limits& limits);

}  // namespace galley::handlebars

#endif  // GALLEY_ENGINE_HANDLEBARS_INSPECT_H_
