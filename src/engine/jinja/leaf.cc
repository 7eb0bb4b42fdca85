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
  LeafLowering(std::span<const Token> tokens, const Source& source, UnitDraft* draft)
      : tokens_(tokens), unit_(*draft) {
    unit_.Clear();
    unit_.heap = Heap(Limits::Ceiling());
    unit_.heap.Reserve(source.text().size() + source.name().size() + tokens.size() * 24 + 256);
    unit_.text = unit_.heap.NewString(source.text()).as_string();
    unit_.name = unit_.heap.NewString(source.name()).as_string();
  }

  void Run() {
    ResolveNames();
    for (size_t at = 0; tokens_[at].kind != TokenKind::kEnd;) at += LowerPart(at);
    Emit(Opcode::kReturn, {}, unit_.positions.empty() ? Span{} : unit_.positions.back());
    Routine& body = unit_.routines.emplace_back();
    body.name = unit_.name;
    body.end = static_cast<uint32_t>(unit_.instructions.size());
    body.registers = names_;
  }

 private:
  // The register of a name is the number of its constant and its site: names come
  // first.
  void ResolveNames() {
    for (size_t at = 0; tokens_[at].kind != TokenKind::kEnd; ++at) {
      if (tokens_[at].kind != TokenKind::kVariableBegin) continue;
      const std::string_view name = TextOf(tokens_[at + 1]);
      if (RegisterOf(name) < names_) continue;
      Emit(Opcode::kResolve, {.a = names_, .b = AddSite(name)}, {});
      ++names_;
    }
  }

  // The register of `name`, or names_.
  uint16_t RegisterOf(std::string_view name) const {
    uint16_t at = 0;
    while (at < names_ && unit_.constants[at].as_string() != name) ++at;
    return at;
  }

  // Lowers the field at `at`, with the text before it, or text at the end; returns
  // how many tokens that took.
  size_t LowerPart(size_t at) {
    const bool has_text = tokens_[at].kind == TokenKind::kText;
    const uint16_t text = has_text ? AddConstant(TextOf(tokens_[at])) : uint16_t{0};
    if (has_text && tokens_[at + 1].kind != TokenKind::kVariableBegin) {
      EmitText(text, tokens_[at].span());
      return 1;
    }
    return has_text + LowerField(at + has_text, has_text, text);
  }

  size_t LowerField(size_t at, bool has_text, uint16_t text) {
    const Token& name = tokens_[at + 1];
    const uint16_t variable = RegisterOf(TextOf(name));
    if (tokens_[at + 2].kind == TokenKind::kVariableEnd) {
      Emit(has_text ? Opcode::kTextEmit : Opcode::kEmit, {.a = variable, .b = text}, name.span());
      return 3;
    }
    const Token& attribute = tokens_[at + 3];
    Emit(has_text ? Opcode::kTextEmitAttribute : Opcode::kEmitAttribute,
         {.a = variable, .b = text, .c = AddSite(TextOf(attribute))}, attribute.span());
    return 5;
  }

  struct Operands {
    uint16_t a = 0;
    uint16_t b = 0;
    uint16_t c = 0;
  };
  void Emit(Opcode op, Operands operands, Span position) {
    unit_.instructions.push_back({op, 0, operands.a, operands.b, operands.c});
    unit_.positions.push_back(position);
  }

  void EmitText(uint16_t constant, Span position) {
    Emit(Opcode::kText, {.b = constant}, position);
    const std::string_view text = unit_.constants[constant].as_string();
    if (text.size() != 1) return;
    unit_.instructions.back().op = Opcode::kTextByte;
    unit_.instructions.back().x = static_cast<uint8_t>(text.front());
  }

  uint16_t AddConstant(std::string_view text) {
    unit_.constants.push_back(Value::String(text));
    return static_cast<uint16_t>(unit_.constants.size() - 1);
  }

  uint16_t AddSite(std::string_view name) {
    unit_.attributes.push_back(
        {AddConstant(name), HashKey(name), FindMethod(Kind::kMap, name) != nullptr});
    return static_cast<uint16_t>(unit_.attributes.size() - 1);
  }

  std::string_view TextOf(const Token& token) const { return token.text(unit_.text); }

  std::span<const Token> tokens_;
  UnitDraft& unit_;
  uint16_t names_ = 0;
};

}  // namespace

bool LowerLeaf(const TokenList& tokens, const Source& source, const SyntaxOptions& options,
               UnitDraft* draft) {
  const std::string_view text = source.text();
  if (tokens.error || !IsLeaf(tokens.tokens, text)) return false;
  // Line breaks that are written otherwise are for the parser.
  if (options.newline_sequence != "\n" || text.find('\r') != text.npos) return false;
  LeafLowering(tokens.tokens, source, draft).Run();
  return true;
}

}  // namespace galley::jinja
