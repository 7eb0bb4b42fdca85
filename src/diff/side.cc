// Finds values by the paths that a template would follow; a value that no path leads to has no
// name.
#include "diff/side.h"

#include <algorithm>
#include <utility>

#include "base/json_text.h"
#include "base/writer.h"
#include "render/value_path.h"
#include "value/map.h"
#include "value/print.h"

namespace galley::diff {
namespace {

using chat::DataRef;
using chat::SourceKind;
using chat::TracedLoop;

bool IsIdentifier(std::string_view name) {
  if (name.empty() || (name[0] >= '0' && name[0] <= '9')) return false;
  return std::all_of(name.begin(), name.end(), [](char byte) {
    return byte == '_' || byte == '$' || (byte >= '0' && byte <= '9') ||
           (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
  });
}

bool IsNumber(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](char byte) { return byte >= '0' && byte <= '9'; });
}

Located Follow(Located at, const chat::ValuePath& path, Heap* heap) {
  if (path.broken) return {};
  for (const std::string& step : path.steps) at = StepInto(at, step, heap);
  return at;
}

// Whether two values are one and the same object, or scalars that are equal.
bool IsSame(const Value& a, const Value& b) {
  if (a.kind() != b.kind() || a.size() != b.size()) return false;
  if (a.is_string()) return a.as_string().data() == b.as_string().data();
  if (a.is_sequence()) return a.items().data() == b.items().data();
  if (a.is_map()) return a.entries() == b.entries();
  return TextOf(a) == TextOf(b);
}

// A source of the task kind: the first path that leads somewhere, with its key.
Located LocateInContext(const Side& side, const chat::TaskSource& source, const DataRef& ref) {
  const chat::TaskArgument* key = nullptr;
  for (const chat::TaskArgument& argument : source.arguments) {
    if (argument.role == chat::ArgumentRole::kKey) key = &argument;
  }
  const Value* given = key && ref.args.is_map() ? FindItem(ref.args, key->name) : nullptr;
  for (const chat::ValuePath& path : source.reads) {
    Located found = Follow({"", side.context}, path, side.heap);
    if (key && given && given->is_string()) {
      const bool is_whole = found.value.is_map() && FindItem(found.value, given->as_string());
      found = is_whole ? StepInto(found, given->as_string(), side.heap)
                       : Follow(found, chat::ParseValuePath(given->as_string()), side.heap);
    }
    if (!found.value.is_undefined()) return found;
  }
  return source.reads.empty() ? Located() : Follow({"", side.context}, source.reads[0], side.heap);
}

Located LocateSource(const Side& side, const DataRef& ref) {
  if (side.sources.is_undefined() && side.kind && !side.kind->is_code) {
    if (const chat::TaskSource* source = side.kind->Find(ref.name)) {
      return LocateInContext(side, *source, ref);
    }
  }
  const Located named = StepInto({"$sources", Value()}, ref.name, side.heap);
  if (side.sources.is_map()) {
    const Value* value = FindItem(side.sources, ref.name);
    return {named.path, value ? *value : Value()};
  }
  return {named.path, side.registry ? side.registry->Resolve(ref, side.heap).value : Value()};
}

}  // namespace

Located StepInto(const Located& at, std::string_view step, Heap* heap) {
  Located next;
  next.value = chat::FollowStep(at.value, step, heap);
  const bool is_item = at.value.is_sequence() || (!at.value.is_map() && IsNumber(step));
  if (is_item && IsNumber(step)) {
    next.path = at.path + '[' + std::string(step) + ']';
  } else if (IsIdentifier(step)) {
    next.path = at.path.empty() ? std::string(step) : at.path + '.' + std::string(step);
  } else {
    BufferWriter quoted;
    AppendJsonString(step, {}, &quoted);
    next.path = at.path + '[' + quoted.ToString() + ']';
  }
  return next;
}

Located Locate(const Side& side, const DataRef& ref, std::span<const TracedLoop> loops) {
  switch (ref.kind) {
    case SourceKind::kContext:
      return Follow({"", side.context}, ref.path, side.heap);
    case SourceKind::kGlobals:
      return Follow(StepInto({"", side.context}, "globals", side.heap), ref.path, side.heap);
    case SourceKind::kItem:
      if (loops.empty()) return {};
      return Follow(LocateItem(side, loops), ref.path, side.heap);
    case SourceKind::kParent:
      if (ref.level >= loops.size()) return {};
      return Follow(LocateItem(side, loops.first(loops.size() - ref.level)), ref.path, side.heap);
    case SourceKind::kRegistry:
      return LocateSource(side, ref);
    case SourceKind::kIndex:
    case SourceKind::kInstructions:
      break;
  }
  return {};
}

// A loop over items of the loop around it leads outwards; what is kept of each is the path to
// the list it goes over, so the way back is as long as loops are deep.
Located LocateList(const Side& side, std::span<const TracedLoop> loops) {
  std::vector<size_t> chain;  // loops that go over items of those around them, innermost first
  size_t depth = loops.size();
  for (;;) {
    const DataRef& ref =
        side.artifact->parts.refs[side.artifact->plan[loops[depth - 1].node].index];
    chain.push_back(depth);
    const size_t levels = ref.kind == SourceKind::kItem     ? 1
                          : ref.kind == SourceKind::kParent ? ref.level + 1
                                                            : 0;
    if (levels == 0 || levels >= depth) break;
    depth -= levels;
  }
  Located list;
  for (auto at = chain.rbegin(); at != chain.rend(); ++at) {
    const TracedLoop& loop = loops[*at - 1];
    const DataRef& ref = side.artifact->parts.refs[side.artifact->plan[loop.node].index];
    if (at == chain.rbegin()) {
      const bool is_inner = ref.kind == SourceKind::kItem || ref.kind == SourceKind::kParent;
      if (is_inner) return {};
      list = Locate(side, ref, {});
    } else {
      list = Follow(list, ref.path, side.heap);
    }
    if (at + 1 == chain.rend()) break;
    const uint32_t number = [&] {
      uint32_t found = loop.index;
      const std::span<const Value> items =
          list.value.is_list() ? list.value.items() : std::span<const Value>();
      for (uint32_t i = 0; i < items.size(); ++i) {
        if (IsSame(items[i], loop.item)) found = i;
      }
      return found;
    }();
    list = StepInto(list, std::to_string(number), side.heap);
  }
  return list;
}

// The arguments of a source may have picked some items and turned them round; the one meant is
// found by what it is.  Of equal scalars the nearest counts.
uint32_t ItemNumber(const Side& side, std::span<const TracedLoop> loops) {
  const TracedLoop& loop = loops.back();
  const Value list = LocateList(side, loops).value;
  if (!list.is_list()) return loop.index;
  const std::span<const Value> items = list.items();
  if (loop.index < items.size() && IsSame(items[loop.index], loop.item)) {
    // Turned round, an equal scalar may stand here by chance; then it stands there as well.
    return loop.index;
  }
  const auto mirrored = static_cast<uint32_t>(items.size()) - 1 - loop.index;
  if (mirrored < items.size() && IsSame(items[mirrored], loop.item)) return mirrored;
  for (uint32_t i = 0; i < items.size(); ++i) {
    if (IsSame(items[i], loop.item)) return i;
  }
  return loop.index;
}

Located LocateItem(const Side& side, std::span<const TracedLoop> loops) {
  Located item =
      StepInto(LocateList(side, loops), std::to_string(ItemNumber(side, loops)), side.heap);
  item.value = loops.back().item;
  return item;
}

std::vector<TracedLoop> LoopsOn(const Side& other, const Side& side,
                                std::span<const TracedLoop> loops) {
  std::vector<TracedLoop> same(loops.begin(), loops.end());
  for (size_t depth = 1; depth <= loops.size(); ++depth) {
    const uint32_t number = ItemNumber(side, loops.first(depth));
    const Value list = LocateList(other, std::span(same).first(depth)).value;
    const bool is_there = list.is_list() && number < list.size();
    same[depth - 1].item = is_there ? list.items()[number] : Value();
    same[depth - 1].index = number;
  }
  return same;
}

std::string KeyOf(const Side& side, const chat::Traced& traced) {
  std::string key(traced.where);
  if (!side.artifact) return key;
  const std::span<const TracedLoop> loops = traced.loops;
  for (size_t depth = 1; depth <= loops.size(); ++depth) {
    key += '\n' + std::to_string(ItemNumber(side, loops.first(depth)));
  }
  return key;
}

std::string TextOf(const Value& value) {
  if (value.is_undefined()) return {};
  BufferWriter text;
  Meter meter(Limits::Ceiling());
  PrintJson(value, {.javascript_numbers = true}, &text, &meter);
  return text.ToString();
}

namespace {

// Every scalar in a value with the keys that lead to it, sorted; indices of lists are left out,
// their lengths are not.
std::vector<std::string> Parts(const Value& root) {
  std::vector<std::string> parts;
  std::vector<std::pair<std::string, Value>> open = {{"", root}};
  while (!open.empty()) {
    const auto [path, value] = std::move(open.back());
    open.pop_back();
    if (value.is_sequence()) {
      parts.push_back(path + "[]" + std::to_string(value.size()));
      for (const Value& item : value.items()) open.emplace_back(path + "[]", item);
    } else if (value.is_map()) {
      parts.push_back(path + "{}" + std::to_string(value.size()));
      for (const MapEntry& entry : EntriesOf(value)) {
        open.emplace_back(path + '\n' + TextOf(entry.key), entry.value);
      }
    } else {
      parts.push_back(path + '=' + TextOf(value));
    }
  }
  std::sort(parts.begin(), parts.end());
  return parts;
}

}  // namespace

bool EqualButForOrder(const Value& a, const Value& b) {
  if (a.kind() != b.kind() || a.size() != b.size() || (!a.is_sequence() && !a.is_map())) {
    return false;
  }
  return TextOf(a) != TextOf(b) && Parts(a) == Parts(b);
}

}  // namespace galley::diff
