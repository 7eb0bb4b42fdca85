// Reads the tokens twice: once to see that the template is a leaf, once to emit.  Registers,
// constants and sites of names have the same numbers.
#include "engine/jinja/leaf.h"

#include <cstddef>
#include <span>
#include <string_view>

#include "engine/jinja/ast.h"
#include "engine/library/builtin.h"
#include "value/map.h"

namespace galley::jinja {
namespace {

// So few names can be compared one by one.
constexpr size_t kMostTokens = 64;

// How many tokens the field at the start of `tokens` takes, or 0: `{{ a }}` has
// three, `{{ a.b }}` five.
size_t FieldSize(std::span<const Token> tokens, std::string_view text) noexcept {
  const auto is = [&](size_t at, TokenKind kind) {
    return at < tokens.size() && tokens[at].kind == kind;
  };
  if (!is(0, TokenKind::kVariableBegin) || !is(1, TokenKind::kName)) return 0;
  if (tokens[1].keyword != Keyword::kNone || SpecialNameOf(tokens[1].text(text)) != 0) return 0;
  if (is(2, TokenKind::kVariableEnd)) return 3;
  const bool attribute =
      is(2, TokenKind::kDot) && is(3, TokenKind::kName) && is(4, TokenKind::kVariableEnd);
  return attribute ? 5 : 0;
}

bool IsLeaf(std::span<const Token> tokens, std::string_view text) noexcept {
  if (tokens.size() > kMostTokens) return false;
  for (size_t at = 0; tokens[at].kind != TokenKind::kEnd;) {
    const size_t size =
        tokens[at].kind == TokenKind::kText ? 1 : FieldSize(tokens.subspan(at), text);
    if (size == 0) return false;
    at += size;
  }
  return true;
}

class LeafLowering {
 public:
  LeafLowering(std::span<const Token> tokens, CodeBuilder* code) : tokens_(tokens), code_(*code) {}

  void Run() {
    code_.BeginRoutine(RoutineKind::kTemplate, code_.unit().name, {});
    ResolveNames();
    for (size_t at = 0; tokens_[at].kind != TokenKind::kEnd;) at += LowerPart(at);
    code_.EndRoutine();
  }

 private:
  // The register of a name is the number of its constant and its site: names come
  // first.
  void ResolveNames() {
    for (size_t at = 0; tokens_[at].kind != TokenKind::kEnd; ++at) {
      if (tokens_[at].kind != TokenKind::kVariableBegin) continue;
      const std::string_view name = TextOf(tokens_[at + 1]);
      if (RegisterOf(name) < names_) continue;
      names_ = static_cast<uint16_t>(code_.NewVariable() + 1);
      code_.EmitAtStart({Opcode::kResolve, 0, static_cast<uint16_t>(names_ - 1), AddSite(name), 0});
    }
  }

  // The register of `name`, or names_.
  uint16_t RegisterOf(std::string_view name) const {
    uint16_t at = 0;
    while (at < names_ && code_.unit().constants[at].as_string() != name) ++at;
    return at;
  }

  // Lowers the field at `at`, with the text before it, or text at the end; returns
  // how many tokens that took.
  size_t LowerPart(size_t at) {
    const bool has_text = tokens_[at].kind == TokenKind::kText;
    const uint16_t text = has_text ? AddConstant(TextOf(tokens_[at])) : uint16_t{0};
    if (has_text && tokens_[at + 1].kind != TokenKind::kVariableBegin) {
      code_.set_position(tokens_[at].span());
      EmitText(text);
      return 1;
    }
    return has_text + LowerField(at + has_text, has_text, text);
  }

  size_t LowerField(size_t at, bool has_text, uint16_t text) {
    const Token& name = tokens_[at + 1];
    const uint16_t variable = RegisterOf(TextOf(name));
    if (tokens_[at + 2].kind == TokenKind::kVariableEnd) {
      code_.set_position(name.span());
      code_.Emit(has_text ? Opcode::kTextEmit : Opcode::kEmit, variable, text);
      return 3;
    }
    const Token& attribute = tokens_[at + 3];
    code_.set_position(attribute.span());
    code_.Emit(has_text ? Opcode::kTextEmitAttribute : Opcode::kEmitAttribute, variable, text,
               AddSite(TextOf(attribute)));
    return 5;
  }

  void EmitText(uint16_t constant) {
    const std::string_view text = code_.unit().constants[constant].as_string();
    if (text.size() == 1) {
      code_.EmitD(Opcode::kTextByte, 0, constant, static_cast<uint8_t>(text.front()));
    } else {
      code_.EmitD(Opcode::kText, 0, constant);
    }
  }

  uint16_t AddConstant(std::string_view text) {
    return static_cast<uint16_t>(code_.AddConstant(Value::String(text)));
  }

  uint16_t AddSite(std::string_view name) {
    return static_cast<uint16_t>(
        code_.AddSite({AddConstant(name), HashKey(name), FindMethod(Kind::kMap, name) != nullptr}));
  }

  std::string_view TextOf(const Token& token) const { return token.text(code_.unit().text); }

  std::span<const Token> tokens_;
  CodeBuilder& code_;
  uint16_t names_ = 0;
};

}  // namespace

bool LowerLeaf(const TokenList& tokens, const Source& source, const SyntaxOptions& options,
               CodeBuilder* code) {
  const std::string_view text = source.text();
  if (tokens.error || !IsLeaf(tokens.tokens, text)) return false;
  // Line breaks that are written otherwise are for the parser.
  if (options.newline_sequence != "\n" || text.find('\r') != text.npos) return false;
  code->Begin(source, tokens.tokens.size() * 24 + 256);
  LeafLowering(tokens.tokens, code).Run();
  return true;
}

}  // namespace galley::jinja
