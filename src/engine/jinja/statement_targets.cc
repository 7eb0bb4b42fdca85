// Targets: what `for`, `set` and `with` assign to, and names of one's own.
#include <string>
#include <string_view>

#include "diag/report.h"
#include "engine/jinja/statement_parser.h"

namespace galley::jinja {
namespace {

std::string_view NounFor(NodeKind kind) noexcept {
  switch (kind) {
    case NodeKind::kConst:
      return "a constant";
    case NodeKind::kList:
      return "a list";
    case NodeKind::kDict:
      return "a dict";
    case NodeKind::kAttribute:
      return "an attribute";
    case NodeKind::kItem:
      return "an item";
    case NodeKind::kCall:
      return "a call";
    default:
      return "an expression";
  }
}

}  // namespace

// A name that this statement gives a meaning to.
bool StatementParser::ReadNewName(NameId* name) {
  const Token& token = cursor_.current();
  if (!cursor_.Expect(TokenKind::kName)) return false;
  if (IsConstant(token.keyword)) {
    return cursor_.FailAt(token.span(), Quoted(cursor_.text(token)) + " is a constant");
  }
  *name = tree_.Intern(token);
  tree_.Mention(*name);
  return true;
}

// One target, or several with commas between them: a tuple.
bool StatementParser::ReadTarget(TargetRule rule, NodeId* target) {
  if (IsSingleName()) {
    *target = tree_.AddName(cursor_.Take());
    return CheckTargetItem(tree_[*target], rule);
  }
  const uint32_t begin = cursor_.current().offset;
  const size_t first = parts_.size();
  bool comma = false;
  do {
    const TokenKind kind = cursor_.kind();
    if (kind == TokenKind::kVariableEnd || kind == TokenKind::kBlockEnd ||
        kind == TokenKind::kCloseParen) {
      break;
    }
    if (!ReadTargetItem(rule)) return false;
    if (parts_.size() - first > limits_.keys) {
      return cursor_.Fail(Code::kLimitSize, {begin, cursor_.last_end()},
                          "more than " + std::to_string(limits_.keys) + " targets");
    }
    comma |= cursor_.kind() == TokenKind::kComma;
  } while (cursor_.TakeIf(TokenKind::kComma));

  if (parts_.size() == first) return cursor_.FailExpected("a name to assign to");
  const ListId items = tree_.TakeList(&parts_, first);
  if (comma) {
    *target =
        tree_.Add({.kind = NodeKind::kTuple, .list = items, .span = {begin, cursor_.last_end()}});
  } else {
    *target = tree_.tree().Children(items)[0];
  }
  return true;
}

// True before a name with no comma and no dot behind it.
bool StatementParser::IsSingleName() const noexcept {
  if (cursor_.kind() != TokenKind::kName || IsConstant(cursor_.keyword())) return false;
  const TokenKind next = cursor_.following().kind;
  return next != TokenKind::kComma && next != TokenKind::kDot;
}

bool StatementParser::ReadTargetItem(TargetRule rule) {
  const Token& token = cursor_.current();
  if (rule.attributes && token.kind == TokenKind::kName &&
      cursor_.following().kind == TokenKind::kDot) {
    cursor_.Take();
    cursor_.Take();
    const Token& attribute = cursor_.current();
    if (!cursor_.Expect(TokenKind::kName)) return false;
    const NameId name = tree_.Intern(token);
    tree_.Mention(name);
    parts_.push_back(tree_.Add({.kind = NodeKind::kNamespaceTarget,
                                .name = name,
                                .alias = tree_.Intern(attribute),
                                .span = {token.offset, attribute.span().end}}));
    return true;
  }
  if (token.kind == TokenKind::kName && !IsConstant(token.keyword)) {
    const NodeId name = tree_.AddName(cursor_.Take());
    parts_.push_back(name);
    return CheckTargetItem(tree_[name], rule);
  }
  NodeId item;
  if (!ReadExpression(Form::kPrimary, &item) || !CheckTarget(item, rule)) return false;
  parts_.push_back(item);
  return true;
}

// Only names, and tuples of what can be assigned to, are targets.
bool StatementParser::CheckTarget(NodeId target, TargetRule rule) {
  const size_t first = parts_.size();
  parts_.push_back(target);
  while (parts_.size() > first) {
    const Node& node = tree_[parts_.back()];
    parts_.pop_back();
    if (node.kind == NodeKind::kTuple) {
      for (const NodeId item : tree_.tree().Children(node.list)) parts_.push_back(item);
    } else if (!CheckTargetItem(node, rule)) {
      return false;
    }
  }
  return true;
}

bool StatementParser::CheckTargetItem(const Node& item, TargetRule rule) {
  if (item.kind != NodeKind::kName) {
    return cursor_.FailAt(item.span, "cannot assign to " + std::string(NounFor(item.kind)));
  }
  tree_.NoteTarget(item.name);
  if (rule.loop || tree_.tree()[item.name].special != kNameLoop) return true;
  return cursor_.FailAt(item.span, "cannot assign to `loop` in a `for`");
}

}  // namespace galley::jinja
