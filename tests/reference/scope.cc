// One pass in the order of the text; the branches of an `if` are followed apart and merged.
#include "tests/reference/scope.h"

#include <array>
#include <set>

namespace galley::reference {
namespace {

using jinja::ListId;
using jinja::Node;
using jinja::NodeId;
using jinja::NodeKind;
using jinja::Tree;

// What the branches of an `if` did, put together.  One that is not written counts as
// a branch that assigns nothing.
void Merge(const std::array<Scope, 3>& branches, Scope* scope) {
  std::set<std::string_view> stores;
  for (const Scope& branch : branches) {
    for (const auto& [name, variable] : branch.own) {
      const auto known = scope->own.find(name);
      const bool before = known != scope->own.end() && known->second.stored;
      if (variable.stored && !before) stores.insert(name);
    }
  }
  for (const Scope& branch : branches) {
    for (const auto& [name, variable] : branch.own) {
      Variable& merged = scope->own[name];
      merged.start = variable.start;
      merged.stored = merged.stored || variable.stored;
    }
  }
  for (const std::string_view name : stores) {
    const bool outside = scope->outer && scope->outer->Find(name);
    scope->own[name].start = outside ? Variable::Start::kOuter : Variable::Start::kContext;
  }
}

void AddBranches(const Tree& tree, const Node& node, Scope* scope) {
  const std::span<const NodeId> branches = tree.Children(node.list);
  AddExpression(tree, tree[branches[0]].a, scope);
  std::array<Scope, 3> parts = {*scope, *scope, *scope};
  AddNames(tree, tree[branches[0]].body, &parts[0]);
  for (const NodeId id : branches.subspan(1)) {
    AddExpression(tree, tree[id].a, &parts[1]);
    std::array<Scope, 3> inner = {parts[1], parts[1], parts[1]};
    AddNames(tree, tree[id].body, &inner[0]);
    Merge(inner, &parts[1]);
  }
  AddNames(tree, node.else_body, &parts[2]);
  Merge(parts, scope);
}

void AddStatement(const Tree& tree, NodeId id, Scope* scope) {
  const Node& node = tree[id];
  switch (node.kind) {
    case NodeKind::kPrint:
    case NodeKind::kDo:
    case NodeKind::kInclude:
    case NodeKind::kExtends:
    case NodeKind::kCallBlock:
    case NodeKind::kFilterBlock:
      return AddExpression(tree, node.a, scope);
    case NodeKind::kFor:
      return AddExpression(tree, node.b, scope);
    case NodeKind::kIf:
      return AddBranches(tree, node, scope);
    case NodeKind::kMacro:
      return scope->Store(tree.Text(node.name));
    case NodeKind::kSet:
      AddExpression(tree, node.b, scope);
      return AddTarget(tree, node.a, false, scope);
    case NodeKind::kSetBlock:
      return AddTarget(tree, node.a, false, scope);
    case NodeKind::kImport:
      AddExpression(tree, node.a, scope);
      return scope->Store(tree.Text(node.name));
    case NodeKind::kFromImport:
      AddExpression(tree, node.a, scope);
      for (const NodeId alias : tree.Children(node.list)) {
        scope->Store(tree.Text(tree[alias].alias));
      }
      return;
    case NodeKind::kWith: {
      const std::span<const NodeId> pairs = tree.Children(node.list);
      for (size_t at = 1; at < pairs.size(); at += 2) AddExpression(tree, pairs[at], scope);
      return;
    }
    default:
      return;
  }
}

}  // namespace

Variable* Scope::Find(std::string_view name) {
  const auto found = own.find(name);
  if (found != own.end()) return &found->second;
  return outer ? outer->Find(name) : nullptr;
}

void Scope::Load(std::string_view name) {
  if (!Find(name)) own[name] = {Variable::Start::kContext, false};
}

void Scope::Store(std::string_view name) {
  const auto known = own.find(name);
  if (known != own.end()) {
    known->second.stored = true;
    return;
  }
  const bool outside = outer && outer->Find(name);
  own[name] = {outside ? Variable::Start::kOuter : Variable::Start::kMissing, true};
}

void AddNames(const Tree& tree, ListId statements, Scope* scope) {
  for (const NodeId id : tree.Children(statements)) AddStatement(tree, id, scope);
}

void AddExpression(const Tree& tree, NodeId expression, Scope* scope) {
  if (expression == NodeId::kNone) return;
  const Node& node = tree[expression];
  if (node.kind == NodeKind::kName) return scope->Load(tree.Text(node.name));
  for (const NodeId child : {node.a, node.b, node.c}) AddExpression(tree, child, scope);
  for (const NodeId child : tree.Children(node.list)) AddExpression(tree, child, scope);
}

void AddTarget(const Tree& tree, NodeId target, bool is_given, Scope* scope) {
  const Node& node = tree[target];
  if (node.kind == NodeKind::kTuple) {
    for (const NodeId item : tree.Children(node.list)) AddTarget(tree, item, is_given, scope);
  } else if (node.kind == NodeKind::kNamespaceTarget) {
    scope->Load(tree.Text(node.name));
  } else if (is_given) {
    scope->Give(tree.Text(node.name));
  } else {
    scope->Store(tree.Text(node.name));
  }
}

}  // namespace galley::reference
