// Operands: names, literals, and what may follow them before an operator does.
#include <string>

#include "diag/report.h"
#include "engine/jinja/expression_parser.h"
#include "engine/jinja/string_literal.h"
#include "value/convert.h"

namespace galley::jinja {

ExpressionParser::Step ExpressionParser::ReadOperand() {
  const Token& token = cursor_.current();
  // Behind an operator that binds tighter, `not` is a name like any other.
  if (token.keyword == Keyword::kNot && !HasPending(Level::kCompare)) {
    return Push({.level = Level::kNot, .op = Op::kNot, .span = cursor_.Take().span()});
  }
  if (token.kind == TokenKind::kSub || token.kind == TokenKind::kAdd) {
    const Op op = token.kind == TokenKind::kSub ? Op::kNegate : Op::kPlus;
    return Push({.level = Level::kSign, .op = op, .span = cursor_.Take().span()});
  }
  return ReadPrimary();
}

ExpressionParser::Step ExpressionParser::ReadPrimary() {
  const uint32_t begin = cursor_.current().offset;
  switch (cursor_.kind()) {
    case TokenKind::kName:
      return ReadName();
    case TokenKind::kString:
      return ReadString();
    case TokenKind::kInteger:
      return ReadInteger();
    case TokenKind::kFloat:
      return ReadFloat();
    case TokenKind::kOpenParen:
      cursor_.Take();
      return Open({.kind = FrameKind::kParens, .begin = begin});
    case TokenKind::kOpenBracket:
      cursor_.Take();
      return Open({.kind = FrameKind::kList, .begin = begin});
    case TokenKind::kOpenBrace:
      cursor_.Take();
      return Open({.kind = FrameKind::kDict, .begin = begin});
    default:
      cursor_.FailExpected("an expression");
      return Step::kFailed;
  }
}

ExpressionParser::Step ExpressionParser::ReadName() {
  const Token& token = cursor_.Take();
  switch (token.keyword) {
    case Keyword::kTrue:
      return PushOperand(tree_.AddConstant(Value::Bool(true), token.span()));
    case Keyword::kFalse:
      return PushOperand(tree_.AddConstant(Value::Bool(false), token.span()));
    case Keyword::kNull:
      return PushOperand(tree_.AddConstant(Value::None(), token.span()));
    default:
      return PushOperand(tree_.AddName(token));
  }
}

// Strings that follow each other are one.
ExpressionParser::Step ExpressionParser::ReadString() {
  const Token& first = cursor_.Take();
  const std::string_view inside = tree_.Own(first).substr(1, first.size - 2);
  const bool as_written = inside.find('\\') == inside.npos && !tree_.NeedsNewlines(inside);
  if (as_written && cursor_.kind() != TokenKind::kString) {
    return PushOperand(tree_.AddConstant(Value::String(inside), first.span()));
  }
  unescaped_.clear();
  if (!AppendString(first)) return Step::kFailed;
  while (cursor_.kind() == TokenKind::kString) {
    if (!AppendString(cursor_.Take())) return Step::kFailed;
  }
  return PushOperand(tree_.AddString(unescaped_, {first.offset, cursor_.last_end()}));
}

bool ExpressionParser::AppendString(const Token& token) {
  const std::string_view inside = tree_.Own(token).substr(1, token.size - 2);
  EscapeProblem problem;
  if (AppendUnescaped(inside, tree_.newline(), &unescaped_, &problem)) return true;
  const auto begin = static_cast<uint32_t>(token.offset + 1 + problem.offset);
  return cursor_.FailAt({begin, static_cast<uint32_t>(begin + problem.size)},
                        std::string(problem.message));
}

ExpressionParser::Step ExpressionParser::ReadInteger() {
  const Token& token = cursor_.Take();
  const std::string_view text = tree_.Own(token);
  int64_t number = 0;
  if (ParseInt(text, 0, &number) == NumberResult::kOk) {
    return PushOperand(tree_.AddConstant(Value::Int(number), token.span()));
  }
  // The smallest integer is the negative of one that does not fit.
  const TokenKind next = cursor_.kind();
  const bool alone =
      next != TokenKind::kDot && next != TokenKind::kOpenBracket && next != TokenKind::kOpenParen;
  const bool negative = alone && HasPending(Level::kSign) && operators_.back().op == Op::kNegate;
  std::string with_sign = "-";
  with_sign += text;
  if (negative && ParseInt(with_sign, 0, &number) == NumberResult::kOk) {
    const uint32_t begin = operators_.back().span.begin;
    operators_.pop_back();
    return PushOperand(tree_.AddConstant(Value::Int(number), {begin, token.span().end}));
  }
  return FailIntegerRange(token);
}

ExpressionParser::Step ExpressionParser::FailIntegerRange(const Token& token) {
  cursor_.Fail(Code::kNumberRange, token.span(), "the integer does not fit into 64 bits");
  return Step::kFailed;
}

ExpressionParser::Step ExpressionParser::ReadFloat() {
  const Token& token = cursor_.Take();
  double number = 0;
  ParseDouble(tree_.Own(token), &number);  // infinity where it is too large
  return PushOperand(tree_.AddConstant(Value::Double(number), token.span()));
}

ExpressionParser::Step ExpressionParser::ReadPostfix() {
  if (frame().form == Form::kPrimary) return Step::kItemEnd;
  const uint32_t begin = cursor_.current().offset;
  switch (cursor_.kind()) {
    case TokenKind::kDot:
      return ReadAttribute();
    case TokenKind::kOpenBracket:
      cursor_.Take();
      if (!Link()) return Step::kFailed;
      return HasPlainIndex() ? ReadPlainIndex(begin)
                             : Open({.kind = FrameKind::kSubscript, .begin = begin});
    case TokenKind::kOpenParen:
      cursor_.Take();
      return Link() ? Open({.kind = FrameKind::kArguments, .begin = begin}) : Step::kFailed;
    default:
      // A sign binds looser than these, but tighter than a filter.
      ReduceTo(Level::kSign);
      return Step::kFilter;
  }
}

// True behind the bracket of `[name]`, `['text']` and `[1]`, which need no frame where
// there may be one.
bool ExpressionParser::HasPlainIndex() const noexcept {
  constexpr uint32_t kShortInteger = 16;  // surely fits into 64 bits
  if (cursor_.following().kind != TokenKind::kCloseBracket) return false;
  const Token& index = cursor_.current();
  const bool plain = (index.kind == TokenKind::kName && index.keyword == Keyword::kNone) ||
                     index.kind == TokenKind::kString ||
                     (index.kind == TokenKind::kInteger && index.size <= kShortInteger);
  return plain && depth_ + frames_.size() <= limits_.nesting;
}

// `begin` is where the bracket is.
ExpressionParser::Step ExpressionParser::ReadPlainIndex(uint32_t begin) {
  const NodeId object = operands_.back();
  if (ReadPrimary() == Step::kFailed) return Step::kFailed;
  cursor_.Take();
  const NodeId index = PopOperand();
  operands_.back() = tree_.Add(
      {.kind = NodeKind::kItem, .a = object, .b = index, .span = {begin, cursor_.last_end()}});
  return Step::kPostfix;
}

ExpressionParser::Step ExpressionParser::ReadAttribute() {
  cursor_.Take();
  if (!Link()) return Step::kFailed;
  const Token& token = cursor_.current();
  if (token.kind == TokenKind::kName) {
    operands_.back() = AddAttribute(operands_.back());
    return Step::kPostfix;
  }
  if (token.kind != TokenKind::kInteger) {
    cursor_.FailExpected("a name or an integer behind `.`");
    return Step::kFailed;
  }
  int64_t number = 0;
  if (ParseInt(tree_.Own(cursor_.Take()), 0, &number) != NumberResult::kOk) {
    return FailIntegerRange(token);
  }
  const NodeId index = tree_.AddConstant(Value::Int(number), token.span());
  operands_.back() =
      tree_.Add({.kind = NodeKind::kItem, .a = operands_.back(), .b = index, .span = token.span()});
  return Step::kPostfix;
}

ExpressionParser::Step ExpressionParser::ReadFilterOrTest() {
  const bool only_filters = frame().form == Form::kFilters;
  const uint32_t begin = cursor_.current().offset;
  if (cursor_.TakeIf(TokenKind::kPipe)) return ReadFilter();
  if (only_filters) return Step::kItemEnd;
  if (cursor_.TakeIf(Keyword::kIs)) return ReadTest();
  if (!cursor_.TakeIf(TokenKind::kOpenParen)) return Step::kOperator;
  if (!Link()) return Step::kFailed;
  return Open({.kind = FrameKind::kArguments, .begin = begin, .resume = Step::kFilter});
}

ExpressionParser::Step ExpressionParser::ReadFilter() {
  NameId name;
  Span span;
  if (!Link() || !ReadDottedName(&name, &span)) return Step::kFailed;
  const uint32_t begin = cursor_.current().offset;
  if (cursor_.TakeIf(TokenKind::kOpenParen)) {
    return Open({.kind = FrameKind::kArguments,
                 .begin = begin,
                 .callee = Callee::kFilter,
                 .resume = Step::kFilter,
                 .name = name,
                 .name_span = span});
  }
  operands_.back() =
      tree_.Add({.kind = NodeKind::kFilter, .name = name, .a = operands_.back(), .span = span});
  return Step::kFilter;
}

ExpressionParser::Step ExpressionParser::ReadTest() {
  Pending test{.level = Level::kTestArgument};
  test.negated = cursor_.TakeIf(Keyword::kNot);
  if (!Link() || !ReadDottedName(&test.name, &test.span)) return Step::kFailed;
  const uint32_t begin = cursor_.current().offset;
  if (cursor_.TakeIf(TokenKind::kOpenParen)) {
    return Open({.kind = FrameKind::kArguments,
                 .begin = begin,
                 .callee = Callee::kTest,
                 .negated = test.negated,
                 .resume = Step::kFilter,
                 .name = test.name,
                 .name_span = test.span});
  }
  if (cursor_.keyword() == Keyword::kIs) {
    cursor_.FailAt(cursor_.current().span(), "a test cannot follow another one",
                   "put the first test in parentheses, or join them with `and`");
    return Step::kFailed;
  }
  if (StartsTestArgument()) {
    operators_.push_back(test);
    return ReadPrimary();
  }
  operands_.back() = AddTest(operands_.back(), test, {});
  return Step::kFilter;
}

// Whether what follows the name of a test is its argument.  A keyword other than
// these three is: Jinja2 reads `x is defined if y` as the test of a variable `if`.
bool ExpressionParser::StartsTestArgument() const noexcept {
  switch (cursor_.kind()) {
    case TokenKind::kName:
      return cursor_.keyword() != Keyword::kElse && cursor_.keyword() != Keyword::kOr &&
             cursor_.keyword() != Keyword::kAnd;
    case TokenKind::kString:
    case TokenKind::kInteger:
    case TokenKind::kFloat:
    case TokenKind::kOpenBracket:
    case TokenKind::kOpenBrace:
      return true;
    default:
      return false;
  }
}

// The name of a filter or test, which may have dots in it.
bool ExpressionParser::ReadDottedName(NameId* name, Span* span) {
  const Token& first = cursor_.current();
  if (!cursor_.Expect(TokenKind::kName)) return false;
  *span = first.span();
  if (cursor_.kind() != TokenKind::kDot) {
    *name = tree_.Intern(first);
    return true;
  }
  std::string dotted(tree_.Own(first));
  while (cursor_.TakeIf(TokenKind::kDot)) {
    const Token& part = cursor_.current();
    if (!cursor_.Expect(TokenKind::kName)) return false;
    dotted += '.';
    dotted += tree_.Own(part);
  }
  *name = tree_.InternCopy(dotted);
  span->end = cursor_.last_end();
  return true;
}

NodeId ExpressionParser::AddTest(NodeId operand, const Pending& test, ListId arguments) {
  const NodeId node = tree_.Add({.kind = NodeKind::kTest,
                                 .name = test.name,
                                 .a = operand,
                                 .list = arguments,
                                 .span = test.span});
  if (!test.negated) return node;
  return tree_.Add({.kind = NodeKind::kUnary, .op = Op::kNot, .a = node, .span = test.span});
}

}  // namespace galley::jinja
