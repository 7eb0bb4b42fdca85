// What the reference asks of a template before it runs it.
#include "engine/library/builtin.h"
#include "tests/reference/interpreter.h"

namespace galley::reference {
namespace {

using jinja::ListId;
using jinja::Node;
using jinja::NodeId;
using jinja::NodeKind;
using jinja::Tree;

// Looks for a name in the order in which Jinja2 does: what is assigned first hides
// what follows, and blocks are not looked into.
class SpecialFinder {
 public:
  SpecialFinder(const Tree& tree, std::string_view name) : tree_(tree), name_(name) {}

  bool Find(ListId list) {
    for (const NodeId id : tree_.Children(list)) Visit(id, false);
    return used_;
  }

 private:
  void Visit(NodeId id, bool is_target) {
    if (id == NodeId::kNone) return;
    const Node& node = tree_[id];
    switch (node.kind) {
      case NodeKind::kName:
        return Meet(node, is_target);
      case NodeKind::kParameter:
        return Meet(node, true);
      case NodeKind::kBlock:
      case NodeKind::kNamespaceTarget:
        return;
      case NodeKind::kFor:
      case NodeKind::kSet:
        Visit(node.a, true);
        Visit(node.b, false);
        Find(node.body);
        Find(node.else_body);
        return Visit(node.c, false);
      case NodeKind::kSetBlock:
        Visit(node.a, true);
        Visit(node.b, false);
        Find(node.body);
        return;
      case NodeKind::kWith:
        return VisitWith(node);
      case NodeKind::kMacro:
      case NodeKind::kCallBlock:
        Visit(node.a, false);
        for (const NodeId parameter : tree_.Children(node.list)) Visit(parameter, false);
        for (const NodeId parameter : tree_.Children(node.list)) Visit(tree_[parameter].a, false);
        Find(node.body);
        return;
      default:
        for (const NodeId child : {node.a, node.b, node.c}) Visit(child, is_target);
        for (const NodeId child : tree_.Children(node.list)) Visit(child, is_target);
        Find(node.body);
        Find(node.else_body);
    }
  }

  void VisitWith(const Node& node) {
    const std::span<const NodeId> pairs = tree_.Children(node.list);
    for (size_t at = 0; at < pairs.size(); at += 2) Visit(pairs[at], true);
    for (size_t at = 1; at < pairs.size(); at += 2) Visit(pairs[at], false);
    Find(node.body);
  }

  void Meet(const Node& node, bool is_target) {
    if (tree_.Text(node.name) != name_) return;
    if (is_target) {
      hidden_ = true;
    } else if (!hidden_) {
      used_ = true;
    }
  }

  const Tree& tree_;
  const std::string_view name_;
  bool used_ = false;
  bool hidden_ = false;
};

// Filters and tests that are not there are an error before anything is rendered,
// except below a condition.
class BuiltinChecker {
 public:
  explicit BuiltinChecker(const Tree& tree) : tree_(tree) {}

  std::optional<Code> Check() {
    Statements(tree_.body, false);
    return problem_;
  }

 private:
  void Statements(ListId list, bool is_soft) {
    for (const NodeId id : tree_.Children(list)) Statement(tree_[id], is_soft);
  }

  void Statement(const Node& node, bool is_soft) {
    if (node.kind == NodeKind::kIf) {
      for (const NodeId branch : tree_.Children(node.list)) {
        Expression(tree_[branch].a, true);
        Statements(tree_[branch].body, true);
      }
      return Statements(node.else_body, true);
    }
    // Filters of a block, conditions of a loop and defaults of parameters belong inside.
    const bool filters_inside =
        node.kind == NodeKind::kFilterBlock || node.kind == NodeKind::kAutoescape;
    Expression(node.a, is_soft && !filters_inside);
    Expression(node.b, is_soft && node.kind != NodeKind::kSetBlock);
    Expression(node.c, false);
    for (const NodeId child : tree_.Children(node.list)) {
      Expression(child, is_soft && tree_[child].kind != NodeKind::kParameter);
    }
    Statements(node.body, false);
    Statements(node.else_body, false);
  }

  void Expression(NodeId id, bool is_soft) {
    if (id == NodeId::kNone) return;
    const Node& node = tree_[id];
    if (!is_soft && !problem_) {
      const std::string_view name =
          node.name == jinja::NameId::kNone ? std::string_view() : tree_.Text(node.name);
      if (node.kind == NodeKind::kFilter && !FindFilter(name)) problem_ = Code::kUnknownFilter;
      if (node.kind == NodeKind::kTest && !FindTest(name)) problem_ = Code::kUnknownTest;
    }
    const bool soft = is_soft || node.kind == NodeKind::kCondition;
    for (const NodeId child : {node.a, node.b, node.c}) Expression(child, soft);
    for (const NodeId child : tree_.Children(node.list)) Expression(child, soft);
  }

  const Tree& tree_;
  std::optional<Code> problem_;
};

}  // namespace

bool UsesSpecial(const Tree& tree, ListId statements, std::string_view name) {
  return SpecialFinder(tree, name).Find(statements);
}

std::optional<Code> CheckBuiltins(const Tree& tree) { return BuiltinChecker(tree).Check(); }

}  // namespace galley::reference
