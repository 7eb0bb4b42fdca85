// From each mention of a variable the tree is climbed as long as parts of a value are taken.  What
// is not known to take a part takes the whole, so a new kind of node is safe until it is taught
// here.  A loop goes on with the mentions of its variable.
#include "engine/jinja/read_tree.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/try.h"
#include "engine/jinja/ast.h"
#include "engine/jinja/parser.h"
#include "engine/jinja/subtrees.h"
#include "engine/library/host_callables.h"

namespace galley::jinja {
namespace {

constexpr uint32_t kNone = UINT32_MAX;
// A template that reads in more ways than this reads everything.
constexpr size_t kMostNodes = 1'024;
constexpr size_t kMostSteps = 16'384;

// Tests that ask what a value is, and not what it holds.
constexpr std::string_view kTestsOfKind[] = {"defined", "undefined", "none",    "string",
                                             "mapping", "number",    "boolean", "sequence"};

template <class Words>
bool IsOneOf(std::string_view word, const Words& words) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

uint32_t PositionOf(NodeId id) noexcept { return static_cast<uint32_t>(id); }

class Climber {
 public:
  Climber(const Tree& tree, const HostCallables* host, ReadTree* reads)
      : tree_(tree),
        host_(host),
        reads_(*reads),
        firsts_(FirstsOf(tree)),
        parents_(tree.nodes.size(), kNone),
        mentions_(tree.names.size()) {
    for (uint32_t at = 0; at < tree.nodes.size(); ++at) {
      const Node& node = tree.nodes[at];
      if (node.kind == NodeKind::kName) mentions_[static_cast<size_t>(node.name)].push_back(at);
      for (const NodeId child : {node.a, node.b, node.c}) SetParent(child, at);
      for (const ListId list : {node.list, node.body, node.else_body}) {
        for (const NodeId child : tree.Children(list)) SetParent(child, at);
      }
    }
  }

  void Run() {
    for (const Node& node : tree_.nodes) {
      if (node.kind == NodeKind::kDebug) return TakeAll();
    }
    for (const std::vector<uint32_t>& places : mentions_) {
      for (const uint32_t at : places) {
        if (reads_.nodes.size() > kMostNodes) return TakeAll();
        if (!IsTarget(at)) pending_.push_back({at, FieldOf(0, TextAt(at))});
      }
    }
    size_t steps = 0;
    while (!pending_.empty()) {
      const Mention next = pending_.back();
      pending_.pop_back();
      if (++steps > kMostSteps || reads_.nodes.size() > kMostNodes) return TakeAll();
      Climb(next.at, next.node);
    }
    FindBound();
    for (const Computed& each : computed_) TakeNumbers(each);
  }

 private:
  // A place where a value is mentioned, and its node in reads_.
  struct Mention {
    uint32_t at;
    uint32_t node;
  };
  // Where the number of an item comes from: the variable that the expression begins with, and
  // the nodes that its value may have.
  struct Numbers {
    void Add(NameId from, uint32_t node) {
      name = from;
      nodes.push_back(node);
    }
    NameId name = NameId::kNone;
    std::vector<uint32_t> nodes;
  };
  // An item whose number is computed: of the value of a node, at a place.
  struct Computed {
    uint32_t node;
    uint32_t at;
  };

  void SetParent(NodeId child, uint32_t parent) {
    if (child != NodeId::kNone) parents_[PositionOf(child)] = parent;
  }

  std::string_view TextAt(uint32_t at) const { return tree_.Text(tree_.nodes[at].name); }

  void TakeAll() {
    reads_.nodes.front().is_whole = true;
    pending_.clear();
  }

  // A name that is given something, and not read.
  bool IsTarget(uint32_t at) const {
    uint32_t parent = parents_[at];
    while (parent != kNone && tree_.nodes[parent].kind == NodeKind::kTuple) {
      at = parent;
      parent = parents_[at];
    }
    if (parent == kNone) return false;
    const Node& node = tree_.nodes[parent];
    const bool assigns = node.kind == NodeKind::kFor || node.kind == NodeKind::kSet ||
                         node.kind == NodeKind::kSetBlock;
    return assigns && PositionOf(node.a) == at;
  }

  uint32_t NewNode(uint32_t parent) {
    reads_.nodes.emplace_back().parent = parent;
    return static_cast<uint32_t>(reads_.nodes.size() - 1);
  }

  template <class Key, class Entries>
  uint32_t ChildOf(uint32_t node, Entries ReadTree::Node::*entries, const Key& key) {
    for (const auto& [known, child] : reads_.nodes[node].*entries) {
      if (known == key) return child;
    }
    const uint32_t child = NewNode(node);
    (reads_.nodes[node].*entries).emplace_back(key, child);
    return child;
  }
  uint32_t FieldOf(uint32_t node, std::string_view key) {
    return ChildOf(node, &ReadTree::Node::fields, key);
  }
  uint32_t EachOf(uint32_t node) {
    if (reads_.nodes[node].each == 0) {
      const uint32_t child = NewNode(node);
      reads_.nodes[node].each = child;
    }
    return reads_.nodes[node].each;
  }

  // The same where any item is meant.
  uint32_t AnyOf(uint32_t node) {
    asked_.insert(node);
    return EachOf(node);
  }

  // Follows what becomes of the value that is mentioned at `at`.
  void Climb(uint32_t at, uint32_t node) {
    const NameId name = tree_.nodes[at].name;
    bool is_slice = false;
    while (parents_[at] != kNone) {
      const uint32_t above = parents_[at];
      const Node& parent = tree_.nodes[above];
      if (parent.kind == NodeKind::kAttribute && !IsCalled(above)) {
        node = FieldOf(node, TextAt(above));
      } else if (parent.kind == NodeKind::kItem && PositionOf(parent.a) == at &&
                 parent.b != NodeId::kNone) {
        const bool cuts = tree_[parent.b].kind == NodeKind::kSlice;
        if (!cuts) node = ItemOf(node, above, is_slice);
        is_slice = cuts;
      } else if (parent.kind == NodeKind::kFor && PositionOf(parent.b) == at && Enters(above)) {
        entered_.emplace(above, name);
        return EnterLoop(above, AnyOf(node));
      } else if (IsAskedOnly(parent, at, node)) {
        asked_.insert(node);
        return;
      } else {
        if (parent.kind == NodeKind::kItem) numbers_[above].Add(name, node);
        break;
      }
      at = above;
    }
    reads_.nodes[node].is_whole = true;
  }

  bool IsCalled(uint32_t at) const {
    const uint32_t above = parents_[at];
    return above != kNone && tree_.nodes[above].kind == NodeKind::kCall &&
           PositionOf(tree_.nodes[above].a) == at;
  }

  uint32_t ItemOf(uint32_t node, uint32_t at, bool is_slice) {
    const Node& index = tree_[tree_.nodes[at].b];
    if (is_slice) return AnyOf(node);
    if (index.kind != NodeKind::kConst) {
      computed_.push_back({node, at});
      return EachOf(node);
    }
    const Value& value = tree_.constants[index.index];
    if (value.is_string()) return FieldOf(node, value.as_string());
    if (!value.is_int()) return AnyOf(node);
    return ChildOf(node, &ReadTree::Node::items, value.as_int());
  }

  // Finds the names that may be more than what the context gives them, or a loop over what it
  // gives: the others are known before the template runs.
  void FindBound() {
    bound_.resize(tree_.names.size());
    for (size_t name = 0; name < bound_.size(); ++name) bound_[name] = tree_.names[name].special;
    for (uint32_t at = 0; at < tree_.nodes.size(); ++at) NoteBinding(at);
    for (bool changed = true; changed;) {
      changed = false;
      for (const uint32_t loop : loops_) {
        const size_t name = NameOf(tree_[tree_.nodes[loop].a]);
        const auto list = entered_.find(loop);
        const bool is_known = list != entered_.end() && !bound_[static_cast<size_t>(list->second)];
        if (is_known || bound_[name]) continue;
        changed = bound_[name] = true;
      }
    }
  }

  static size_t NameOf(const Node& node) noexcept { return static_cast<size_t>(node.name); }

  void NoteBinding(uint32_t at) {
    const Node& node = tree_.nodes[at];
    const uint32_t above = parents_[at];
    const NodeKind parent = above == kNone ? NodeKind::kText : tree_.nodes[above].kind;
    if (node.kind == NodeKind::kName && IsTarget(at) && parent == NodeKind::kFor) {
      return loops_.push_back(above);
    }
    const bool binds = node.kind == NodeKind::kName && (parent == NodeKind::kWith || IsTarget(at));
    const bool declares = node.kind == NodeKind::kParameter || node.kind == NodeKind::kImport ||
                          node.kind == NodeKind::kMacro;
    if (binds || declares) bound_[NameOf(node)] = true;
    if (node.kind == NodeKind::kAlias) bound_[static_cast<size_t>(node.alias)] = true;
  }

  // Tells the numbers of the items that are read, where every read is by a number that is known
  // before the template runs.
  void TakeNumbers(const Computed& item) {
    ReadTree::Node& node = reads_.nodes[item.node];
    const auto found = numbers_.find(item.at);
    if (found == numbers_.end() || bound_[static_cast<size_t>(found->second.name)]) {
      asked_.insert(item.node);
    }
    const bool is_sparse = !node.is_whole && !node.needs_keys && node.fields.empty() &&
                           node.items.empty() && !asked_.contains(item.node);
    if (!is_sparse) return node.numbers.clear();
    const std::vector<uint32_t>& nodes = found->second.nodes;
    node.numbers.insert(node.numbers.end(), nodes.begin(), nodes.end());
  }

  // Whether `parent` asks for no more than whether the value at `at` is true, what kind it is of,
  // or how long it is.
  bool IsAskedOnly(const Node& parent, uint32_t at, uint32_t node) {
    const std::string_view name =
        parent.name == NameId::kNone ? std::string_view() : tree_.Text(parent.name);
    switch (parent.kind) {
      case NodeKind::kBranch:
        return PositionOf(parent.a) == at;
      case NodeKind::kCondition:
        return PositionOf(parent.b) == at;
      case NodeKind::kFor:
        return PositionOf(parent.c) == at;
      case NodeKind::kUnary:
        return parent.op == Op::kNot;
      case NodeKind::kTest:
        return PositionOf(parent.a) == at && IsOneOf(name, kTestsOfKind) &&
               !(host_ && host_->Has(HostKind::kTest, name));
      case NodeKind::kFilter:
        if ((name != "length" && name != "count") || PositionOf(parent.a) != at) return false;
        reads_.nodes[node].needs_keys = true;
        return !(host_ && host_->Has(HostKind::kFilter, name));
      default:
        return false;
    }
  }

  // Whether all that can read the items of the loop at `at` is in its body and mentions them.
  bool Enters(uint32_t at) const {
    const Node& loop = tree_.nodes[at];
    if ((loop.flags & kRecursive) || tree_[loop.a].kind != NodeKind::kName) return false;
    for (uint32_t inside = firsts_[at]; inside < at; ++inside) {
      const Node& node = tree_.nodes[inside];
      const bool hands_on =
          node.kind == NodeKind::kInclude || node.kind == NodeKind::kImport ||
          node.kind == NodeKind::kFromImport || node.kind == NodeKind::kBlock ||
          (node.kind == NodeKind::kName && TextAt(inside) == "loop" && !IsPlainLoop(inside));
      if (hands_on) return false;
    }
    return true;
  }

  // A mention of `loop` that does not give items.
  bool IsPlainLoop(uint32_t at) const {
    const uint32_t above = parents_[at];
    if (above == kNone || tree_.nodes[above].kind != NodeKind::kAttribute) return false;
    const std::string_view field = TextAt(above);
    return field != "previtem" && field != "nextitem";
  }

  void EnterLoop(uint32_t at, uint32_t each) {
    const Node& loop = tree_.nodes[at];
    const uint32_t list = PositionOf(loop.b);
    for (const uint32_t place : mentions_[static_cast<size_t>(tree_[loop.a].name)]) {
      const bool is_inside = place >= firsts_[at] && place < at;
      // The list itself is found before the variable is there.
      const bool is_in_list = place >= firsts_[list] && place <= list;
      if (is_inside && !is_in_list && !IsTarget(place)) pending_.push_back({place, each});
    }
  }

  const Tree& tree_;
  const HostCallables* host_;
  ReadTree& reads_;
  std::vector<uint32_t> firsts_;
  std::vector<uint32_t> parents_;
  std::vector<std::vector<uint32_t>> mentions_;  // by name
  std::vector<bool> bound_;                      // by name: see FindBound
  std::vector<uint32_t> loops_;                  // that give one name to each item
  std::unordered_map<uint32_t, NameId>
      entered_;  // by loop that was entered: what its list begins with
  std::vector<Computed> computed_;
  std::unordered_map<uint32_t, Numbers> numbers_;  // by place of an item
  std::unordered_set<uint32_t> asked_;  // nodes whose value is asked for more than such items
  std::vector<Mention> pending_;
};

}  // namespace

Result<void> AddReads(const Source& source, const SyntaxOptions& options, const Limits& limits,
                      ReadTree* reads) {
  const Tree tree = TRY(Parse(source, options, limits));
  Climber(tree, options.host, reads).Run();
  return {};
}

}  // namespace galley::jinja
