// Replays what a node reads on both sides, side by side, until a value differs.
#include "diff/reads.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "compile/leaves.h"
#include "diff/replay.h"
#include "engine/code/read_path.h"
#include "render/scope.h"
#include "value/map.h"

namespace galley::diff {
namespace {

using chat::kAbsent;
using chat::Traced;

// What prints a part of a message: a leaf, or a reference to data.
struct Printer {
  bool is_ref = false;
  uint32_t index = kAbsent;
  chat::Run when = {};  // conditions of a part
};

// In the order of the message: its role where data tell it, then its content.
std::vector<Printer> PrintersOf(const Traced& traced) {
  if (!traced.parts) return {};
  std::vector<Printer> printers;
  const auto add = [&](bool is_ref, uint32_t index, chat::Run when = {}) {
    if (index != kAbsent) printers.push_back({is_ref, index, when});
  };
  if (traced.block == kAbsent) {
    add(traced.from != kAbsent, traced.from != kAbsent ? traced.from : traced.leaf);
    return printers;
  }
  const chat::Block& block = traced.parts->blocks[traced.block];
  add(false, block.role_leaf);
  add(block.from != kAbsent, block.from != kAbsent ? block.from : block.content);
  for (uint32_t at = block.parts.begin; block.has_parts && at < block.parts.end; ++at) {
    const chat::PartTemplate& part = traced.parts->part_templates[at];
    add(part.kind == chat::PartTemplate::Kind::kFrom, part.index, part.when);
  }
  return printers;
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

// The first value inside of two that differ: as deep as both have the same shape.
ValueDifference Deepest(const Side& side_a, Located before, const Side& side_b, Located after) {
  for (;;) {
    const bool are_maps = before.value.is_map() && after.value.is_map();
    const bool are_lists = before.value.is_list() && after.value.is_list() &&
                           before.value.size() == after.value.size();
    bool is_deeper = false;
    for (uint32_t at = 0; (are_maps || are_lists) && at < after.value.size(); ++at) {
      const Value key = are_maps ? after.value.entries()[at].key : Value();
      const std::string step = key.is_string() ? std::string(key.as_string()) : std::to_string(at);
      const Located in_a = StepInto(before, step, side_a.heap);
      const Located in_b = StepInto(after, step, side_b.heap);
      if (TextOf(in_a.value) == TextOf(in_b.value)) continue;
      before = in_a;
      after = in_b;
      is_deeper = true;
      break;
    }
    if (!is_deeper) return {after.path, before.value, after.value};
  }
}

// What differs between two items of histories: their content first, as it is printed first.
std::optional<ValueDifference> DifferenceOfItem(const Side& side_a, const Located& before,
                                                const Side& side_b, const Located& after) {
  const Located text_before = StepInto(before, "content", side_a.heap);
  const Located text_after = StepInto(after, "content", side_b.heap);
  if (TextOf(text_before.value) != TextOf(text_after.value)) {
    return Deepest(side_a, text_before, side_b, text_after);
  }
  if (TextOf(before.value) == TextOf(after.value)) return std::nullopt;
  return Deepest(side_a, before, side_b, after);
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
std::optional<ValueDifference> FirstOf(const TextReads& reads, bool is_printed, Replay* replay) {
  std::optional<ReadDifference> first;
  for (const ReadPath& read : reads.paths) {
    if (read.is_printed != is_printed) continue;
    std::optional<ReadDifference> found = replay->Find(reads, read);
    if (found && (!first || found->order < first->order)) first = std::move(found);
  }
  if (!first) return std::nullopt;
  return std::move(first->value);
}

}  // namespace

std::string FirstPath(const Side& side, const Traced& traced) {
  if (!side.artifact) return {};
  // Against a side that has nothing, the first value there is differs.
  Side nothing = side;
  nothing.context = Value::Map(nullptr, 0);
  Traced empty = traced;
  empty.payload = Value();
  std::vector<chat::TracedLoop> loops(traced.loops.begin(), traced.loops.end());
  for (chat::TracedLoop& loop : loops) loop.item = Value();
  empty.loops = loops;
  Replay replay(nothing, empty, side, traced);
  for (const Printer& printer : PrintersOf(traced)) {
    if (printer.is_ref) return Locate(side, traced.parts->refs[printer.index], traced.loops).path;
    const chat::Leaf& leaf = traced.parts->leaves[printer.index];
    const TextReads reads = chat::ReadsOfLeaf(*side.artifact, leaf, side.limits);
    if (const auto found = FirstOf(reads, true, &replay)) return found->path;
  }
  return {};
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

// The path of a condition that holds on one side only.
std::optional<std::string> DifferingCondition(const Side& side_a, const Side& side_b,
                                              uint32_t condition,
                                              std::span<const chat::TracedLoop> loops_a,
                                              std::span<const chat::TracedLoop> loops_b) {
  if (Holds(side_a, condition, loops_a) == Holds(side_b, condition, loops_b)) return std::nullopt;
  const chat::Parts& parts = side_b.artifact->parts;
  return Locate(side_b, parts.refs[parts.conditions[condition].ref], loops_b).path;
}

// What differs of one thing that a node prints: whether it does, its values, or else what decided
// about them.
std::optional<ValueDifference> DifferenceOf(const Printer& in_a, const Side& side_a,
                                            const Traced& a, const Printer& in_b,
                                            const Side& side_b, const Traced& b) {
  for (uint32_t at = in_b.when.begin; at < in_b.when.end; ++at) {
    if (at >= side_a.artifact->parts.conditions.size()) break;
    if (const auto path = DifferingCondition(side_a, side_b, at, a.loops, b.loops)) {
      return ValueDifference{*path, Value(), Value()};
    }
  }
  if (in_b.is_ref) {
    const Located before = Locate(side_a, a.parts->refs[in_a.index], a.loops);
    const Located after = Locate(side_b, b.parts->refs[in_b.index], b.loops);
    if (TextOf(before.value) == TextOf(after.value) || after.path.empty()) return std::nullopt;
    return ValueDifference{after.path, before.value, after.value};
  }
  const chat::Leaf& leaf = b.parts->leaves[in_b.index];
  const TextReads reads = chat::ReadsOfLeaf(*side_b.artifact, leaf, side_b.limits);
  Replay replay(side_a, a, side_b, b);
  std::optional<ValueDifference> found = FirstOf(reads, true, &replay);
  return found ? found : FirstOf(reads, false, &replay);
}

}  // namespace

std::optional<ValueDifference> FirstDifference(const Side& side_a, const Traced& a,
                                               const Side& side_b, const Traced& b) {
  if (!side_a.artifact || !side_b.artifact) return std::nullopt;
  const std::vector<Printer> in_a = PrintersOf(a);
  const std::vector<Printer> in_b = PrintersOf(b);
  // A message of a history is its item.
  if (in_b.empty() && b.block == kAbsent && !a.loops.empty() && !b.loops.empty()) {
    return DifferenceOfItems(side_a, a, side_b, b);
  }
  for (size_t at = 0; at < in_b.size() && at < in_a.size(); ++at) {
    if (in_a[at].is_ref != in_b[at].is_ref) return std::nullopt;
    std::optional<ValueDifference> found = DifferenceOf(in_a[at], side_a, a, in_b[at], side_b, b);
    if (found) return found;
  }
  return std::nullopt;
}

std::optional<std::string> FirstCondition(const Side& side_a, const Side& side_b,
                                          const Traced& traced) {
  if (!side_a.artifact || !side_b.artifact) return std::nullopt;
  const std::vector<chat::TracedLoop> others = LoopsOn(side_a, side_b, traced.loops);
  for (const auto& [condition, depth] : ConditionsOf(*side_b.artifact, traced)) {
    if (condition >= side_a.artifact->parts.conditions.size()) return std::nullopt;
    std::optional<std::string> path = DifferingCondition(
        side_a, side_b, condition, std::span(others).first(depth), traced.loops.first(depth));
    if (path) return path;
  }
  return std::nullopt;
}

}  // namespace galley::diff
