// Parser, whitespace control, lowering, one after the other; each gets the tree of the one
// before.
#include "engine/handlebars/compile.h"

#include <utility>

#include "base/try.h"
#include "engine/handlebars/lower.h"
#include "engine/handlebars/parser.h"
#include "engine/handlebars/whitespace.h"

namespace galley::handlebars {

Result<Unit> Compile(const Source& source, const CompileOptions& options, const Limits& limits) {
  Tree tree = TRY(Parse(source, limits));
  ControlWhitespace(source.text(), options.ignore_standalone, &tree);
  return Lower(std::move(tree), source, options, limits);
}

}  // namespace galley::handlebars
