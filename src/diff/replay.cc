// The ways of the keys come before the way that they are for, so a key is known where it is
// needed; loops that are open are a stack, and the search goes back to the innermost that has
// another turn.
#include "diff/replay.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "value/map.h"

namespace galley::diff {
namespace {

using chat::Traced;
using Kind = ReadStep::Kind;

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

// `-1` is the last item of a list.
Located StepByName(const Located& at, std::string_view name, Heap* heap) {
  uint64_t back = 0;
  const bool is_negative = at.value.is_sequence() && name.starts_with('-');
  if (is_negative) std::from_chars(name.data() + 1, name.data() + name.size(), back);
  if (back == 0 || back > at.value.size()) return StepInto(at, name, heap);
  return StepInto(at, std::to_string(at.value.size() - back), heap);
}

bool HasItems(Kind kind, const Value& value) {
  return value.is_sequence() || (kind != Kind::kSection && value.is_map());
}

uint32_t SizeOf(const Value& value) {
  return value.is_sequence() || value.is_map() ? value.size() : 0;
}

// What a loop gives in one of its turns.
Located GivenAt(const ReadStep& loop, const Located& list, uint32_t turn, Heap* heap) {
  if (turn >= SizeOf(list.value)) {
    return list.value.is_map() ? Located{list.path, Value()}
                               : StepInto(list, std::to_string(turn), heap);
  }
  const Value key = list.value.is_map() ? list.value.entries()[turn].key : Value();
  const std::string name = key.is_string() ? std::string(key.as_string()) : std::to_string(turn);
  Located given = StepInto(list, name, heap);
  const bool is_index = loop.kind == Kind::kName && !list.value.is_map();
  const bool is_key = loop.kind == Kind::kName || loop.kind == Kind::kKeys;
  if (is_key && list.value.is_map()) given.value = key;
  if (is_index || loop.kind == Kind::kNumber) {
    given.value = Value::Int(int64_t{turn} + (loop.name == "1" ? 1 : 0));
  }
  return given;
}

bool IsBare(std::string_view variable) {
  return variable != "ctx" && variable != "globals" && variable != "item" && variable != "payload";
}

}  // namespace

// The keys of the read, the keys of these, and so on.
void Replay::FindWays(const TextReads& reads, const ReadPath& read) {
  keys_.clear();
  is_taken_.resize(reads.keys.size());
  const auto add = [&](const std::vector<ReadStep>& steps) {
    for (const ReadStep& step : steps) {
      if (step.kind != Kind::kKey || is_taken_[step.order]) continue;
      is_taken_[step.order] = true;
      keys_.push_back(step.order);
    }
  };
  add(read.steps);
  for (size_t at = 0; at < keys_.size(); ++at) add(reads.keys[keys_[at]]);
  for (const uint32_t key : keys_) is_taken_[key] = false;
  std::sort(keys_.begin(), keys_.end());
  ways_.clear();
  for (const uint32_t key : keys_) ways_.push_back(reads.keys[key]);
  ways_.push_back(read.steps);
  found_.assign(ways_.size(), {});
}

size_t Replay::WayOfKey(uint32_t key) const {
  return static_cast<size_t>(std::lower_bound(keys_.begin(), keys_.end(), key) - keys_.begin());
}

Replay::At Replay::StartOf(size_t way) const {
  const std::span<const ReadStep> steps = ways_[way];
  if (steps.empty()) return {way, 0, {{"", side_a_.context}, {"", side_b_.context}}, {}};
  const std::string& variable = steps[0].name;
  return {way, 1, {Begin(side_a_, a_, variable), Begin(side_b_, b_, variable)}, {}};
}

// A key is a name, or the number of an item.
Located Replay::KeyedBy(const Side& side, const Located& at, const Value& key) const {
  if (!key.is_string() && !key.is_int()) return {at.path, Value()};
  const std::string name =
      key.is_string() ? std::string(key.as_string()) : std::to_string(key.as_int());
  return StepByName(at, name, side.heap);
}

void Replay::StepByKey(size_t way, At* at) {
  const Pair& key = found_[way].values;
  const Located before = at->values.a;
  at->values.a = KeyedBy(side_a_, before, key.a.value);
  at->values.b = KeyedBy(side_b_, at->values.b, key.b.value);
  if (at->key || TextOf(key.a.value) == TextOf(key.b.value)) return;
  const Located named_anew = KeyedBy(side_a_, before, key.b.value);
  if (TextOf(named_anew.value) == TextOf(at->values.a.value)) return;
  at->key = DifferenceOf(key, found_[way].key);
}

ValueDifference Replay::DifferenceOf(const Pair& values,
                                     const std::optional<ValueDifference>& key) {
  if (key) return *key;
  const std::string& path = values.b.value.is_undefined() ? values.a.path : values.b.path;
  return {path, values.a.value, values.b.value};
}

// Into the turn that the loop is in, or its first.
bool Replay::EnterLoop(const ReadStep& step, At* at) {
  const Pair lists = at->values;
  const bool has_items = HasItems(step.kind, lists.a.value) || HasItems(step.kind, lists.b.value);
  if (!has_items) return true;
  const auto open = std::find_if(loops_.begin(), loops_.end(),
                                 [&](const Loop& loop) { return loop.order == step.order; });
  uint32_t turn = 0;
  if (open != loops_.end()) {
    turn = open->next - 1;
  } else {
    const uint32_t turns = std::max(SizeOf(lists.a.value), SizeOf(lists.b.value));
    if (turns == 0) return false;
    loops_.push_back({*at, step.order, turns, 1});
  }
  at->values = {GivenAt(step, lists.a, turn, side_a_.heap),
                GivenAt(step, lists.b, turn, side_b_.heap)};
  return true;
}

bool Replay::GoBack(At* at) {
  while (!loops_.empty() && loops_.back().next == loops_.back().turns) loops_.pop_back();
  if (loops_.empty()) return false;
  Loop& loop = loops_.back();
  const uint32_t turn = loop.next++;
  *at = loop.at;
  const ReadStep& step = ways_[at->way][at->step++];
  at->values = {GivenAt(step, at->values.a, turn, side_a_.heap),
                GivenAt(step, at->values.b, turn, side_b_.heap)};
  return true;
}

bool Replay::Walk(At* at) {
  for (;;) {
    const std::span<const ReadStep> way = ways_[at->way];
    for (; at->step < way.size(); ++at->step) {
      const ReadStep& step = way[at->step];
      if (step.is_loop()) {
        if (!EnterLoop(step, at)) return false;
      } else if (step.kind == Kind::kKey) {
        StepByKey(WayOfKey(step.order), at);
      } else {
        at->values = {StepByName(at->values.a, step.name, side_a_.heap),
                      StepByName(at->values.b, step.name, side_b_.heap)};
      }
    }
    at->values = InGlobals(at->way, std::move(at->values));
    if (at->way + 1 == ways_.size()) return true;
    found_[at->way] = {at->values, at->key};
    *at = StartOf(at->way + 1);
  }
}

Replay::Pair Replay::InGlobals(size_t way, Pair values) const {
  return {InGlobals(side_a_, way, std::move(values.a), true),
          InGlobals(side_b_, way, std::move(values.b), false)};
}

// Bare paths that lead nowhere are tried in the globals.
Located Replay::InGlobals(const Side& side, size_t way, Located at, bool is_a) const {
  const std::span<const ReadStep> steps = ways_[way];
  if (!at.value.is_undefined() || steps.empty() || !IsBare(steps[0].name)) return at;
  Located global = StepInto({"", side.context}, "globals", side.heap);
  if (!global.value.is_map()) return at;
  for (const ReadStep& step : steps) {
    if (step.is_loop()) return at;
    if (step.kind == Kind::kKey) {
      const Pair& key = found_[WayOfKey(step.order)].values;
      global = KeyedBy(side, global, (is_a ? key.a : key.b).value);
    } else {
      global = StepByName(global, step.name, side.heap);
    }
  }
  return global.value.is_undefined() ? at : global;
}

// Outer loops have the lower numbers, whichever way came to them first.
std::vector<uint32_t> Replay::OrderOf(const ReadPath& read) const {
  std::vector<std::pair<uint32_t, uint32_t>> turns;
  for (const Loop& loop : loops_) turns.emplace_back(loop.order, loop.next - 1);
  std::sort(turns.begin(), turns.end());
  std::vector<uint32_t> order;
  for (const auto& [loop, turn] : turns) order.insert(order.end(), {loop, turn});
  order.push_back(read.order);
  return order;
}

std::optional<ReadDifference> Replay::Find(const TextReads& reads, const ReadPath& read) {
  FindWays(reads, read);
  loops_.clear();
  std::optional<ReadDifference> first;
  At at = StartOf(0);
  do {
    if (!Walk(&at) || TextOf(at.values.a.value) == TextOf(at.values.b.value)) continue;
    std::vector<uint32_t> order = OrderOf(read);
    if (first && first->order <= order) continue;
    first = {DifferenceOf(at.values, at.key), std::move(order)};
    // Loops of one way alone are gone through in their order.
    if (ways_.size() == 1) break;
  } while (GoBack(&at));
  return first;
}

}  // namespace galley::diff
