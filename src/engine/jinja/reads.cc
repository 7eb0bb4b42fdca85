// Names that the template gives are bound to where their values come from, and unbound where
// their scope ends.
#include "engine/jinja/reads.h"

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/try.h"
#include "engine/jinja/ast.h"
#include "engine/jinja/parser.h"
#include "engine/library/builtin.h"

namespace galley::jinja {
namespace {

using Steps = std::vector<ReadStep>;

// Statements and expressions lie on stacks; nothing recurses.
class ReadFinder {
 public:
  explicit ReadFinder(const Tree& tree) : tree_(tree), newest_(tree.names.size(), kNone) {}

  TextReads Run() {
    Enter(tree_.body);
    while (!visits_.empty()) {
      Visit& visit = visits_.back();
      const std::span<const NodeId> statements = tree_.Children(visit.statements);
      if (visit.next < statements.size()) {
        const NodeId id = statements[visit.next++];
        VisitStatement(tree_[id]);
      } else {
        Unbind(visit.bindings);
        visits_.pop_back();
      }
    }
    return std::move(found_);
  }

 private:
  // A name that the template gives: to an item, or to what is made of some values.
  struct Binding {
    NameId name;
    uint32_t hidden;  // the binding of the same name before it, or kNone
    std::vector<Steps> paths;
  };
  static constexpr uint32_t kNone = UINT32_MAX;
  // What is made of more values than this is followed no further.
  static constexpr size_t kMostPaths = 32;
  // Statements that are being read.
  struct Visit {
    ListId statements;
    size_t bindings;  // in bindings_, when it began
    size_t next = 0;
  };

  void Enter(ListId statements) { visits_.push_back({statements, bindings_.size()}); }
  // Names that are given inside go on to mean what they mean.
  void EnterOpen(ListId statements) { visits_.push_back({statements, SIZE_MAX}); }
  // The names beyond the first `bindings` last until these statements end.
  void EnterWith(ListId statements, size_t bindings) { visits_.push_back({statements, bindings}); }

  // What is entered last is read first.
  void VisitStatement(const Node& node) {
    switch (node.kind) {
      case NodeKind::kPrint:
        return Collect(node.a, true);
      case NodeKind::kFor:
        return VisitFor(node);
      case NodeKind::kIf:
        EnterOpen(node.else_body);
        return EnterOpen(node.list);
      case NodeKind::kBranch:
        Collect(node.a, false);
        return EnterOpen(node.body);
      case NodeKind::kSet:
        return BindTarget(node.a, PathsIn(node.b));
      case NodeKind::kWith:
        return VisitWith(node);
      case NodeKind::kMacro:
      case NodeKind::kCallBlock:
        return VisitMacro(node);
      case NodeKind::kSetBlock:
      case NodeKind::kFilterBlock:
      case NodeKind::kBlock:
      case NodeKind::kAutoescape:
      case NodeKind::kGeneration:
        return Enter(node.body);
      case NodeKind::kInclude:
        return VisitInclude(node);
      case NodeKind::kImport:
        return Bind(node.name, {});
      default:
        return;
    }
  }

  void VisitFor(const Node& node) {
    const size_t before = bindings_.size();
    const NodeId list = Iterated(node.b);
    Collect(node.b, false);
    std::vector<Steps> items = PathsIn(list);
    const uint32_t order = next_++;
    for (Steps& item : items) item.push_back({ReadStep::Kind::kEach, {}, order});
    Enter(node.else_body);
    // Of a pair of `items()` the first is a key, which is no value.
    const bool has_keys = list != node.b && tree_[node.a].kind == NodeKind::kTuple;
    BindTarget(has_keys ? tree_.Children(tree_[node.a].list).back() : node.a, items);
    if (has_keys) BindTarget(tree_.Children(tree_[node.a].list).front(), {});
    if (node.c != NodeId::kNone) Collect(node.c, false);
    EnterWith(node.body, before);
  }

  // The map of `map.items()` and its like, and of `map|items`; else the expression.
  NodeId Iterated(NodeId id) const {
    const Node& node = tree_[id];
    if (node.kind == NodeKind::kFilter && tree_.Text(node.name) == "items") return node.a;
    if (node.kind != NodeKind::kCall || tree_[node.a].kind != NodeKind::kAttribute) return id;
    const std::string_view method = tree_.Text(tree_[node.a].name);
    return method == "items" || method == "values" ? tree_[node.a].a : id;
  }

  void VisitWith(const Node& node) {
    const size_t before = bindings_.size();
    const std::span<const NodeId> pairs = tree_.Children(node.list);
    for (size_t at = 0; at + 1 < pairs.size(); at += 2) {
      BindTarget(pairs[at], PathsIn(pairs[at + 1]));
    }
    EnterWith(node.body, before);
  }

  // What the caller hands over is read where it calls.
  void VisitMacro(const Node& node) {
    const size_t before = bindings_.size();
    if (node.kind == NodeKind::kCallBlock) Collect(node.a, true);
    for (const NodeId parameter : tree_.Children(node.list)) Bind(tree_[parameter].name, {});
    EnterWith(node.body, before);
  }

  void VisitInclude(const Node& node) {
    const Node& name = tree_[node.a];
    if (name.kind == NodeKind::kConst && tree_.constants[name.index].is_string()) {
      found_.includes.emplace_back(tree_.constants[name.index].as_string());
    } else {
      Collect(node.a, false);
    }
  }

  void Bind(NameId name, std::vector<Steps> paths) {
    uint32_t& newest = newest_[static_cast<uint32_t>(name)];
    bindings_.push_back({name, newest, std::move(paths)});
    newest = static_cast<uint32_t>(bindings_.size() - 1);
  }

  void Unbind(size_t size) {
    for (; bindings_.size() > size; bindings_.pop_back()) {
      newest_[static_cast<uint32_t>(bindings_.back().name)] = bindings_.back().hidden;
    }
  }

  void BindTarget(NodeId target, const std::vector<Steps>& paths) {
    const Node& node = tree_[target];
    if (node.kind == NodeKind::kName || node.kind == NodeKind::kNamespaceTarget) {
      return Bind(node.name, paths);
    }
    if (node.kind != NodeKind::kTuple) return;
    size_t number = 0;
    for (const NodeId item : tree_.Children(node.list)) {
      std::vector<Steps> parts = paths;
      for (Steps& part : parts) {
        part.push_back({ReadStep::Kind::kField, std::to_string(number), 0});
      }
      ++number;
      if (tree_[item].kind == NodeKind::kName) Bind(tree_[item].name, std::move(parts));
    }
  }

  const Binding* FindBinding(NameId name) const {
    const uint32_t newest = newest_[static_cast<uint32_t>(name)];
    return newest == kNone ? nullptr : &bindings_[newest];
  }

  // The values that an expression is made of.
  std::vector<Steps> PathsIn(NodeId id) {
    const size_t first = found_.paths.size();
    const uint32_t next = next_;
    Collect(id, false);
    std::vector<Steps> paths;
    for (size_t at = first; at < found_.paths.size() && paths.size() < kMostPaths; ++at) {
      paths.push_back(std::move(found_.paths[at].steps));
    }
    found_.paths.resize(first);
    next_ = next;
    return paths;
  }

  void Collect(NodeId root, bool is_printed) {
    pending_.push_back({root, is_printed});
    while (!pending_.empty()) {
      const auto [id, printed] = pending_.back();
      pending_.pop_back();
      if (id == NodeId::kNone || AddChain(id, printed)) continue;
      const Node& node = tree_[id];
      switch (node.kind) {
        case NodeKind::kCondition:
          pending_.insert(pending_.end(), {{node.c, printed}, {node.a, printed}, {node.b, false}});
          break;
        case NodeKind::kCall:
          PushAll(node.list, printed);
          // A function of the template's or of ours is no value; a method is one's.
          if (tree_[node.a].kind == NodeKind::kAttribute) {
            pending_.push_back({tree_[node.a].a, printed});
          } else if (tree_[node.a].kind != NodeKind::kName) {
            pending_.push_back({node.a, printed});
          }
          break;
        default:
          PushAll(node.list, printed);
          pending_.insert(pending_.end(),
                          {{node.c, printed}, {node.b, printed}, {node.a, printed}});
          break;
      }
    }
  }

  void PushAll(ListId list, bool printed) {
    const std::span<const NodeId> nodes = tree_.Children(list);
    for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
      pending_.push_back({*node, printed});
    }
  }

  // Adds `name.a["b"][0]`, where the node is such a chain.
  bool AddChain(NodeId id, bool printed) {
    Steps behind;
    for (;;) {
      const Node& node = tree_[id];
      if (node.kind == NodeKind::kAttribute) {
        behind.push_back({ReadStep::Kind::kField, std::string(tree_.Text(node.name)), 0});
      } else if (node.kind == NodeKind::kItem && node.b != NodeId::kNone &&
                 tree_[node.b].kind == NodeKind::kConst) {
        behind.push_back({ReadStep::Kind::kField, ConstantText(tree_[node.b].index), 0});
      } else if (node.kind == NodeKind::kItem && node.b != NodeId::kNone &&
                 tree_[node.b].kind != NodeKind::kSlice) {
        // Which item is computed: any may be the one.
        behind.push_back({ReadStep::Kind::kEach, {}, next_++});
        pending_.push_back({node.b, false});
      } else {
        break;
      }
      id = node.a;
    }
    if (tree_[id].kind != NodeKind::kName) {
      if (behind.empty()) return false;
      pending_.push_back({id, printed});
      return true;
    }
    const std::string_view name = tree_.Text(tree_[id].name);
    const Binding* binding = FindBinding(tree_[id].name);
    if (!binding && (tree_[tree_[id].name].special || FindGlobal(name))) return true;
    std::vector<Steps> starts;
    if (binding) {
      starts = binding->paths;
    } else {
      starts.push_back({{ReadStep::Kind::kField, std::string(name), 0}});
    }
    for (Steps& steps : starts) {
      // What is made of several values has no fields of theirs.
      if (starts.size() == 1) steps.insert(steps.end(), behind.rbegin(), behind.rend());
      found_.paths.push_back({std::move(steps), printed, next_++});
    }
    return true;
  }

  std::string ConstantText(uint32_t index) const {
    const Value& value = tree_.constants[index];
    if (value.is_string()) return std::string(value.as_string());
    return value.is_int() ? std::to_string(value.as_int()) : std::string();
  }

  struct Pending {
    NodeId id;
    bool printed;
  };

  const Tree& tree_;
  TextReads found_;
  uint32_t next_ = 0;
  std::vector<Binding> bindings_;
  std::vector<uint32_t> newest_;  // by name: in bindings_, or kNone
  std::vector<Visit> visits_;
  std::vector<Pending> pending_;
};

}  // namespace

Result<TextReads> FindReads(const Source& source, const SyntaxOptions& options,
                            const Limits& limits) {
  const Tree tree = TRY(Parse(source, options, limits));
  return ReadFinder(tree).Run();
}

}  // namespace galley::jinja
