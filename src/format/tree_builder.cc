// Keys are checked at the end, map by map, since only then the caller's rule about repeats can
// look at the tree.
#include "format/tree_builder.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/ordered_map.h"
#include "base/try.h"
#include "diag/report.h"
#include "format/text.h"

namespace galley {

Diagnostic RepeatedKey(Code code, const Source& source, const Node& first, const Node& second) {
  Diagnostic diagnostic = Report(code, source, second.key_span,
                                 source.nature() == Nature::kData
                                     ? "a key stands twice in one map"
                                     : "the key " + Quoted(second.key) + " stands twice in one map",
                                 "remove one of the two");
  const Position place = source.Locate(first.key_span).start;
  diagnostic.notes.push_back("it stands first at line " + std::to_string(place.line) + ", column " +
                             std::to_string(place.column));
  return diagnostic;
}

TreeBuilder::TreeBuilder(const Source& source, const Limits& limits, MayRepeatKeys may_repeat)
    : source_(source), may_repeat_(may_repeat), tree_(limits) {}

void TreeBuilder::Key(std::string_view text, Span span) {
  key_ = tree_.heap_.NewString(text).as_string();
  key_span_ = span;
  has_key_ = true;
}

NodeId TreeBuilder::Add(const Value& value, Span span) {
  const auto id = static_cast<uint32_t>(tree_.nodes_.size());
  tree_.nodes_.push_back({value, key_, span, key_span_, NodeId{id + 1}});
  key_ = {};
  key_span_ = {};
  has_key_ = false;
  last_end_ = span.end;
  return NodeId{id};
}

NodeId TreeBuilder::Scalar(const Value& value, Span span) { return Add(value, span); }

NodeId TreeBuilder::String(std::string_view text, Span span) {
  return Add(tree_.heap_.NewString(text), span);
}

NodeId TreeBuilder::OpenContainer(const Value& empty, Span span) {
  const NodeId id = Add(empty, span);
  open_.push_back({id, 0});
  return id;
}

NodeId TreeBuilder::OpenList(Span span) { return OpenContainer(Value::List({}), span); }

NodeId TreeBuilder::OpenMap(Span span) { return OpenContainer(Value::Map(nullptr, 0), span); }

void TreeBuilder::Close(uint32_t end) {
  const Open closed = open_.back();
  open_.pop_back();
  Node& node = NodeAt(closed.id);
  node.end = NodeId{static_cast<uint32_t>(tree_.nodes_.size())};
  node.span.end = end;
  last_end_ = end;
  last_height_ = closed.height + 1;
  Rise(last_height_);
}

void TreeBuilder::Rise(uint32_t height) {
  if (!open_.empty()) open_.back().height = std::max(open_.back().height, height);
}

uint32_t TreeBuilder::SizeOf(NodeId id) const noexcept {
  return static_cast<uint32_t>(NodeAt(id).end) - static_cast<uint32_t>(id);
}

NodeId TreeBuilder::Repeat(NodeId first, uint32_t height, uint32_t end) {
  const auto from = static_cast<uint32_t>(first);
  const auto to = static_cast<uint32_t>(tree_.nodes_.size());
  const uint32_t size = SizeOf(first);
  for (uint32_t at = from; at < from + size; ++at) {
    Node copy = tree_.nodes_[at];
    copy.end = NodeId{static_cast<uint32_t>(copy.end) - from + to};
    tree_.nodes_.push_back(copy);
  }
  // The key is that of the new place, not of the old one.
  Node& top = tree_.nodes_[to];
  top.key = std::exchange(key_, {});
  top.key_span = std::exchange(key_span_, {});
  has_key_ = false;
  last_end_ = end;
  Rise(height);
  return NodeId{to};
}

Result<Tree> TreeBuilder::Finish() {
  if (tree_.heap_.exhausted() != Exhausted::kNo) {
    return ValuesDoNotFit(source_, tree_.heap_.exhausted());
  }
  TRY(CheckKeys());
  return std::move(tree_);
}

Result<void> TreeBuilder::CheckKeys() const {
  for (uint32_t at = 0; at < tree_.nodes_.size(); ++at) {
    if (tree_.nodes_[at].is_map()) TRY(CheckKeysOf(NodeId{at}));
  }
  return {};
}

Result<void> TreeBuilder::CheckKeysOf(NodeId map) const {
  if (may_repeat_ && may_repeat_(tree_, map)) return {};
  OrderedMap<NodeId, std::string_view> seen;
  for (NodeId item : tree_.Children(map)) {
    const auto [first, is_new] = seen.Insert(NodeAt(item).key, item);
    if (!is_new) return RepeatedKey(Code::kDuplicateKey, source_, NodeAt(*first), NodeAt(item));
  }
  return {};
}

}  // namespace galley
