// Brackets: tuples, lists, dicts, subscripts and the arguments of calls.
#include <string>

#include "diag/report.h"
#include "engine/jinja/expression_parser.h"

namespace galley::jinja {

ExpressionParser::Step ExpressionParser::Open(Frame frame) {
  if (depth_ + frames_.size() > limits_.nesting) {
    cursor_.Fail(
        Code::kLimitDepth, {frame.begin, frame.begin + 1},
        "the template is nested deeper than " + std::to_string(limits_.nesting) + " levels");
    return Step::kFailed;
  }
  frame.operators = static_cast<uint32_t>(operators_.size());
  frame.operands = static_cast<uint32_t>(operands_.size());
  frames_.push_back(frame);
  return Step::kItem;
}

ExpressionParser::Step ExpressionParser::StartItem() {
  frame().links = 0;
  switch (frame().kind) {
    case FrameKind::kParens:
      return StartTupleItem();
    case FrameKind::kList:
      return StartListItem(TokenKind::kCloseBracket, NodeKind::kList);
    case FrameKind::kDict:
      return StartListItem(TokenKind::kCloseBrace, NodeKind::kDict);
    case FrameKind::kSubscript:
      return StartIndex();
    case FrameKind::kArguments:
      return StartArgument();
    case FrameKind::kRoot:
      break;
  }
  switch (frame().form) {
    case Form::kPrimary:
      return ReadPrimary();
    case Form::kFilters:
      operands_.push_back(NodeId::kNone);
      return ReadFilter();
    case Form::kExpression:
      return Step::kOperand;
    default:
      return StartTupleItem();
  }
}

ExpressionParser::Step ExpressionParser::StartTupleItem() {
  const TokenKind kind = cursor_.kind();
  const bool ends = kind == TokenKind::kVariableEnd || kind == TokenKind::kBlockEnd ||
                    kind == TokenKind::kCloseParen;
  if (!ends) return Step::kOperand;
  if (frame().comma || frame().kind == FrameKind::kParens) return CloseTuple();
  cursor_.FailExpected("an expression");
  return Step::kFailed;
}

ExpressionParser::Step ExpressionParser::StartListItem(TokenKind close, NodeKind kind) {
  return cursor_.TakeIf(close) ? CloseLiteral(kind) : Step::kOperand;
}

// An index is an expression, or up to three with colons between them: a slice.
ExpressionParser::Step ExpressionParser::StartIndex() {
  const TokenKind kind = cursor_.kind();
  const bool ends = kind == TokenKind::kCloseBracket || kind == TokenKind::kComma;
  const uint8_t part = frame().part;
  if (part == 0 && kind == TokenKind::kCloseBracket && item_count() == 0) {
    cursor_.Take();
    return CloseSubscript();
  }
  if (part < 2 && kind == TokenKind::kColon) {
    cursor_.Take();
    operands_.push_back(NodeId::kNone);
    ++frame().part;
    return Step::kItem;
  }
  if (part == 0 || !ends) return Step::kOperand;
  operands_.push_back(NodeId::kNone);
  return EndIndexPart();
}

ExpressionParser::Step ExpressionParser::StartArgument() {
  const Token& token = cursor_.current();
  if (cursor_.TakeIf(TokenKind::kCloseParen)) return CloseArguments();
  Frame& call = frame();
  call.argument = Op::kPositional;
  call.item_span = token.span();
  call.keyword = NameId::kNone;
  if (token.kind == TokenKind::kMul || token.kind == TokenKind::kPow) {
    call.argument = token.kind == TokenKind::kMul ? Op::kStar : Op::kDoubleStar;
    cursor_.Take();
  } else if (token.kind == TokenKind::kName && cursor_.following().kind == TokenKind::kAssign) {
    call.argument = Op::kKeyword;
    if (!CheckKeyword(token)) return Step::kFailed;
    cursor_.Take();
    cursor_.Take();
  }
  return CheckArgumentOrder() ? Step::kOperand : Step::kFailed;
}

bool ExpressionParser::CheckKeyword(const Token& token) {
  frame().keyword = tree_.Intern(token);
  for (size_t at = frame().operands; at < operands_.size(); ++at) {
    if (tree_[operands_[at]].name != frame().keyword) continue;
    return cursor_.FailAt(token.span(),
                          "the argument " + Quoted(cursor_.text(token)) + " is given twice");
  }
  return true;
}

bool ExpressionParser::CheckArgumentOrder() {
  Frame& call = frame();
  const auto fail = [&](const char* message) { return cursor_.FailAt(call.item_span, message); };
  switch (call.argument) {
    case Op::kStar:
      if (call.seen & kSeenStar) return fail("a call takes one `*` argument");
      if (call.seen & kSeenDoubleStar) return fail("the `*` argument stands before the `**` one");
      call.seen |= kSeenStar;
      return true;
    case Op::kDoubleStar:
      if (call.seen & kSeenDoubleStar) return fail("a call takes one `**` argument");
      call.seen |= kSeenDoubleStar;
      return true;
    case Op::kKeyword:
      if (call.seen & kSeenDoubleStar) return fail("the `**` argument must be the last");
      call.seen |= kSeenKeyword;
      return true;
    default:
      if (call.seen == 0) return true;
      return fail("a positional argument must stand before those with names, `*` and `**`");
  }
}

ExpressionParser::Step ExpressionParser::EndItem() {
  switch (frame().kind) {
    case FrameKind::kRoot:
      if (frame().form == Form::kTuple || frame().form == Form::kPlainTuple) return EndTupleItem();
      return Step::kDone;
    case FrameKind::kParens:
      return EndTupleItem();
    case FrameKind::kList:
      return EndListItem(TokenKind::kCloseBracket, NodeKind::kList);
    case FrameKind::kDict:
      return frame().part == 0 ? EndKey() : EndListItem(TokenKind::kCloseBrace, NodeKind::kDict);
    case FrameKind::kSubscript:
      return EndIndexPart();
    case FrameKind::kArguments:
      return EndArgument();
  }
  return Step::kFailed;
}

// Takes the comma; what follows is another item or the end.
ExpressionParser::Step ExpressionParser::NextItem(uint64_t limit, std::string_view items) {
  const Token& comma = cursor_.Take();
  frame().comma = true;
  if (item_count() < limit) return Step::kItem;
  cursor_.Fail(Code::kLimitSize, comma.span(),
               "more than " + std::to_string(limit) + " " + std::string(items));
  return Step::kFailed;
}

ExpressionParser::Step ExpressionParser::EndTupleItem() {
  if (cursor_.kind() == TokenKind::kComma) return NextItem(limits_.keys, "items");
  return CloseTuple();
}

ExpressionParser::Step ExpressionParser::EndListItem(TokenKind close, NodeKind kind) {
  if (cursor_.kind() == TokenKind::kComma) {
    frame().part = 0;
    const bool dict = kind == NodeKind::kDict;
    return NextItem(dict ? limits_.keys * 2 : limits_.keys, dict ? "keys and values" : "items");
  }
  if (cursor_.TakeIf(close)) return CloseLiteral(kind);
  return FailUnclosed("`,` or " + cursor_.NameOf(close));
}

ExpressionParser::Step ExpressionParser::EndKey() {
  if (!cursor_.TakeIf(TokenKind::kColon)) return FailUnclosed("`:` behind the key");
  frame().part = 1;
  frame().links = 0;
  return Step::kOperand;
}

ExpressionParser::Step ExpressionParser::EndIndexPart() {
  if (frame().part < 2 && cursor_.TakeIf(TokenKind::kColon)) {
    ++frame().part;
    return Step::kItem;
  }
  if (frame().part > 0) FinishSlice();
  return EndIndex();
}

void ExpressionParser::FinishSlice() {
  if (frame().part == 1) operands_.push_back(NodeId::kNone);
  const ListId parts = tree_.TakeList(&operands_, operands_.size() - 3);
  operands_.push_back(tree_.Add(
      {.kind = NodeKind::kSlice, .list = parts, .span = {frame().begin, cursor_.last_end()}}));
  frame().part = 0;
  frame().slice = true;
}

ExpressionParser::Step ExpressionParser::EndIndex() {
  if (cursor_.kind() == TokenKind::kComma) return NextItem(limits_.keys, "indexes");
  if (cursor_.TakeIf(TokenKind::kCloseBracket)) return CloseSubscript();
  return FailUnclosed("`,` or `]`");
}

ExpressionParser::Step ExpressionParser::EndArgument() {
  const Frame& call = frame();
  const Span value{call.item_span.begin, cursor_.last_end()};
  operands_.back() = tree_.Add({.kind = NodeKind::kArgument,
                                .op = call.argument,
                                .name = call.keyword,
                                .a = operands_.back(),
                                .span = call.argument == Op::kKeyword ? call.item_span : value});
  if (cursor_.kind() == TokenKind::kComma) return NextItem(limits_.arguments, "arguments");
  if (cursor_.TakeIf(TokenKind::kCloseParen)) return CloseArguments();
  return FailUnclosed("`,` or `)`");
}

ExpressionParser::Step ExpressionParser::CloseTuple() {
  const Frame closed = frame();
  const bool parens = closed.kind == FrameKind::kParens;
  if (parens && !cursor_.TakeIf(TokenKind::kCloseParen)) return FailUnclosed("`,` or `)`");
  if (closed.comma || item_count() == 0) {
    const ListId items = tree_.TakeList(&operands_, closed.operands);
    operands_.push_back(tree_.Add(
        {.kind = NodeKind::kTuple, .list = items, .span = {closed.begin, cursor_.last_end()}}));
  }
  if (!parens) return Step::kDone;
  frames_.pop_back();
  return Step::kPostfix;
}

ExpressionParser::Step ExpressionParser::CloseLiteral(NodeKind kind) {
  const ListId items = tree_.TakeList(&operands_, frame().operands);
  const Span span{frame().begin, cursor_.last_end()};
  frames_.pop_back();
  return PushOperand(tree_.Add({.kind = kind, .list = items, .span = span}));
}

// Several indexes, or none, are one index that is a tuple.
ExpressionParser::Step ExpressionParser::CloseSubscript() {
  const Frame closed = frame();
  const Span span{closed.begin, cursor_.last_end()};
  const size_t count = item_count();
  if (closed.slice && count > 1) {
    cursor_.FailAt(span, "a slice cannot stand beside other indexes");
    return Step::kFailed;
  }
  if (count != 1) {
    const ListId items = tree_.TakeList(&operands_, closed.operands);
    operands_.push_back(tree_.Add({.kind = NodeKind::kTuple, .list = items, .span = span}));
  }
  const NodeId index = PopOperand();
  operands_.back() =
      tree_.Add({.kind = NodeKind::kItem, .a = operands_.back(), .b = index, .span = span});
  frames_.pop_back();
  return Step::kPostfix;
}

ExpressionParser::Step ExpressionParser::CloseArguments() {
  const Frame closed = frame();
  frames_.pop_back();
  const ListId arguments = tree_.TakeList(&operands_, closed.operands);
  NodeId& operand = operands_.back();
  switch (closed.callee) {
    case Callee::kCall:
      operand = tree_.Add({.kind = NodeKind::kCall,
                           .a = operand,
                           .list = arguments,
                           .span = {tree_[operand].span.begin, cursor_.last_end()}});
      break;
    case Callee::kFilter:
      operand = tree_.Add({.kind = NodeKind::kFilter,
                           .name = closed.name,
                           .a = operand,
                           .list = arguments,
                           .span = closed.name_span});
      break;
    case Callee::kTest:
      operand = AddTest(operand,
                        {.level = Level::kTestArgument,
                         .negated = closed.negated,
                         .name = closed.name,
                         .span = closed.name_span},
                        arguments);
      break;
  }
  return closed.resume;
}

ExpressionParser::Step ExpressionParser::FailUnclosed(std::string_view expected) {
  const uint32_t begin = frame().begin;
  cursor_.FailExpected(expected);
  if (cursor_.kind() != TokenKind::kEnd || !cursor_.lexer_error()) {
    cursor_.AddNote(Quoted(cursor_.source().text().substr(begin, 1)) + " was opened in " +
                    cursor_.PlaceOf({begin, begin + 1}));
  }
  return Step::kFailed;
}

}  // namespace galley::jinja
