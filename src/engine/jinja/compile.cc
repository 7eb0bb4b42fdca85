#include "engine/jinja/compile.h"

#include "base/try.h"
#include "engine/jinja/lower.h"
#include "engine/jinja/parser.h"

namespace galley::jinja {

Result<Unit> Compile(const Source& source, const SyntaxOptions& options, bool autoescape,
                     const Limits& limits) {
  Tree tree = TRY(Parse(source, options, limits));
  return Lower(std::move(tree), source, autoescape, limits);
}

}  // namespace galley::jinja
