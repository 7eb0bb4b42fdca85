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
    return given && HasType(argument, *given) ? *given : argument.fallback;
  }
  Value Given(ArgumentRole role) const {
    const TaskArgument* argument = Find(role);
    return argument ? Given(*argument) : Value();
  }

  // Arguments of the wrong type are as good as none.
  static bool HasType(const TaskArgument& argument, const Value& value) {
    switch (argument.role) {
      case ArgumentRole::kKey:
        return value.is_string();
      case ArgumentRole::kOrder:
        return value.is_string() && (value.as_string() == "asc" || value.as_string() == "desc");
      case ArgumentRole::kSelect:
        return value.is_list();
      case ArgumentRole::kMatch:
        if (argument.fallback.is_string()) return value.is_string();
        return value.is_string() || value.is_number();
      case ArgumentRole::kLimit:
        return WholeNumber(value).value_or(-1) >= 0;
      default:
        return WholeNumber(value).has_value();
    }
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
      const Value field = FollowStep(item, argument->field, heap_);
      if (Matches(field, wanted)) kept[count++] = item;
    }
    return {kept, count};
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
