// Symbols lie in one vector, newest last, each knowing what it shadows; leaving a scope unwinds
// its part.
#include "engine/jinja/scopes.h"

#include <algorithm>

namespace galley::jinja {

void Scopes::Begin() {
  symbols_.clear();
  newest_.assign(tree_.names.size(), SymbolId::kNone);
  scopes_.clear();
  own_.clear();
  assigned_.clear();
  journal_.clear();
  marks_.clear();
  finished_.clear();
  branches_.clear();
}

void Scopes::Enter(uint16_t routine) {
  scopes_.push_back(
      {routine, static_cast<uint32_t>(own_.size()), static_cast<uint32_t>(assigned_.size())});
}

void Scopes::Leave() {
  // Newest first, so that each name falls back to the symbol it shadowed.
  const uint32_t begin = scopes_.back().begin;
  while (own_.size() > begin) {
    const Symbol& symbol = (*this)[own_.back()];
    newest_[static_cast<uint32_t>(symbol.name)] = symbol.outer;
    own_.pop_back();
  }
  assigned_.resize(scopes_.back().assigned);
  scopes_.pop_back();
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
    own_.push_back(id);
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
  if (!symbol.listed) assigned_.push_back(id);
  symbol.listed = true;
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

// Constants, of which there are many, mention nothing.
void Scopes::PushExpression(NodeId expression) {
  if (expression != NodeId::kNone && tree_[expression].kind != NodeKind::kConst) {
    pending_.push_back(expression);
  }
}

void Scopes::AnalyzeExpression(NodeId expression) {
  PushExpression(expression);
  while (!pending_.empty()) {
    const Node& node = tree_[pending_.back()];
    pending_.pop_back();
    if (node.kind == NodeKind::kName) {
      Load(node.name);
      continue;
    }
    for (const NodeId child : {node.a, node.b, node.c}) PushExpression(child);
    for (const NodeId child : tree_.Children(node.list)) PushExpression(child);
  }
}

void Scopes::AnalyzeTarget(NodeId target) {
  pending_.push_back(target);
  while (!pending_.empty()) {
    const Node& node = tree_[pending_.back()];
    pending_.pop_back();
    if (node.kind == NodeKind::kName) Store(node.name);
    if (node.kind == NodeKind::kNamespaceTarget) Load(node.name);
    const std::span<const NodeId> items = tree_.Children(node.list);
    pending_.insert(pending_.end(), items.rbegin(), items.rend());
  }
}

void Scopes::DeclareTarget(NodeId target) {
  pending_.push_back(target);
  while (!pending_.empty()) {
    const Node& node = tree_[pending_.back()];
    pending_.pop_back();
    if (node.kind == NodeKind::kName) Declare(node.name);
    const std::span<const NodeId> items = tree_.Children(node.list);
    pending_.insert(pending_.end(), items.rbegin(), items.rend());
  }
}

void Scopes::PushList(ListId list) {
  const std::span<const NodeId> nodes = tree_.Children(list);
  for (auto id = nodes.rbegin(); id != nodes.rend(); ++id) {
    if (tree_[*id].kind != NodeKind::kText) steps_.push_back({Step::Kind::kVisit, *id});
  }
}

void Scopes::AnalyzeStatements(ListId list) {
  PushList(list);
  while (!steps_.empty()) {
    const Step step = steps_.back();
    steps_.pop_back();
    switch (step.kind) {
      case Step::Kind::kVisit:
        Visit(step.node);
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

void Scopes::Visit(NodeId id) {
  const Node& node = tree_[id];
  switch (node.kind) {
    case NodeKind::kIf:
      return VisitIf(node);
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
void Scopes::VisitIf(const Node& node) {
  const std::span<const NodeId> branches = tree_.Children(node.list);
  const auto branch = [&](ListId body) {
    steps_.push_back({Step::Kind::kEndBranch});
    PushList(body);
    steps_.push_back({Step::Kind::kBeginBranch});
  };
  // Pushed last to first.
  steps_.push_back({Step::Kind::kMerge, NodeId::kNone, 3});
  branch(node.else_body);
  steps_.push_back({Step::Kind::kEndBranch});
  for (size_t i = branches.size(); i-- > 1;) {
    steps_.push_back({Step::Kind::kMerge, NodeId::kNone, 1});
    branch(tree_[branches[i]].body);
    steps_.push_back({Step::Kind::kVisit, branches[i]});
  }
  steps_.push_back({Step::Kind::kBeginBranch});
  branch(tree_[branches[0]].body);
  AnalyzeExpression(tree_[branches[0]].a);
}

void Scopes::EndBranch() {
  const size_t mark = marks_.back();
  marks_.pop_back();
  branches_.push_back(finished_.size());
  finished_.insert(finished_.end(), journal_.begin() + static_cast<ptrdiff_t>(mark),
                   journal_.end());
  for (auto change = journal_.rbegin(); change != journal_.rend() - static_cast<ptrdiff_t>(mark);
       ++change) {
    Symbol& symbol = (*this)[change->symbol];
    if (change->kind == Change::Kind::kStored) {
      symbol.stored = false;
    } else {
      symbol.present = change->kind == Change::Kind::kRestarted;
      symbol.start = change->old_start;
      symbol.aliased = change->old_aliased;
    }
  }
  journal_.resize(mark);
}

void Scopes::MergeBranches(uint32_t branches) {
  const size_t last = branches_.back();
  const size_t begin = branches_[branches_.size() - branches];
  branches_.resize(branches_.size() - branches);
  // What a branch stores that was not stored before.
  stores_.clear();
  for (size_t at = begin; at < finished_.size(); ++at) {
    const Change& change = finished_[at];
    if (change.kind == Change::Kind::kStored) {
      stores_.push_back(change.symbol);
      MarkStored(change.symbol);
    } else if (change.kind == Change::Kind::kAppeared || at >= last) {
      // Where branches disagree about a start, the last one is believed.
      Define((*this)[change.symbol].name, change.start, change.aliased);
    }
  }
  finished_.resize(begin);
  RestartStored();
}

// Whether a way through the `if` assigns it or not, it starts as what it is outside.
void Scopes::RestartStored() {
  for (const SymbolId id : stores_) {
    const SymbolId outside = FindOutside((*this)[id].name);
    Define((*this)[id].name, outside == SymbolId::kNone ? Start::kResolve : Start::kAlias, outside);
  }
}

// Names that are only read, of which a template may have many, are not looked at.
std::vector<SymbolId> Scopes::Visible() const {
  std::vector<SymbolId> visible;
  size_t end = assigned_.size();
  for (size_t scope = scopes_.size(); scope-- > 0; end = scopes_[scope].assigned) {
    const size_t first = visible.size();
    for (size_t at = scopes_[scope].assigned; at < end; ++at) {
      const Symbol& symbol = symbols_[static_cast<uint32_t>(assigned_[at])];
      const bool is_seen = symbol.stored && symbol.present && Find(symbol.name) == assigned_[at];
      if (is_seen) visible.push_back(assigned_[at]);
    }
    // In the order of their first mention.
    std::sort(visible.begin() + static_cast<ptrdiff_t>(first), visible.end());
  }
  return visible;
}

}  // namespace galley::jinja
