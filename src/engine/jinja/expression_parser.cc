#include "engine/jinja/expression_parser.h"

#include <string>

#include "engine/jinja/token.h"

namespace galley::jinja {

bool ExpressionParser::Parse(Form form, size_t depth, NodeId* result) {
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
