// What a Jinja template needs and offers, without rendering it.
#ifndef GALLEY_ENGINE_JINJA_INSPECT_H_
#define GALLEY_ENGINE_JINJA_INSPECT_H_

#include <optional>
#include <string>
#include <vector>

#include "diag/source.h"
#include "engine/code/reference.h"
#include "engine/jinja/options.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley::jinja {

// A place that reads a variable.
struct VariableUse {
  std::string name;
  Span span;
  bool may_be_missing = false;  // `x|default(1)`, or where `x is defined`
};

// Each name once, in the order of the text.
struct Inspection {
  std::vector<std::string> variables;  // looked up in the context, builtins left out
  std::vector<std::string> extends;    // parents, as far as their names are literals
  std::vector<std::string> includes;
  std::vector<std::string> imports;
  std::vector<std::string> blocks;
  std::vector<std::string> macros;
  bool is_dynamic = false;            // names of other templates are computed as well
  std::vector<Reference> references;  // each literal name of a template, where it stands
  std::vector<VariableUse> uses;      // of the variables, in the order of the text
};

Result<Inspection> Inspect(const Source& source, const SyntaxOptions& options,
                           const Limits& limits);

// The references alone, which a template has even where it does not compile, as long
// as it can be parsed.
Result<std::vector<Reference>> FindReferences(const Source& source, const SyntaxOptions& options,
                                              const Limits& limits);

}  // namespace galley::jinja

#endif  // GALLEY_ENGINE_JINJA_INSPECT_H_
