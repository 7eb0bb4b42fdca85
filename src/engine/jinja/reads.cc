// Names that the template gives are bound to where their values come from, and unbound where
// their scope ends.
#include "engine/jinja/reads.h"

#include <algorithm>
#include <optional>
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
  explicit ReadFinder(const Tree& tree)
      : tree_(tree), newest_(tree.names.size(), kNone), keys_(tree.nodes.size(), kNone) {}

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
    bool is_value;  // it is what its one path leads to, not made of it
  };
  static constexpr uint32_t kNone = UINT32_MAX;
  static constexpr uint32_t kComputed = UINT32_MAX - 1;
  // What is made of more values than this is followed no further.
  static constexpr size_t kMostPaths = 32;
  // The same of paths with more steps, and of keys that take more keys, so that what is given a
  // new name again and again costs no more each time.
  static constexpr size_t kMostSteps = 64;
  static constexpr uint32_t kMostKeys = 16;
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
        return BindTarget(node.a, PathsIn(node.b), IsChain(node.b));
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
    const Iterated iterated = FindIterated(node.b);
    Collect(node.b, false);
    const std::vector<Steps> lists = PathsIn(iterated.list);
    const bool is_value = IsChain(iterated.list);
    const uint32_t order = next_++;
    const auto turns = [&](ReadStep::Kind kind) {
      std::vector<Steps> paths = lists;
      for (Steps& path : paths) path.push_back({kind, {}, order});
      return paths;
    };
    Enter(node.else_body);
    const std::span<const NodeId> pair = tree_.Children(tree_[node.a].list);
    if (iterated.gives_pairs && tree_[node.a].kind == NodeKind::kTuple && pair.size() == 2) {
      BindTarget(pair[1], turns(ReadStep::Kind::kEach), is_value);
      BindTarget(pair[0], turns(ReadStep::Kind::kName), is_value);
    } else {
      BindTarget(node.a, turns(iterated.kind), is_value && !iterated.gives_pairs);
    }
    const NameId loop = tree_.IdOf(kNameLoop);
    if (loop != NameId::kNone) Bind(loop, turns(ReadStep::Kind::kNumber), is_value);
    if (node.c != NodeId::kNone) Collect(node.c, false);
    EnterWith(node.body, before);
  }

  // What a loop goes over, and what each turn gets of it.
  struct Iterated {
    NodeId list;
    ReadStep::Kind kind = ReadStep::Kind::kKeys;
    bool gives_pairs = false;
  };

  // The map of `map.items()`, `map|dictsort` and their like; what only puts items in another
  // order is looked through, as every turn is looked at.
  Iterated FindIterated(NodeId id) const {
    for (;;) {
      const Node& node = tree_[id];
      const std::string_view name = node.kind == NodeKind::kFilter ? tree_.Text(node.name) : "";
      if (name == "items" || name == "dictsort") return {node.a, ReadStep::Kind::kEach, true};
      if (name == "sort" || name == "reverse" || name == "list" || name == "unique") {
        id = node.a;
        continue;
      }
      if (node.kind != NodeKind::kCall || tree_[node.a].kind != NodeKind::kAttribute) return {id};
      const std::string_view method = tree_.Text(tree_[node.a].name);
      const NodeId map = tree_[node.a].a;
      if (method == "items") return {map, ReadStep::Kind::kEach, true};
      if (method == "values") return {map, ReadStep::Kind::kEach};
      return {method == "keys" ? map : id};
    }
  }

  void VisitWith(const Node& node) {
    const size_t before = bindings_.size();
    const std::span<const NodeId> pairs = tree_.Children(node.list);
    for (size_t at = 0; at + 1 < pairs.size(); at += 2) {
      BindTarget(pairs[at], PathsIn(pairs[at + 1]), IsChain(pairs[at + 1]));
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

  void Bind(NameId name, std::vector<Steps> paths, bool is_value = false) {
    uint32_t& newest = newest_[static_cast<uint32_t>(name)];
    bindings_.push_back({name, newest, std::move(paths), is_value});
    newest = static_cast<uint32_t>(bindings_.size() - 1);
  }

  void Unbind(size_t size) {
    for (; bindings_.size() > size; bindings_.pop_back()) {
      newest_[static_cast<uint32_t>(bindings_.back().name)] = bindings_.back().hidden;
    }
  }

  void BindTarget(NodeId target, const std::vector<Steps>& paths, bool is_value) {
    const Node& node = tree_[target];
    if (node.kind == NodeKind::kName) return Bind(node.name, paths, is_value);
    if (node.kind == NodeKind::kNamespaceTarget) return Bind(node.name, paths);
    if (node.kind != NodeKind::kTuple) return;
    size_t number = 0;
    for (const NodeId item : tree_.Children(node.list)) {
      std::vector<Steps> parts = paths;
      for (Steps& part : parts) {
        part.push_back({ReadStep::Kind::kField, std::to_string(number), 0});
      }
      ++number;
      if (tree_[item].kind == NodeKind::kName) Bind(tree_[item].name, std::move(parts), is_value);
    }
  }

  const Binding* FindBinding(NameId name) const {
    const uint32_t newest = newest_[static_cast<uint32_t>(name)];
    return newest == kNone ? nullptr : &bindings_[newest];
  }

  // The values that an expression is made of.
  std::vector<Steps> PathsIn(NodeId id) {
    if (IsChain(id)) {
      const Chain chain = ChainOf(id);
      FindKeys(chain);
      return PathsOf(chain);
    }
    const size_t first = found_.paths.size();
    Collect(id, false);
    std::vector<Steps> paths;
    for (size_t at = first; at < found_.paths.size() && paths.size() < kMostPaths; ++at) {
      paths.push_back(std::move(found_.paths[at].steps));
    }
    found_.paths.resize(first);
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

  // `name.a["b"][0].get(k)`: its head, and the links behind it, the last first.
  struct Chain {
    NodeId head;
    std::vector<NodeId> links;
  };

  // What `get(k, default)` gives where there is no such field; kNone where it says nothing.
  NodeId DefaultOf(NodeId link) const {
    const Node& node = tree_[link];
    const bool has_default = node.kind == NodeKind::kCall && node.list.size == 2;
    return has_default ? tree_[tree_.Children(node.list)[1]].a : NodeId::kNone;
  }

  bool IsGet(const Node& node) const {
    if (node.kind != NodeKind::kCall || tree_[node.a].kind != NodeKind::kAttribute) return false;
    const std::span<const NodeId> arguments = tree_.Children(node.list);
    const bool fits = arguments.size() == 1 || arguments.size() == 2;
    return fits && tree_.Text(tree_[node.a].name) == "get" &&
           std::all_of(arguments.begin(), arguments.end(),
                       [&](NodeId id) { return tree_[id].op == Op::kPositional; });
  }

  bool IsLink(const Node& node) const {
    const bool is_item = node.kind == NodeKind::kItem && node.b != NodeId::kNone &&
                         tree_[node.b].kind != NodeKind::kSlice;
    return node.kind == NodeKind::kAttribute || is_item || IsGet(node);
  }

  Chain ChainOf(NodeId id) const {
    Chain chain;
    while (IsLink(tree_[id])) {
      chain.links.push_back(id);
      const Node& node = tree_[id];
      id = node.kind == NodeKind::kCall ? tree_[node.a].a : node.a;
    }
    chain.head = id;
    return chain;
  }

  // Whether an expression is a value of the data itself.
  bool IsChain(NodeId id) const {
    const Chain chain = ChainOf(id);
    if (tree_[chain.head].kind != NodeKind::kName) return false;
    const Binding* binding = FindBinding(tree_[chain.head].name);
    if (binding && (!binding->is_value || binding->paths.size() != 1)) return false;
    return std::all_of(chain.links.begin(), chain.links.end(),
                       [&](NodeId link) { return DefaultOf(link) == NodeId::kNone; });
  }

  // The expression of a link's key; kNone where it is an attribute.
  NodeId KeyOf(NodeId link) const {
    const Node& node = tree_[link];
    if (node.kind == NodeKind::kItem) return node.b;
    return node.kind == NodeKind::kCall ? tree_[tree_.Children(node.list)[0]].a : NodeId::kNone;
  }

  // `"b"`, `0`, `-1`.
  bool IsConstant(NodeId id) const {
    const Node& node = tree_[id];
    if (node.kind == NodeKind::kConst) return true;
    return node.kind == NodeKind::kUnary && node.op == Op::kNegate &&
           tree_[node.a].kind == NodeKind::kConst;
  }

  ReadStep StepOf(NodeId link) {
    const NodeId key = KeyOf(link);
    if (key == NodeId::kNone) {
      return {ReadStep::Kind::kField, std::string(tree_.Text(tree_[link].name)), 0};
    }
    if (IsConstant(key)) return {ReadStep::Kind::kField, ConstantText(key), 0};
    const uint32_t known = keys_[static_cast<uint32_t>(key)];
    if (known < kComputed) return {ReadStep::Kind::kKey, {}, known};
    // Which item is computed: any may be the one.
    return {ReadStep::Kind::kEach, {}, next_++};
  }

  // Finds the paths of the keys in a chain, innermost first.
  void FindKeys(const Chain& outer) {
    std::vector<NodeId> open;
    const auto push = [&](const Chain& chain) {
      for (const NodeId link : chain.links) {
        const NodeId key = KeyOf(link);
        if (key == NodeId::kNone || IsConstant(key)) continue;
        if (keys_[static_cast<uint32_t>(key)] == kNone) open.push_back(key);
      }
    };
    push(outer);
    while (!open.empty()) {
      const NodeId key = open.back();
      uint32_t& known = keys_[static_cast<uint32_t>(key)];
      if (known == kNone) {
        // It comes up again once its own keys are known.
        known = kComputed;
        push(ChainOf(key));
        continue;
      }
      open.pop_back();
      std::optional<Steps> path = known == kComputed ? KeyPath(key) : std::nullopt;
      const uint32_t taken = path ? 1 + KeysTakenBy(*path) : 0;
      if (taken == 0 || taken > kMostKeys) continue;
      known = static_cast<uint32_t>(found_.keys.size());
      found_.keys.push_back(std::move(*path));
      taken_.push_back(taken);
    }
  }

  uint32_t KeysTakenBy(const Steps& path) const {
    uint32_t taken = 0;
    for (const ReadStep& step : path) {
      if (step.kind == ReadStep::Kind::kKey) taken += taken_[step.order];
    }
    return taken;
  }

  // The one value that a key is; nothing where it is computed.
  std::optional<Steps> KeyPath(NodeId id) {
    if (!IsChain(id)) return std::nullopt;
    const Chain chain = ChainOf(id);
    if (tree_[chain.head].name == tree_.IdOf(kNameLoop)) return TurnPath(chain);
    std::vector<Steps> paths = PathsOf(chain);
    if (paths.size() != 1) return std::nullopt;
    return std::move(paths[0]);
  }

  // `loop.index0` and `loop.index`.
  std::optional<Steps> TurnPath(const Chain& chain) const {
    const Binding* loop = FindBinding(tree_[chain.head].name);
    if (!loop || chain.links.size() != 1) return std::nullopt;
    const Node& link = tree_[chain.links[0]];
    const std::string_view field =
        link.kind == NodeKind::kAttribute ? tree_.Text(link.name) : std::string_view();
    if (field != "index" && field != "index0") return std::nullopt;
    Steps steps = loop->paths[0];
    steps.back().name = field == "index" ? "1" : "0";
    return steps;
  }

  // Where the values of a chain come from; nothing where it begins at none of the data.
  std::vector<Steps> PathsOf(const Chain& chain) {
    const NameId name = tree_[chain.head].name;
    const Binding* binding = FindBinding(name);
    const bool is_ours = tree_[name].special || (!binding && FindGlobal(tree_.Text(name)));
    if (is_ours) return {};
    std::vector<Steps> paths;
    if (binding) {
      paths = binding->paths;
    } else {
      paths.push_back({{ReadStep::Kind::kField, std::string(tree_.Text(name)), 0}});
    }
    // What is made of several values has no fields of theirs.
    if (paths.size() != 1) return paths;
    for (auto link = chain.links.rbegin(); link != chain.links.rend(); ++link) {
      if (paths[0].size() == kMostSteps) break;
      paths[0].push_back(StepOf(*link));
    }
    return paths;
  }

  // Adds what a chain reads; false where the node is none.
  bool AddChain(NodeId id, bool printed) {
    const Chain chain = ChainOf(id);
    const bool is_name = tree_[chain.head].kind == NodeKind::kName;
    if (!is_name && chain.links.empty()) return false;
    for (const NodeId link : chain.links) {
      const NodeId key = KeyOf(link);
      if (key != NodeId::kNone && !IsConstant(key)) pending_.push_back({key, false});
      if (DefaultOf(link) != NodeId::kNone) pending_.push_back({DefaultOf(link), printed});
    }
    if (!is_name) {
      pending_.push_back({chain.head, printed});
      return true;
    }
    FindKeys(chain);
    for (Steps& path : PathsOf(chain)) {
      found_.paths.push_back({std::move(path), printed, next_++});
    }
    return true;
  }

  std::string ConstantText(NodeId id) const {
    const bool is_negative = tree_[id].kind == NodeKind::kUnary;
    const Value& value = tree_.constants[tree_[is_negative ? tree_[id].a : id].index];
    if (value.is_string()) return std::string(value.as_string());
    if (!value.is_int()) return {};
    return (is_negative ? "-" : "") + std::to_string(value.as_int());
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
  // By node: of a key that was looked at its number in TextReads::keys, or kComputed.
  std::vector<uint32_t> keys_;
  std::vector<uint32_t> taken_;  // by key of found_: how many it takes, itself included
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
