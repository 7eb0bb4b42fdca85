// Follows contexts and block parameters through bodies that lie on a stack; what a helper
// returns is not followed.
#include "engine/handlebars/reads.h"

#include <optional>
#include <string_view>
#include <utility>

#include "base/try.h"
#include "engine/handlebars/ast.h"
#include "engine/handlebars/parser.h"
#include "engine/library/builtin.h"

namespace galley::handlebars {
namespace {

using Steps = std::vector<ReadStep>;

class ReadFinder {
 public:
  explicit ReadFinder(const Tree& tree) : tree_(tree), keys_(tree.nodes.size(), kNone) {}

  TextReads Run() {
    contexts_.push_back({Steps(), 0, false});
    Enter(tree_.root, 0, {});
    while (!visits_.empty()) {
      Visit& visit = visits_.back();
      const std::span<const NodeId> statements = tree_.Statements(visit.body);
      if (visit.next < statements.size()) {
        const NodeId id = statements[visit.next++];
        VisitStatement(tree_[id], visit.context);
      } else {
        params_.resize(visit.params);
        visits_.pop_back();
      }
    }
    return std::move(found_);
  }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  static constexpr uint32_t kComputed = UINT32_MAX - 1;
  // What a block made the context; nothing where its text does not tell.
  struct Context {
    std::optional<Steps> steps;
    uint32_t outer;  // in contexts_
    bool is_turn;    // of `each`
  };
  struct Param {
    std::string_view name;
    std::optional<Steps> steps;
  };
  struct Pending {
    NodeId id;
    bool is_printed;
  };
  // A body that is being read.
  struct Visit {
    BodyId body;
    uint32_t context;
    size_t params;  // in params_, before its own
    size_t next = 0;
  };

  // The first block parameter is the item, the second its key or index.
  void Enter(BodyId body, uint32_t context, const std::optional<Steps>& item) {
    if (body == BodyId::kNone) return;
    visits_.push_back({body, context, params_.size()});
    size_t number = 0;
    for (const std::string_view name : tree_.Params(tree_[body])) {
      params_.push_back({name, number == 0 ? item : std::nullopt});
      if (number == 1 && item && !item->empty() && item->back().kind == ReadStep::Kind::kEach) {
        params_.back().steps = TurnOf(*item, ReadStep::Kind::kName);
      }
      ++number;
    }
  }

  // Something else of the turn that gives an item.
  static Steps TurnOf(Steps item, ReadStep::Kind kind) {
    item.back().kind = kind;
    return item;
  }

  void VisitStatement(const Node& node, uint32_t context) {
    switch (node.kind) {
      case NodeKind::kMustache:
        return VisitCall(node, context, true);
      case NodeKind::kBlock:
        return VisitBlock(node, context);
      case NodeKind::kPartial:
        PushArguments(node, true);
        VisitPending(context);
        if (tree_[node.callee].kind == NodeKind::kString) {
          found_.includes.emplace_back(tree_.texts[tree_[node.callee].index]);
        } else if (tree_[node.callee].kind == NodeKind::kPath) {
          found_.includes.emplace_back(tree_.paths[tree_[node.callee].index].original);
        }
        return Enter(node.program, context, std::nullopt);
      case NodeKind::kDecorator:
        return Enter(node.program, context, std::nullopt);
      default:
        return;
    }
  }

  std::string_view CalleeName(const Node& call) const {
    const Node& callee = tree_[call.callee];
    return callee.kind == NodeKind::kPath ? tree_.paths[callee.index].original : std::string_view();
  }

  void VisitBlock(const Node& node, uint32_t context) {
    const std::string_view name = CalleeName(node);
    const bool has_arguments = node.params.size > 0;
    VisitCall(node, context, false);
    if (name == "if" || name == "unless") {
      Enter(node.inverse, context, std::nullopt);
      return Enter(node.program, context, std::nullopt);
    }
    // `each` and `with` name what they enter; a section is that itself.
    const bool is_each = name == "each" && has_arguments;
    const bool is_with = name == "with" && has_arguments;
    std::optional<Steps> inner;
    if (is_each || is_with) {
      inner = StepsOf(tree_.Children(node.params)[0], context);
    } else if (!has_arguments) {
      inner = StepsOf(node.callee, context);
    }
    if (inner && !is_with) {
      const auto kind = is_each ? ReadStep::Kind::kEach : ReadStep::Kind::kSection;
      inner->push_back({kind, {}, next_++});
    }
    Enter(node.inverse, context, std::nullopt);
    contexts_.push_back({inner, context, is_each});
    Enter(node.program, static_cast<uint32_t>(contexts_.size() - 1), inner);
  }

  // A helper reads its arguments; anything else is a path.
  void VisitCall(const Node& call, uint32_t context, bool is_printed) {
    if (!AddLookup(call, context, is_printed)) {
      AddCallee(call, context, is_printed);
      PushArguments(call, is_printed);
    }
    VisitPending(context);
  }

  void AddCallee(const Node& call, uint32_t context, bool is_printed) {
    const bool is_call =
        call.kind == NodeKind::kSubExpression || call.params.size > 0 || call.hash.size > 0;
    const Node& callee = tree_[call.callee];
    if (callee.kind != NodeKind::kPath) return;
    const Path& path = tree_.paths[callee.index];
    if (path.is_simple() && !FindParam(path) && (is_call || FindHelper(path.original))) return;
    AddPath(call.callee, context, is_printed);
  }

  void VisitPending(uint32_t context) {
    while (!pending_.empty()) {
      const auto [id, is_printed] = pending_.back();
      const Node& node = tree_[id];
      pending_.pop_back();
      if (node.kind == NodeKind::kPath) AddPath(id, context, is_printed);
      if (node.kind == NodeKind::kHashPair) pending_.push_back({node.callee, is_printed});
      if (node.kind != NodeKind::kSubExpression) continue;
      if (AddLookup(node, context, is_printed)) continue;
      AddCallee(node, context, is_printed);
      PushArguments(node, is_printed);
    }
  }

  void PushArguments(const Node& call, bool is_printed) {
    for (const ListId list : {call.hash, call.params}) {
      const std::span<const NodeId> nodes = tree_.Children(list);
      for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
        pending_.push_back({*node, is_printed});
      }
    }
  }

  const Param* FindParam(const Path& path) const {
    if (path.depth > 0 || path.is_scoped || path.is_data || path.parts.size == 0) return nullptr;
    for (auto param = params_.rbegin(); param != params_.rend(); ++param) {
      if (param->name == tree_.Parts(path)[0]) return &*param;
    }
    return nullptr;
  }

  // `lookup VALUE KEY`, in a tag or in parentheses.
  bool IsLookup(const Node& call) const {
    const bool is_call = call.kind == NodeKind::kMustache || call.kind == NodeKind::kSubExpression;
    return is_call && call.params.size == 2 && CalleeName(call) == "lookup" &&
           !FindParam(tree_.paths[tree_[call.callee].index]);
  }

  // A value and the keys that are looked up in it one after the other, the last first.
  struct Lookup {
    NodeId value;
    std::vector<NodeId> keys;
  };
  Lookup Unfold(const Node& call) const {
    Lookup lookup;
    const Node* at = &call;
    do {
      lookup.value = tree_.Children(at->params)[0];
      lookup.keys.push_back(tree_.Children(at->params)[1]);
      at = &tree_[lookup.value];
    } while (IsLookup(*at));
    return lookup;
  }

  // A text, or the number of an item.
  bool IsConstant(NodeId key) const {
    const Node& node = tree_[key];
    if (node.kind != NodeKind::kNumber) return node.kind == NodeKind::kString;
    return node.number >= 0 && node.number < 4294967296.0 &&
           node.number == static_cast<double>(static_cast<uint64_t>(node.number));
  }

  ReadStep StepBy(NodeId key) {
    const Node& node = tree_[key];
    if (IsConstant(key)) {
      return {ReadStep::Kind::kField,
              node.kind == NodeKind::kString ? std::string(tree_.texts[node.index])
                                             : std::to_string(static_cast<uint64_t>(node.number)),
              0};
    }
    const uint32_t known = keys_[static_cast<uint32_t>(key)];
    if (known < kComputed) return {ReadStep::Kind::kKey, {}, known};
    // Which item is computed: any may be the one.
    return {ReadStep::Kind::kEach, {}, next_++};
  }

  std::optional<Steps> StepsOfLookup(const Lookup& lookup, uint32_t context) {
    std::optional<Steps> steps = StepsOfPath(lookup.value, context);
    if (!steps) return std::nullopt;
    for (auto key = lookup.keys.rbegin(); key != lookup.keys.rend(); ++key) {
      steps->push_back(StepBy(*key));
    }
    return steps;
  }

  // Finds the paths of the keys of a lookup, innermost first.
  void FindKeys(const Lookup& outer, uint32_t context) {
    std::vector<NodeId> open;
    const auto push = [&](const Lookup& lookup) {
      for (const NodeId key : lookup.keys) {
        const bool is_new = keys_[static_cast<uint32_t>(key)] == kNone;
        if (is_new && !IsConstant(key)) open.push_back(key);
      }
    };
    push(outer);
    while (!open.empty()) {
      const NodeId key = open.back();
      uint32_t& known = keys_[static_cast<uint32_t>(key)];
      const bool is_lookup = IsLookup(tree_[key]);
      if (known == kNone) {
        // It comes up again once its own keys are known.
        known = kComputed;
        if (is_lookup) push(Unfold(tree_[key]));
        continue;
      }
      open.pop_back();
      if (known != kComputed) continue;
      std::optional<Steps> path =
          is_lookup ? StepsOfLookup(Unfold(tree_[key]), context) : StepsOfKey(key, context);
      if (!path) continue;
      known = static_cast<uint32_t>(found_.keys.size());
      found_.keys.push_back(std::move(*path));
    }
  }

  // `@index` and `@key` of the innermost `each` are known as well.
  std::optional<Steps> StepsOfKey(NodeId key, uint32_t context) const {
    const std::string_view name = tree_[key].kind == NodeKind::kPath
                                      ? tree_.paths[tree_[key].index].original
                                      : std::string_view();
    if (name != "@index" && name != "@key") return StepsOfPath(key, context);
    while (context != 0 && !contexts_[context].is_turn) context = contexts_[context].outer;
    const std::optional<Steps>& item = contexts_[context].steps;
    if (context == 0 || !item) return std::nullopt;
    return TurnOf(*item, name == "@key" ? ReadStep::Kind::kName : ReadStep::Kind::kNumber);
  }

  // Adds what a lookup reads, and leaves keys that are computed pending; false where the call is
  // none.
  bool AddLookup(const Node& call, uint32_t context, bool is_printed) {
    if (!IsLookup(call)) return false;
    const Lookup lookup = Unfold(call);
    FindKeys(lookup, context);
    if (std::optional<Steps> steps = StepsOfLookup(lookup, context)) {
      found_.paths.push_back({std::move(*steps), is_printed, next_++});
    } else {
      pending_.push_back({lookup.value, is_printed});
    }
    for (const NodeId key : lookup.keys) {
      if (!IsConstant(key)) pending_.push_back({key, false});
    }
    return true;
  }

  std::optional<Steps> StepsOf(NodeId id, uint32_t context) {
    if (!IsLookup(tree_[id])) return StepsOfPath(id, context);
    const Lookup lookup = Unfold(tree_[id]);
    FindKeys(lookup, context);
    return StepsOfLookup(lookup, context);
  }

  // Where a path begins at the data; nothing where that is not known, or it is no data.
  std::optional<Steps> StepsOfPath(NodeId id, uint32_t context) const {
    if (tree_[id].kind != NodeKind::kPath) return std::nullopt;
    const Path& path = tree_.paths[tree_[id].index];
    std::span<const std::string_view> parts = tree_.Parts(path);
    std::optional<Steps> steps;
    if (const Param* param = FindParam(path)) {
      steps = param->steps;
      parts = parts.subspan(1);
    } else if (path.is_data) {
      if (parts.empty() || parts[0] != "root") return std::nullopt;
      steps = Steps();
      parts = parts.subspan(1);
    } else {
      uint32_t at = context;
      for (uint32_t i = 0; i < path.depth; ++i) at = contexts_[at].outer;
      steps = contexts_[at].steps;
    }
    if (!steps) return std::nullopt;
    for (const std::string_view part : parts) {
      steps->push_back({ReadStep::Kind::kField, std::string(part), 0});
    }
    return steps;
  }

  void AddPath(NodeId id, uint32_t context, bool is_printed) {
    std::optional<Steps> steps = StepsOf(id, context);
    if (steps) found_.paths.push_back({std::move(*steps), is_printed, next_++});
  }

  const Tree& tree_;
  TextReads found_;
  uint32_t next_ = 0;
  // By node: of a key that was looked at its number in TextReads::keys, or kComputed.
  std::vector<uint32_t> keys_;
  std::vector<Context> contexts_;  // the first is that of the template
  std::vector<Param> params_;      // block parameters in scope
  std::vector<Visit> visits_;
  std::vector<Pending> pending_;
};

}  // namespace

Result<TextReads> FindReads(const Source& source, const Limits& limits) {
  const Tree tree = TRY(Parse(source, limits));
  return ReadFinder(tree).Run();
}

}  // namespace galley::handlebars
