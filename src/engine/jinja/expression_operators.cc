// Operators, and which operands they bind.
#include "engine/jinja/expression_parser.h"

namespace galley::jinja {

ExpressionParser::Infix ExpressionParser::SymbolInfix(TokenKind kind) noexcept {
  switch (kind) {
    case TokenKind::kAdd:
      return {Level::kSum, Op::kAdd, 1};
    case TokenKind::kSub:
      return {Level::kSum, Op::kSub, 1};
    case TokenKind::kTilde:
      return {Level::kConcat, Op::kNone, 1};
    case TokenKind::kMul:
      return {Level::kProduct, Op::kMul, 1};
    case TokenKind::kDiv:
      return {Level::kProduct, Op::kDiv, 1};
    case TokenKind::kFloorDiv:
      return {Level::kProduct, Op::kFloorDiv, 1};
    case TokenKind::kMod:
      return {Level::kProduct, Op::kMod, 1};
    case TokenKind::kPow:
      return {Level::kPower, Op::kPow, 1};
    case TokenKind::kEqual:
      return {Level::kCompare, Op::kEqual, 1};
    case TokenKind::kNotEqual:
      return {Level::kCompare, Op::kNotEqual, 1};
    case TokenKind::kLess:
      return {Level::kCompare, Op::kLess, 1};
    case TokenKind::kLessEqual:
      return {Level::kCompare, Op::kLessEqual, 1};
    case TokenKind::kGreater:
      return {Level::kCompare, Op::kGreater, 1};
    case TokenKind::kGreaterEqual:
      return {Level::kCompare, Op::kGreaterEqual, 1};
    default:
      return {};
  }
}

ExpressionParser::Infix ExpressionParser::InfixHere() const noexcept {
  switch (cursor_.keyword()) {
    case Keyword::kAnd:
      return {Level::kAnd, Op::kNone, 1};
    case Keyword::kOr:
      return {Level::kOr, Op::kNone, 1};
    case Keyword::kIn:
      return {Level::kCompare, Op::kIn, 1};
    case Keyword::kNot:
      if (cursor_.following().keyword != Keyword::kIn) return {};
      return {Level::kCompare, Op::kNotIn, 2};
    case Keyword::kIf:
    case Keyword::kElse:
      return {Level::kCondition, Op::kNone, 1};
    default:
      return SymbolInfix(cursor_.kind());
  }
}

ExpressionParser::Step ExpressionParser::ReadOperator() {
  const Infix infix = InfixHere();
  if (infix.level == Level::kCondition) return ReadCondition(infix);

  Span span = cursor_.Take().span();
  if (infix.words == 2) span.end = cursor_.Take().span().end;
  const bool list = infix.level == Level::kOr || infix.level == Level::kAnd ||
                    infix.level == Level::kCompare || infix.level == Level::kConcat;
  if (!list) {
    // Of operators of one level the left one binds first, also of powers.
    ReduceTo(infix.level);
    return Push({.level = infix.level, .op = infix.op, .span = span});
  }
  ReduceTo(static_cast<Level>(static_cast<uint8_t>(infix.level) + 1));
  if (!HasPending(infix.level)) {
    return Push({.level = infix.level, .op = infix.op, .span = span});
  }
  Pending& chain = operators_.back();
  if (infix.level == Level::kCompare) {
    WrapComparedOperand(chain);
    chain.op = infix.op;
    chain.span = span;
  }
  ++chain.more;
  return Link() ? Step::kOperand : Step::kFailed;
}

// `a if b else c`, where the last part may be absent.  Behind `else` another
// condition belongs to the last part; without one it takes the whole before it.
ExpressionParser::Step ExpressionParser::ReadCondition(const Infix& infix) {
  ReduceTo(Level::kOr);
  const bool waits_for_else = HasPending(Level::kCondition) && operators_.back().more == 0;
  const bool is_word = infix.words > 0;
  if (is_word && cursor_.keyword() == Keyword::kElse && waits_for_else) {
    cursor_.Take();
    operators_.back().more = 1;
    return Step::kOperand;
  }
  if (is_word && cursor_.keyword() == Keyword::kIf && frame().form != Form::kPlainTuple) {
    if (waits_for_else) ReduceTop();
    return Push({.level = Level::kCondition, .span = cursor_.Take().span()});
  }
  ReduceTo(Level::kCondition);
  return Step::kItemEnd;
}

ExpressionParser::Step ExpressionParser::Push(const Pending& pending) {
  operators_.push_back(pending);
  return Link() ? Step::kOperand : Step::kFailed;
}

bool ExpressionParser::HasPending(Level at_least) const noexcept {
  return operators_.size() > frame().operators && operators_.back().level >= at_least;
}

void ExpressionParser::ReduceTo(Level level) {
  while (HasPending(level)) ReduceTop();
}

// Makes a node of the last operator and its operands.
void ExpressionParser::ReduceTop() {
  const Pending pending = operators_.back();
  operators_.pop_back();
  switch (pending.level) {
    case Level::kCondition:
      return ReduceCondition(pending);
    case Level::kOr:
      return ReduceList(NodeKind::kOr, pending);
    case Level::kAnd:
      return ReduceList(NodeKind::kAnd, pending);
    case Level::kConcat:
      return ReduceList(NodeKind::kConcat, pending);
    case Level::kCompare:
      WrapComparedOperand(pending);
      return ReduceList(NodeKind::kCompare, pending);
    case Level::kNot:
    case Level::kSign:
      operands_.back() = tree_.Add({.kind = NodeKind::kUnary,
                                    .op = pending.op,
                                    .a = operands_.back(),
                                    .span = pending.span});
      return;
    case Level::kTestArgument:
      return ReduceTest(pending);
    case Level::kSum:
    case Level::kProduct:
    case Level::kPower:
      return ReduceBinary(pending);
  }
}

void ExpressionParser::ReduceTest(const Pending& pending) {
  const NodeId value = PopOperand();
  const NodeId argument = tree_.Add(
      {.kind = NodeKind::kArgument, .op = Op::kPositional, .a = value, .span = tree_[value].span});
  operands_.back() = AddTest(operands_.back(), pending, tree_.AddList({&argument, 1}));
}

void ExpressionParser::ReduceBinary(const Pending& pending) {
  const NodeId right = PopOperand();
  operands_.back() = tree_.Add({.kind = NodeKind::kBinary,
                                .op = pending.op,
                                .a = operands_.back(),
                                .b = right,
                                .span = pending.span});
}

void ExpressionParser::ReduceCondition(const Pending& pending) {
  const NodeId otherwise = pending.more > 0 ? PopOperand() : NodeId::kNone;
  const NodeId test = PopOperand();
  operands_.back() = tree_.Add({.kind = NodeKind::kCondition,
                                .a = operands_.back(),
                                .b = test,
                                .c = otherwise,
                                .span = pending.span});
}

void ExpressionParser::ReduceList(NodeKind kind, const Pending& pending) {
  const ListId list = tree_.TakeList(&operands_, operands_.size() - pending.more - 2);
  operands_.push_back(tree_.Add({.kind = kind, .list = list, .span = pending.span}));
}

void ExpressionParser::WrapComparedOperand(const Pending& pending) {
  operands_.back() = tree_.Add(
      {.kind = NodeKind::kOperand, .op = pending.op, .a = operands_.back(), .span = pending.span});
}

}  // namespace galley::jinja
