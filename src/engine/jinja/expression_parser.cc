// The loop of the parser: it asks for an operand, then for what follows it, until nothing waits.
// Operands, operators and brackets have files of their own.
#include "engine/jinja/expression_parser.h"

#include <string>

#include "engine/jinja/token.h"

namespace galley::jinja {

bool ExpressionParser::Parse(Form form, size_t depth, NodeId* result) {
  if (depth <= limits_.nesting && ParsePath(form, result)) return true;
  depth_ = depth;
  frames_.clear();
  operators_.clear();
  operands_.clear();
  Step step = Open({.kind = FrameKind::kRoot, .form = form, .begin = cursor_.current().offset});
  while (step != Step::kDone && step != Step::kFailed) step = Advance(step);
  if (step == Step::kFailed) return false;
  *result = operands_.back();
  return true;
}

// Most expressions are a name, or attributes of one, and nothing else.  Otherwise
// nothing is read.
bool ExpressionParser::ParsePath(Form form, NodeId* result) {
  if (form > Form::kPlainTuple || cursor_.kind() != TokenKind::kName) return false;
  if (cursor_.keyword() != Keyword::kNone) return false;
  size_t links = 0;
  while (cursor_.Peek(links * 2 + 1).kind == TokenKind::kDot &&
         cursor_.Peek(links * 2 + 2).kind == TokenKind::kName) {
    ++links;
  }
  const TokenKind end = cursor_.Peek(links * 2 + 1).kind;
  if (end != TokenKind::kVariableEnd && end != TokenKind::kBlockEnd) return false;
  if (links >= limits_.chain) return false;
  *result = tree_.AddName(cursor_.Take());
  for (; links > 0; --links) {
    cursor_.Take();
    *result = AddAttribute(*result);
  }
  return true;
}

// The attribute of `object` that the current token names.
NodeId ExpressionParser::AddAttribute(NodeId object) {
  const Token& name = cursor_.Take();
  return tree_.Add(
      {.kind = NodeKind::kAttribute, .name = tree_.Intern(name), .a = object, .span = name.span()});
}

ExpressionParser::Step ExpressionParser::Advance(Step step) {
  switch (step) {
    case Step::kItem:
      return StartItem();
    case Step::kOperand:
      return ReadOperand();
    case Step::kPostfix:
      return ReadPostfix();
    case Step::kFilter:
      return ReadFilterOrTest();
    case Step::kOperator:
      return ReadOperator();
    case Step::kItemEnd:
      return EndItem();
    default:
      return step;
  }
}

bool ExpressionParser::Link() {
  if (++frame().links < limits_.chain) return true;
  return cursor_.Fail(
      Code::kLimitDepth, cursor_.current().span(),
      "the expression chains more than " + std::to_string(limits_.chain) + " operands");
}

}  // namespace galley::jinja
