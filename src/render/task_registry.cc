// A source is read by its paths, then its arguments are applied in the order in which the kind
// declares them.
#include "render/task_registry.h"

#include <algorithm>
#include <optional>
#include <span>

#include "render/strict_equal.h"
#include "render/value_path.h"
#include "value/map.h"

namespace galley::chat {
namespace {

// One use of a source: what was read, and what its arguments make of it.
class Reading {
 public:
  Reading(const TaskSource& source, const Value& args, Heap* heap)
      : source_(source), args_(args), heap_(heap) {}

  Value Read(const Value& context) {
    const TaskArgument* key = Find(ArgumentRole::kKey);
    for (const ValuePath& path : source_.reads) {
      const Value found = FollowPath(context, path, heap_);
      const Value value = key ? LookUp(found, Given(*key)) : found;
      if (!value.is_undefined()) return value.is_list() && !key ? Narrow(value) : value;
    }
    return Value();
  }

 private:
  const TaskArgument* Find(ArgumentRole role) const {
    for (const TaskArgument& argument : source_.arguments) {
      if (argument.role == role) return &argument;
    }
    return nullptr;
  }

  // What the caller gave for an argument, or its default.
  Value Given(const TaskArgument& argument) const {
    const Value* given = args_.is_map() ? FindItem(args_, argument.name) : nullptr;
    // Arguments of the wrong type are as good as none.
    return given && argument.Takes(*given) ? *given : argument.fallback;
  }
  Value Given(ArgumentRole role) const {
    const TaskArgument* argument = Find(role);
    return argument ? Given(*argument) : Value();
  }

  // The whole key first, then its dots one by one.
  Value LookUp(const Value& map, const Value& key) {
    if (!key.is_string() || !map.is_map()) return Value();
    if (const Value* whole = FindItem(map, key.as_string())) return *whole;
    if (key.size() == 0) return Value();
    return FollowPath(map, ParseValuePath(key.as_string()), heap_);
  }

  Value Narrow(const Value& list) {
    std::span<const Value> items = list.items();
    items = Keep(items, Find(ArgumentRole::kMatch));
    items = Keep(items, Find(ArgumentRole::kSelect));
    items = Window(items);
    items = Slice(items);
    const Value order = Given(ArgumentRole::kOrder);
    const bool turned = order.is_string() && order.as_string() == "desc";
    const size_t limit = Limit(items.size());
    if (turned) return Turn(items, limit);
    return Value::List(items.first(limit));
  }

  size_t Limit(size_t size) const {
    const std::optional<int64_t> limit = WholeNumber(Given(ArgumentRole::kLimit));
    return limit ? std::min(size, static_cast<size_t>(*limit)) : size;
  }

  std::span<const Value> Keep(std::span<const Value> items, const TaskArgument* argument) {
    if (!argument) return items;
    const Value wanted = Given(*argument);
    if (wanted.is_undefined() || (wanted.is_list() && wanted.size() == 0)) return items;
    Value* kept = heap_->NewItems(items.size());
    if (!kept) return {};
    size_t count = 0;
    for (const Value& item : items) {
      if (Matches(FieldOf(item, *argument), wanted)) kept[count++] = item;
    }
    return {kept, count};
  }

  // Of the fields that an argument compares, the first that an item has.
  Value FieldOf(const Value& item, const TaskArgument& argument) {
    Value field;
    for (const std::string& name : argument.fields) {
      field = FollowStep(item, name, heap_);
      if (!field.is_undefined()) break;
    }
    return field;
  }

  // The items of the chapters around the newest one, or of whatever is numbered so.
  std::span<const Value> Window(std::span<const Value> items) {
    const TaskArgument* argument = Find(ArgumentRole::kWindow);
    const Value window = argument ? Given(*argument) : Value();
    if (!window.is_map()) return items;
    std::optional<int64_t> newest;
    for (const Value& item : items) {
      const std::optional<int64_t> number = WholeNumber(FieldOf(item, *argument));
      if (number && (!newest || *number > *newest)) newest = number;
    }
    Value* kept = newest ? heap_->NewItems(items.size()) : nullptr;
    if (!kept) return {};
    const Value* start = FindItem(window, "startOffset");
    const Value* end = FindItem(window, "endOffset");
    const int64_t first = start ? Offset(*newest, *WholeNumber(*start)) : INT64_MIN;
    const int64_t last = end ? Offset(*newest, *WholeNumber(*end)) : INT64_MAX;
    size_t count = 0;
    for (const Value& item : items) {
      const std::optional<int64_t> number = WholeNumber(FieldOf(item, *argument));
      if (number && *number >= first && *number <= last) kept[count++] = item;
    }
    return {kept, count};
  }

  static int64_t Offset(int64_t number, int64_t offset) noexcept {
    int64_t sum = 0;
    if (!__builtin_add_overflow(number, offset, &sum)) return sum;
    return offset < 0 ? INT64_MIN : INT64_MAX;
  }

  bool Matches(const Value& field, const Value& wanted) {
    if (field.is_undefined()) return false;
    if (!wanted.is_list()) return StrictlyEqual(field, wanted);
    return std::any_of(wanted.items().begin(), wanted.items().end(), [&](const Value& each) {
      return heap_->meter().Step() && StrictlyEqual(field, each);
    });
  }

  // An inclusive slice; what lies outside is cut off.
  std::span<const Value> Slice(std::span<const Value> items) const {
    const auto size = static_cast<int64_t>(items.size());
    const auto place = [&](ArgumentRole role, int64_t fallback) {
      const int64_t number = WholeNumber(Given(role)).value_or(fallback);
      return number < 0 ? std::max<int64_t>(number + size, -1) : std::min(number, size);
    };
    const int64_t begin = std::max<int64_t>(place(ArgumentRole::kStart, 0), 0);
    const int64_t end = std::min(place(ArgumentRole::kEnd, size - 1) + 1, size);
    if (begin >= end) return {};
    return items.subspan(static_cast<size_t>(begin), static_cast<size_t>(end - begin));
  }

  Value Turn(std::span<const Value> items, size_t limit) {
    Value* turned = heap_->NewItems(limit);
    if (!turned) return Value();
    for (size_t i = 0; i < limit; ++i) turned[i] = items[items.size() - 1 - i];
    return Value::List({turned, limit});
  }

  const TaskSource& source_;
  const Value& args_;
  Heap* heap_;
};

}  // namespace

Resolution TaskRegistry::Resolve(const DataRef& ref, Heap* heap) {
  const TaskSource* source = kind_->Find(ref.name);
  if (!source) return {};
  return {Reading(*source, ref.args, heap).Read(context_), false};
}

}  // namespace galley::chat
