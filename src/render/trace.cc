// The trace: from the bytes of a conversation to what printed them, and for which items.
// Nothing is made where nobody asked for it.
#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>

#include "render/renderer.h"

namespace galley::chat {
namespace {

// Room for so many, or null where the heap is exhausted.
TracedLoop* NewLoops(size_t count, Heap* heap) {
  static_assert(std::is_trivially_copyable_v<TracedLoop> && alignof(TracedLoop) <= alignof(Value));
  constexpr size_t kValues = (sizeof(TracedLoop) + sizeof(Value) - 1) / sizeof(Value);
  return count == 0 ? nullptr : reinterpret_cast<TracedLoop*>(heap->NewItems(count * kValues));
}

}  // namespace

Traced Renderer::TraceOf(const Block& block) {
  Traced traced;
  traced.parts = parts_;
  traced.leaf = block.content;
  traced.from = block.from;
  if (block.place != kAbsent) {
    traced.where = parts_->places[block.place].path;
    traced.line = parts_->places[block.place].line;
  }
  if (block.is_interleave) {
    traced.where = heap_.NewString(std::string(traced.where) + ".interleave").as_string();
  }
  const Block* first = parts_->blocks.data();
  const bool is_ours = &block >= first && &block < first + parts_->blocks.size();
  if (is_ours) traced.block = static_cast<uint32_t>(&block - first);
  TracedLoop* const around = NewLoops(loops_.size(), &heap_);
  if (!around) return traced;
  traced.loops = {around, loops_.size()};
  TracedLoop* next = around;
  for (const Loop& loop : loops_) {
    const uint32_t turn =
        block.is_interleave && &loop == &loops_.back() ? loop.last_printed : loop.turn;
    const Value item = ItemOf(loop, turn);
    uint32_t index = loop.reversed ? static_cast<uint32_t>(loop.items.size()) - 1 - turn : turn;
    if (loop.order != kAbsent) index = order_[loop.order + turn];
    *next++ = {loop.body - 1, index, item};
  }
  return traced;
}

void Renderer::TraceInsertion(const Insertion& insertion) {
  Traced traced;
  std::string where;
  if (insertion.group) {
    where = "attachments." + std::string(insertion.lane->id) + ".groups[" +
            std::to_string(insertion.group->written) + (insertion.closes ? "].close" : "].open");
  } else {
    where = "injections[" + std::to_string(insertion.request) + "]";
  }
  traced.where = heap_.NewString(where).as_string();
  traced.parts = PartsOf(*insertion.leaf);
  if (traced.parts) {
    traced.leaf = static_cast<uint32_t>(insertion.leaf - traced.parts->leaves.data());
  }
  traced.payload = insertion.payload;
  TraceLast(traced);
}

// The items of a history are what its messages were read from; of several that became one the
// first.
void Renderer::TraceHistory(const PlanNode& node, uint32_t message) {
  Traced traced;
  traced.parts = parts_;
  traced.where = parts_->places[node.place].path;
  traced.line = parts_->places[node.place].line;
  const Value& list = history_source_;
  const uint32_t item = history_sources_[message];
  const auto number = static_cast<uint32_t>(&node - artifact_->plan.data());
  const bool is_there = list.is_list() && item < list.size();
  if (TracedLoop* const around = NewLoops(1, &heap_)) {
    *around = {number, item, is_there ? list.items()[item] : Value()};
    traced.loops = {around, 1};
  }
  traced.is_shrunk = std::binary_search(shrunk_.begin(), shrunk_.end(), message);
  TraceLast(traced);
}

// What was printed last; what is printed without a trace has an empty one.
void Renderer::TraceLast(const Traced& traced) {
  traces_.resize(printed_.size());
  traces_.back() = traced;
}

void Renderer::TracePiece(uint32_t printed, uint32_t message, size_t begin, size_t end) {
  if (printed >= traces_.size()) return;
  std::vector<TracedPiece>& pieces = conversation_.trace.pieces;
  piece_of_.resize(traces_.size(), kAbsent);
  // A slot may be shown twice.
  const uint32_t before = std::exchange(piece_of_[printed], static_cast<uint32_t>(pieces.size()));
  const Traced traced = before == kAbsent ? traces_[printed] : pieces[before].by;
  pieces.push_back({traced, message, static_cast<uint32_t>(begin), static_cast<uint32_t>(end)});
}

}  // namespace galley::chat
