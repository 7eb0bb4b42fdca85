// StoryForge's template JSON, which is nearly a chat template of ours.
//
// Fields pass as they are; nulls, which ours refuses, are left out; leaves are translated; a
// loop says `stopWhenOutOfBudget: false` where it says nothing, since that is what it means
// there.
#include <algorithm>
#include <vector>

#include "base/try.h"
#include "diag/report.h"
#include "format/json.h"
#include "import/import.h"
#include "import/storyforge_leaf.h"
#include "value/map.h"

namespace galley::importing {
namespace {

// Below these anything may stand: it is data, not template.
constexpr std::string_view kDataKeys[] = {"payload", "args",           "value",
                                          "meta",    "responseFormat", "responseTransforms"};
constexpr std::string_view kLeafKeys[] = {"content",      "template",      "text",
                                          "openTemplate", "closeTemplate", "key"};

bool IsAmong(std::span<const std::string_view> keys, std::string_view key) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

// Which nodes stand below a data key.
std::vector<bool> FindData(const Tree& tree) {
  std::vector<bool> is_data(tree.size());
  size_t data_end = 0;
  for (size_t at = 0; at < tree.size(); ++at) {
    const galley::Node& node = tree[NodeId{static_cast<uint32_t>(at)}];
    if (at >= data_end && IsAmong(kDataKeys, node.key)) data_end = static_cast<size_t>(node.end);
    is_data[at] = at < data_end;
  }
  return is_data;
}

class Rewriter {
 public:
  Rewriter(Job* job, const Tree& tree)
      : job_(job), tree_(tree), is_data_(FindData(tree)), values_(tree.size()) {}

  // Children come after their parents, so from the end on every child is made already.
  Result<Value> Run() {
    for (size_t at = tree_.size(); at-- > 0;) {
      values_[at] = TRY(Rewrite(NodeId{static_cast<uint32_t>(at)}));
    }
    return values_.front();
  }

 private:
  Result<Value> Rewrite(NodeId id) {
    const galley::Node& node = tree_[id];
    if (node.is_map()) return RewriteMap(id);
    if (node.is_list()) return RewriteList(id);
    const bool is_leaf = !is_data_[static_cast<size_t>(id)] && IsAmong(kLeafKeys, node.key);
    if (!node.is_string()) return node.value;
    if (!is_leaf) return job_->heap()->NewString(node.value.as_string());
    const TranslatedLeaf leaf =
        TranslateStoryForgeLeaf(node.value.as_string(), job_->limits().nesting);
    if (!leaf.problem.empty()) return job_->Refuse(job_->PlaceIn(node, leaf.place), leaf.problem);
    return job_->heap()->NewString(leaf.text);
  }

  bool IsDropped(NodeId id) const {
    return tree_[id].value.is_none() && !is_data_[static_cast<size_t>(id)];
  }

  Value RewriteList(NodeId id) {
    std::vector<Value> items;
    for (const NodeId child : tree_.Children(id)) {
      if (!IsDropped(child)) items.push_back(values_[static_cast<size_t>(child)]);
    }
    return job_->heap()->NewList(items);
  }

  Value RewriteMap(NodeId id) {
    std::vector<NodeId> kept;
    for (const NodeId child : tree_.Children(id)) {
      if (!IsDropped(child)) kept.push_back(child);
    }
    const bool is_loop =
        !is_data_[static_cast<size_t>(id)] && TextUnder(tree_, id, "kind") == "forEach";
    const NodeId stop = tree_.Find(id, "stopWhenOutOfBudget");
    const bool says_nothing = is_loop && (stop == kNoNode || tree_[stop].value.is_none());
    Heap* heap = job_->heap();
    MapEntry* entries = heap->NewEntries(kept.size() + 1);
    if (!entries) return Value();
    size_t size = 0;
    for (const NodeId child : kept) {
      entries[size++] = {heap->NewString(tree_[child].key), values_[static_cast<size_t>(child)]};
    }
    if (says_nothing) {
      entries[size++] = {Value::String("stopWhenOutOfBudget"), Value::Bool(false)};
    }
    return heap->NewMap(entries, size);
  }

  Job* job_;
  const Tree& tree_;
  std::vector<bool> is_data_;
  std::vector<Value> values_;
};

}  // namespace

Result<Imported> ImportStoryForge(Job* job) {
  const Tree tree = TRY(ReadJson(job->source(), job->limits()));
  const galley::Node& root = tree[Tree::root()];
  if (!root.is_map() || tree.Find(Tree::root(), "layout") == kNoNode) {
    return job->Refuse(root.span, "a template of StoryForge is a map with `layout` and `slots`");
  }
  const Value document = TRY(Rewriter(job, tree).Run());
  return Imported{TRY(PrintDocument(job, document)), "chat", {}};
}

}  // namespace galley::importing
