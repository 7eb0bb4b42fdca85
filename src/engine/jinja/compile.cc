// The stages keep their memory from template to template.  A leaf takes the short way from
// tokens to code.
#include "engine/jinja/compile.h"

#include <utility>

#include "base/try.h"
#include "engine/jinja/leaf.h"
#include "engine/jinja/lower.h"
#include "engine/jinja/lowering.h"
#include "engine/jinja/parser.h"

namespace galley::jinja {

struct Compiler::Stages {
  Stages(SyntaxOptions&& chosen, bool escape, const Limits& allowed)
      : options(std::move(chosen)), limits(allowed), autoescape(escape) {}

  SyntaxOptions options;
  Limits limits;
  bool autoescape;
  Parser parser{options, limits};
  Lowering lowering{&parser.tree(), limits, options.host};
  CodeBuilder leaf{limits};
};

Compiler::Compiler(SyntaxOptions options, bool autoescape, const Limits& limits)
    : stages_(std::make_unique<Stages>(std::move(options), autoescape, limits)) {}
Compiler::~Compiler() = default;
Compiler::Compiler(Compiler&&) noexcept = default;
Compiler& Compiler::operator=(Compiler&&) noexcept = default;

Result<Unit> Compiler::Compile(const Source& source) {
  Stages& stages = *stages_;
  TRY(stages.parser.ReadTokens(source));
  const TokenList& tokens = stages.parser.tokens();
  const bool may_be_leaf = !stages.autoescape && !stages.options.mark_tags && !stages.options.i18n;
  if (may_be_leaf && LowerLeaf(tokens, source, stages.options, &stages.leaf)) {
    return stages.leaf.Finish();
  }
  TRY(stages.parser.ParseTokens(source));
  return stages.lowering.Run(source, stages.autoescape);
}

Result<Unit> Compile(const Source& source, const SyntaxOptions& options, bool autoescape,
                     const Limits& limits) {
  return Compiler(options, autoescape, limits).Compile(source);
}

}  // namespace galley::jinja
