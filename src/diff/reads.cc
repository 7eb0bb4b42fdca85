// Replays what a node reads on both sides, side by side, until a value differs.
#include "diff/reads.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "compile/leaves.h"
#include "engine/code/read_path.h"
#include "render/scope.h"
#include "value/map.h"

namespace galley::diff {
namespace {

using chat::kAbsent;
using chat::Traced;

// Where a variable of a leaf begins.
Located Begin(const Side& side, const Traced& traced, std::string_view name) {
  const Located context{"", side.context};
  if (name == "ctx") return context;
  if (name == "globals") return StepInto(context, "globals", side.heap);
  if (name == "item") {
    return traced.loops.empty() ? Located() : LocateItem(side, traced.loops);
  }
  if (traced.payload.is_map()) {
    const Located payload{"payload", traced.payload};
    if (name == "payload") return payload;
    if (FindItem(traced.payload, name)) return StepInto(payload, name, side.heap);
  }
  return StepInto(context, name, side.heap);
}

// What one read gives, on both sides.
class Comparison {
 public:
  Comparison(const Side& side_a, const Traced& a, const Side& side_b, const Traced& b)
      : side_a_(side_a), side_b_(side_b), a_(a), b_(b) {}

  // The first difference and where it stands in the text: loops by their number and turn.
  std::optional<ValueDifference> Find(const ReadPath& read, std::vector<uint32_t>* order) {
    order->clear();
    std::optional<ValueDifference> found = Search(read, false, order);
    return found;
  }

 private:
  struct Open {
    size_t step;
    Located a;
    Located b;
    uint32_t next = 0;  // item
  };

  // Bare paths that lead nowhere are tried in the globals.
  Located Global(const Side& side, Located at, const ReadPath& read) const {
    if (!at.value.is_undefined() || read.steps.empty()) return at;
    const std::string& name = read.steps[0].name;
    if (name == "ctx" || name == "globals" || name == "item" || name == "payload") return at;
    Located global = StepInto({"", side.context}, "globals", side.heap);
    if (!global.value.is_map()) return at;
    for (const ReadStep& step : read.steps) {
      if (step.kind != ReadStep::Kind::kField) return at;
      global = StepInto(global, step.name, side.heap);
    }
    return global.value.is_undefined() ? at : global;
  }

  std::optional<ValueDifference> Compare(const ReadPath& read, Located a, Located b) const {
    const bool is_plain = std::all_of(read.steps.begin(), read.steps.end(), [](const ReadStep& s) {
      return s.kind == ReadStep::Kind::kField;
    });
    if (is_plain) {
      a = Global(side_a_, std::move(a), read);
      b = Global(side_b_, std::move(b), read);
    }
    if (TextOf(a.value) == TextOf(b.value)) return std::nullopt;
    return ValueDifference{b.value.is_undefined() ? a.path : b.path, a.value, b.value};
  }

  std::optional<ValueDifference> Search(const ReadPath& read, bool, std::vector<uint32_t>* order) {
    std::vector<Open> open;
    if (read.steps.empty()) {
      open.push_back({0, {"", side_a_.context}, {"", side_b_.context}});
    } else {
      open.push_back(
          {1, Begin(side_a_, a_, read.steps[0].name), Begin(side_b_, b_, read.steps[0].name)});
    }
    while (!open.empty()) {
      Open& top = open.back();
      Located a = top.a;
      Located b = top.b;
      size_t step = top.step;
      bool is_loop = false;
      for (; step < read.steps.size(); ++step) {
        const ReadStep& next = read.steps[step];
        if (next.kind != ReadStep::Kind::kField) {
          const bool has_items =
              a.value.is_sequence() || b.value.is_sequence() ||
              (next.kind == ReadStep::Kind::kEach && (a.value.is_map() || b.value.is_map()));
          if (!has_items) continue;
          is_loop = true;
          break;
        }
        a = StepInto(a, next.name, side_a_.heap);
        b = StepInto(b, next.name, side_b_.heap);
      }
      if (!is_loop) {
        std::optional<ValueDifference> found = Compare(read, a, b);
        if (found) {
          *order = OrderOf(read, open);
          return found;
        }
        open.pop_back();
        continue;
      }
      // The items one by one; the search of each comes back here.
      top.a = a;
      top.b = b;
      top.step = step;
      const uint32_t size = std::max(SizeOf(a.value), SizeOf(b.value));
      if (top.next == size) {
        open.pop_back();
        continue;
      }
      const uint32_t item = top.next++;
      open.push_back({step + 1, ItemAt(a, item, side_a_.heap), ItemAt(b, item, side_b_.heap)});
    }
    return std::nullopt;
  }

  static uint32_t SizeOf(const Value& value) {
    return value.is_sequence() || value.is_map() ? value.size() : 0;
  }

  static Located ItemAt(const Located& list, uint32_t item, Heap* heap) {
    if (!list.value.is_map()) return StepInto(list, std::to_string(item), heap);
    if (item >= list.value.size()) return {list.path, Value()};
    const Value& key = list.value.entries()[item].key;
    return StepInto(list, key.is_string() ? key.as_string() : std::string_view(), heap);
  }

  // Loops that are open stand behind all but the last of `open`.
  static std::vector<uint32_t> OrderOf(const ReadPath& read, const std::vector<Open>& open) {
    std::vector<uint32_t> order;
    for (size_t i = 0; i + 1 < open.size(); ++i) {
      order.push_back(read.steps[open[i].step].order);
      order.push_back(open[i].next - 1);
    }
    order.push_back(read.order);
    return order;
  }

  const Side& side_a_;
  const Side& side_b_;
  const Traced& a_;
  const Traced& b_;
};

const chat::Leaf* LeafOf(const Traced& traced) {
  return traced.parts && traced.leaf != kAbsent ? &traced.parts->leaves[traced.leaf] : nullptr;
}

// Whether an item of a history may be one message with the item before it: results, and items of
// responses.
bool MayJoin(const Value& item) {
  const auto text = [&](std::string_view key) {
    const Value* value = item.is_map() ? FindItem(item, key) : nullptr;
    return value && value->is_string() ? value->as_string() : std::string_view();
  };
  return text("role") == "tool" || text("role") == "function" || !text("type").empty();
}

// What differs between two items of histories: their content, or the whole.
std::optional<ValueDifference> DifferenceOfItem(const Side& side_a, const Located& before,
                                                const Side& side_b, const Located& after) {
  const Located text_before = StepInto(before, "content", side_a.heap);
  const Located text_after = StepInto(after, "content", side_b.heap);
  if (TextOf(text_before.value) != TextOf(text_after.value)) {
    return ValueDifference{text_after.path, text_before.value, text_after.value};
  }
  if (TextOf(before.value) == TextOf(after.value)) return std::nullopt;
  return ValueDifference{after.path, before.value, after.value};
}

// The same for a message, which several items may have become.
std::optional<ValueDifference> DifferenceOfItems(const Side& side_a, const Traced& a,
                                                 const Side& side_b, const Traced& b) {
  const Located list_a = LocateList(side_a, a.loops);
  const Located list_b = LocateList(side_b, b.loops);
  uint32_t at_a = ItemNumber(side_a, a.loops);
  uint32_t at_b = ItemNumber(side_b, b.loops);
  for (bool is_first = true;; is_first = false, ++at_a, ++at_b) {
    const Located before = StepInto(list_a, std::to_string(at_a), side_a.heap);
    const Located after = StepInto(list_b, std::to_string(at_b), side_b.heap);
    if (!is_first && !MayJoin(before.value) && !MayJoin(after.value)) return std::nullopt;
    if (before.value.is_undefined() && after.value.is_undefined()) return std::nullopt;
    const std::optional<ValueDifference> found = DifferenceOfItem(side_a, before, side_b, after);
    if (found) return found;
  }
}

// The difference that stands first in the text, of what is printed or of what is not.
std::optional<ValueDifference> FirstOf(const TextReads& reads, bool is_printed,
                                       Comparison* comparison) {
  std::optional<ValueDifference> first;
  std::vector<uint32_t> first_order;
  std::vector<uint32_t> order;
  for (const ReadPath& read : reads.paths) {
    if (read.is_printed != is_printed) continue;
    std::optional<ValueDifference> found = comparison->Find(read, &order);
    if (!found || (first && first_order <= order)) continue;
    first = std::move(found);
    first_order = order;
  }
  return first;
}

}  // namespace

std::optional<ValueDifference> FirstDifference(const Side& side_a, const Traced& a,
                                               const Side& side_b, const Traced& b) {
  if (!side_a.artifact || !side_b.artifact) return std::nullopt;
  if (a.from != kAbsent && b.from != kAbsent) {
    const Located before = Locate(side_a, a.parts->refs[a.from], a.loops);
    const Located after = Locate(side_b, b.parts->refs[b.from], b.loops);
    if (TextOf(before.value) == TextOf(after.value) || after.path.empty()) return std::nullopt;
    return ValueDifference{after.path, before.value, after.value};
  }
  const chat::Leaf* leaf = LeafOf(b);
  // A message of a history is its item.
  if (!leaf && b.block == kAbsent && !a.loops.empty() && !b.loops.empty()) {
    return DifferenceOfItems(side_a, a, side_b, b);
  }
  if (!leaf) return std::nullopt;
  const TextReads reads = chat::ReadsOfLeaf(*side_b.artifact, *leaf, side_b.limits);
  Comparison comparison(side_a, a, side_b, b);
  std::optional<ValueDifference> found = FirstOf(reads, true, &comparison);
  return found ? found : FirstOf(reads, false, &comparison);
}

std::string FirstPath(const Side& side, const Traced& traced) {
  if (!side.artifact) return {};
  if (traced.from != kAbsent) {
    return Locate(side, traced.parts->refs[traced.from], traced.loops).path;
  }
  const chat::Leaf* leaf = LeafOf(traced);
  if (!leaf) return {};
  const TextReads reads = chat::ReadsOfLeaf(*side.artifact, *leaf, side.limits);
  // Against a side that has nothing, the first value there is differs.
  Side nothing = side;
  nothing.context = Value::Map(nullptr, 0);
  Traced empty = traced;
  empty.payload = Value();
  for (chat::TracedLoop& loop : empty.loops) loop.item = Value();
  Comparison comparison(nothing, empty, side, traced);
  const std::optional<ValueDifference> found = FirstOf(reads, true, &comparison);
  return found ? found->path : std::string();
}

namespace {

// A condition that a node stands under, and how many of its loops stand around the condition.
struct Around {
  uint32_t condition;
  size_t depth;
};

// The slot whose header or footer holds a block, or null.
const chat::Slot* SlotAround(const chat::Artifact& artifact, uint32_t block) {
  for (const chat::LayoutNode& node : artifact.layout) {
    if (node.kind != chat::LayoutNode::Kind::kSlot) continue;
    for (const chat::Run run : {node.header, node.footer}) {
      for (uint32_t at = run.begin; at < run.end; ++at) {
        const chat::Entry& entry = artifact.entries[at];
        const bool is_block = entry.kind == chat::Entry::Kind::kBlock && entry.index == block;
        if (is_block) return &artifact.slots[node.index];
      }
    }
  }
  return nullptr;
}

// The node of the plan: of a message itself, of a separator its loop; kAbsent where it is none.
uint32_t PlanNodeOf(const chat::Artifact& artifact, const Traced& traced) {
  if (traced.block == kAbsent) return traced.loops.empty() ? kAbsent : traced.loops.back().node;
  for (uint32_t at = 0; at < artifact.plan.size(); ++at) {
    const chat::PlanNode& node = artifact.plan[at];
    if (node.kind == chat::PlanNode::Kind::kMessage && node.index == traced.block) return at;
  }
  return kAbsent;
}

// How many of the loops stand around a node of the plan.
size_t DepthOf(const chat::Artifact& artifact, const Traced& traced, uint32_t at) {
  size_t depth = 0;
  while (depth < traced.loops.size() && traced.loops[depth].node < at &&
         at < artifact.plan[traced.loops[depth].node].end) {
    ++depth;
  }
  return depth;
}

// The conditions that a node stands under, outermost first.
std::vector<Around> ConditionsOf(const chat::Artifact& artifact, const Traced& traced) {
  std::vector<Around> conditions;
  const uint32_t own = PlanNodeOf(artifact, traced);
  const chat::Slot* slot = traced.block == kAbsent ? nullptr : SlotAround(artifact, traced.block);
  for (const chat::Slot& each : artifact.slots) {
    if (own != kAbsent && own >= each.plan.begin && own < each.plan.end) slot = &each;
  }
  if (slot && slot->when != kAbsent) conditions.push_back({slot->when, 0});
  for (uint32_t at = slot ? slot->plan.begin : 0; own != kAbsent && at < own; ++at) {
    const chat::PlanNode& outer = artifact.plan[at];
    if (outer.kind != chat::PlanNode::Kind::kIf || outer.end <= own) continue;
    conditions.push_back({outer.index, DepthOf(artifact, traced, at)});
  }
  if (traced.block == kAbsent) return conditions;
  const chat::Run when = artifact.parts.blocks[traced.block].when;
  for (uint32_t i = when.begin; i < when.end; ++i) conditions.push_back({i, traced.loops.size()});
  return conditions;
}

bool Holds(const Side& side, uint32_t condition, std::span<const chat::TracedLoop> loops) {
  chat::Scope scope;
  scope.Start(side.context, *side.artifact, side.registry, nullptr, side.heap);
  for (const chat::TracedLoop& loop : loops) scope.Enter({loop.item, loop.index, 0});
  return scope.Holds(condition);
}

}  // namespace

std::optional<std::string> FirstCondition(const Side& side_a, const Side& side_b,
                                          const Traced& traced) {
  if (!side_a.artifact || !side_b.artifact) return std::nullopt;
  const std::vector<chat::TracedLoop> others = LoopsOn(side_a, side_b, traced.loops);
  for (const auto& [condition, depth] : ConditionsOf(*side_b.artifact, traced)) {
    if (condition >= side_a.artifact->parts.conditions.size()) return std::nullopt;
    const std::span<const chat::TracedLoop> loops = std::span(traced.loops).first(depth);
    const bool holds_in_a = Holds(side_a, condition, std::span(others).first(depth));
    if (holds_in_a == Holds(side_b, condition, loops)) continue;
    const chat::DataRef& ref =
        side_b.artifact->parts.refs[side_b.artifact->parts.conditions[condition].ref];
    return Locate(side_b, ref, loops).path;
  }
  return std::nullopt;
}

}  // namespace galley::diff
