#include "engine/jinja/scopes.h"

#include <algorithm>
#include <iterator>

namespace galley::jinja {

// A pending part of an analysis.
struct Scopes::Step {
  enum class Kind : uint8_t { kVisit, kBeginBranch, kEndBranch, kMerge };
  Kind kind;
  NodeId node = NodeId::kNone;
  uint32_t branches = 0;
};

void Scopes::Enter(uint16_t routine) { scopes_.push_back({routine, {}}); }

void Scopes::Leave() {
  // Newest first, so that each name falls back to the symbol it shadowed.
  const std::vector<SymbolId>& own = scopes_.back().symbols;
  for (auto id = own.rbegin(); id != own.rend(); ++id) {
    const Symbol& symbol = symbols_[static_cast<uint32_t>(*id)];
    newest_[static_cast<uint32_t>(symbol.name)] = symbol.outer;
  }
  scopes_.pop_back();
}

SymbolId Scopes::Find(NameId name) const noexcept {
  SymbolId id = newest_[static_cast<uint32_t>(name)];
  while (id != SymbolId::kNone && !symbols_[static_cast<uint32_t>(id)].present) {
    id = symbols_[static_cast<uint32_t>(id)].outer;
  }
  return id;
}

SymbolId Scopes::FindOwn(NameId name) const noexcept {
  const SymbolId id = newest_[static_cast<uint32_t>(name)];
  if (id == SymbolId::kNone) return id;
  return symbols_[static_cast<uint32_t>(id)].scope == scopes_.size() ? id : SymbolId::kNone;
}

SymbolId Scopes::FindOutside(NameId name) const noexcept {
  SymbolId id = newest_[static_cast<uint32_t>(name)];
  while (id != SymbolId::kNone) {
    const Symbol& symbol = symbols_[static_cast<uint32_t>(id)];
    if (symbol.scope != scopes_.size() && symbol.present) break;
    id = symbol.outer;
  }
  return id;
}

SymbolId Scopes::Define(NameId name, Start start, SymbolId aliased) {
  SymbolId id = FindOwn(name);
  if (id == SymbolId::kNone) {
    id = static_cast<SymbolId>(symbols_.size());
    SymbolId& newest = newest_[static_cast<uint32_t>(name)];
    Symbol symbol{name, start};
    symbol.routine = scopes_.back().routine;
    symbol.scope = static_cast<uint32_t>(scopes_.size());
    symbol.outer = newest;
    symbol.present = false;
    symbols_.push_back(symbol);
    newest = id;
    scopes_.back().symbols.push_back(id);
  }
  Symbol& symbol = (*this)[id];
  if (!marks_.empty()) {
    using enum Change::Kind;
    journal_.push_back({id, symbol.present ? kRestarted : kAppeared, start, aliased, symbol.start,
                        symbol.aliased});
  }
  symbol.present = true;
  symbol.start = start;
  symbol.aliased = aliased;
  return id;
}

void Scopes::MarkStored(SymbolId id) {
  Symbol& symbol = (*this)[id];
  if (symbol.stored) return;
  symbol.stored = true;
  if (!marks_.empty()) journal_.push_back({id, Change::Kind::kStored, {}, {}, {}, {}});
}

void Scopes::Load(NameId name) {
  if (Find(name) == SymbolId::kNone) Define(name, Start::kResolve, SymbolId::kNone);
}

void Scopes::Store(NameId name) {
  SymbolId id = FindOwn(name);
  if (id == SymbolId::kNone || !(*this)[id].present) {
    const SymbolId outside = FindOutside(name);
    id = Define(name, outside == SymbolId::kNone ? Start::kUndefined : Start::kAlias, outside);
  }
  MarkStored(id);
}

SymbolId Scopes::Declare(NameId name) {
  const SymbolId id = Define(name, Start::kParameter, SymbolId::kNone);
  MarkStored(id);
  return id;
}

void Scopes::AnalyzeExpression(NodeId expression) {
  if (expression == NodeId::kNone) return;
  std::vector<NodeId> pending = {expression};
  while (!pending.empty()) {
    const NodeId id = pending.back();
    pending.pop_back();
    if (id == NodeId::kNone) continue;
    const Node& node = tree_[id];
    if (node.kind == NodeKind::kName) Load(node.name);
    for (const NodeId child : {node.a, node.b, node.c}) pending.push_back(child);
    for (const NodeId child : tree_.Children(node.list)) pending.push_back(child);
  }
}

void Scopes::AnalyzeTarget(NodeId target) {
  std::vector<NodeId> pending = {target};
  while (!pending.empty()) {
    const Node& node = tree_[pending.back()];
    pending.pop_back();
    if (node.kind == NodeKind::kName) Store(node.name);
    if (node.kind == NodeKind::kNamespaceTarget) Load(node.name);
    const std::span<const NodeId> items = tree_.Children(node.list);
    pending.insert(pending.end(), items.rbegin(), items.rend());
  }
}

void Scopes::DeclareTarget(NodeId target) {
  std::vector<NodeId> pending = {target};
  while (!pending.empty()) {
    const Node& node = tree_[pending.back()];
    pending.pop_back();
    if (node.kind == NodeKind::kName) Declare(node.name);
    const std::span<const NodeId> items = tree_.Children(node.list);
    pending.insert(pending.end(), items.rbegin(), items.rend());
  }
}

void Scopes::PushList(ListId list, std::vector<Step>* steps) {
  const std::span<const NodeId> nodes = tree_.Children(list);
  for (auto id = nodes.rbegin(); id != nodes.rend(); ++id) {
    steps->push_back({Step::Kind::kVisit, *id});
  }
}

void Scopes::AnalyzeStatements(ListId list) {
  std::vector<Step> steps;
  PushList(list, &steps);
  while (!steps.empty()) {
    const Step step = steps.back();
    steps.pop_back();
    switch (step.kind) {
      case Step::Kind::kVisit:
        Visit(step.node, &steps);
        break;
      case Step::Kind::kBeginBranch:
        marks_.push_back(journal_.size());
        break;
      case Step::Kind::kEndBranch:
        EndBranch();
        break;
      case Step::Kind::kMerge:
        MergeBranches(step.branches);
        break;
    }
  }
}

void Scopes::Visit(NodeId id, std::vector<Step>* steps) {
  const Node& node = tree_[id];
  switch (node.kind) {
    case NodeKind::kIf:
      return VisitIf(node, steps);
    case NodeKind::kMacro:
      return Store(node.name);
    case NodeKind::kImport:
      AnalyzeExpression(node.a);
      return Store(node.name);
    case NodeKind::kFromImport:
      AnalyzeExpression(node.a);
      for (const NodeId alias : tree_.Children(node.list)) Store(tree_[alias].alias);
      return;
    case NodeKind::kSet:
      AnalyzeExpression(node.b);
      return AnalyzeTarget(node.a);
    case NodeKind::kSetBlock:
      return AnalyzeTarget(node.a);
    case NodeKind::kFor:
      return AnalyzeExpression(node.b);
    case NodeKind::kBranch:
    case NodeKind::kCallBlock:
    case NodeKind::kFilterBlock:
    case NodeKind::kPrint:
    case NodeKind::kInclude:
    case NodeKind::kExtends:
    case NodeKind::kDo:
      return AnalyzeExpression(node.a);
    case NodeKind::kWith: {
      const std::span<const NodeId> pairs = tree_.Children(node.list);
      for (size_t i = 1; i < pairs.size(); i += 2) AnalyzeExpression(pairs[i]);
      return;
    }
    default:
      return;  // text, and what has a scope of its own
  }
}

// The three branches of an `if` are its body, all its `elif`s together, and its
// `else`; each `elif` in turn is an `if` whose other two branches are empty.
void Scopes::VisitIf(const Node& node, std::vector<Step>* steps) {
  const std::span<const NodeId> branches = tree_.Children(node.list);
  const auto branch = [&](ListId body) {
    steps->push_back({Step::Kind::kEndBranch});
    PushList(body, steps);
    steps->push_back({Step::Kind::kBeginBranch});
  };
  // Pushed last to first.
  steps->push_back({Step::Kind::kMerge, NodeId::kNone, 3});
  branch(node.else_body);
  steps->push_back({Step::Kind::kEndBranch});
  for (size_t i = branches.size(); i-- > 1;) {
    steps->push_back({Step::Kind::kMerge, NodeId::kNone, 1});
    branch(tree_[branches[i]].body);
    steps->push_back({Step::Kind::kVisit, branches[i]});
  }
  steps->push_back({Step::Kind::kBeginBranch});
  branch(tree_[branches[0]].body);
  AnalyzeExpression(tree_[branches[0]].a);
}

void Scopes::EndBranch() {
  const size_t mark = marks_.back();
  marks_.pop_back();
  branches_.emplace_back(journal_.begin() + static_cast<ptrdiff_t>(mark), journal_.end());
  journal_.resize(mark);
  const std::vector<Change>& changes = branches_.back();
  for (auto change = changes.rbegin(); change != changes.rend(); ++change) {
    Symbol& symbol = (*this)[change->symbol];
    if (change->kind == Change::Kind::kStored) {
      symbol.stored = false;
    } else {
      symbol.present = change->kind == Change::Kind::kRestarted;
      symbol.start = change->old_start;
      symbol.aliased = change->old_aliased;
    }
  }
}

void Scopes::MergeBranches(uint32_t branches) {
  // One entry for each branch that stores a symbol that was not stored before.
  std::vector<SymbolId> stores;
  const std::vector<std::vector<Change>> changes(
      std::make_move_iterator(branches_.end() - branches),
      std::make_move_iterator(branches_.end()));
  branches_.resize(branches_.size() - branches);
  for (const std::vector<Change>& branch : changes) {
    for (const Change& change : branch) {
      if (change.kind == Change::Kind::kStored) {
        stores.push_back(change.symbol);
        MarkStored(change.symbol);
      } else if (change.kind == Change::Kind::kAppeared || &branch == &changes.back()) {
        // Where branches disagree about a start, the last one is believed.
        Define((*this)[change.symbol].name, change.start, change.aliased);
      }
    }
  }

  std::sort(stores.begin(), stores.end());
  for (size_t i = 0; i < stores.size();) {
    const SymbolId id = stores[i];
    size_t count = 0;
    for (; i < stores.size() && stores[i] == id; ++i) ++count;
    if (count == 3) continue;
    // Not every way through the `if` assigns it, so it must start as what it is
    // outside.
    const SymbolId outside = FindOutside((*this)[id].name);
    Define((*this)[id].name, outside == SymbolId::kNone ? Start::kResolve : Start::kAlias, outside);
  }
}

std::vector<SymbolId> Scopes::Visible() const {
  std::vector<SymbolId> visible;
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    for (const SymbolId id : scope->symbols) {
      const Symbol& symbol = symbols_[static_cast<uint32_t>(id)];
      if (symbol.stored && symbol.present && Find(symbol.name) == id) visible.push_back(id);
    }
  }
  return visible;
}

}  // namespace galley::jinja
