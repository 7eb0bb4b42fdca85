// Objects are made in the heap of the render and go with it; those with state change in place.
#include "engine/library/objects.h"

#include <new>

#include "base/equal_text.h"
#include "diag/report.h"
#include "value/compare.h"

namespace galley {
namespace {

// Objects are never destroyed one by one: they go with their heap.
template <class Object>
Value NewObject(CallContext& cx, const Object& object) {
  void* room = cx.heap().NewBytes(sizeof(Object));
  return room ? Value::Callable(new (room) Object(object)) : Value();
}

Function Header(ObjectType type, std::string_view name) {
  return {.type = static_cast<uint32_t>(type), .name = name};
}

const Cycler& CyclerOf(const Value& value) { return static_cast<const Cycler&>(*value.function()); }

Value NextOfCycler(CallContext&, std::span<const Value> args) {
  const Cycler& cycler = CyclerOf(args[0]);
  const Value item = cycler.items[cycler.next];
  cycler.next = static_cast<uint32_t>((cycler.next + 1) % cycler.items.size());
  return item;
}

Value ResetCycler(CallContext&, std::span<const Value> args) {
  CyclerOf(args[0]).next = 0;
  return Value::None();
}

constexpr Builtin kCyclerNext = {"next", NextOfCycler, {}};
constexpr Builtin kCyclerReset = {"reset", ResetCycler, {}};

Value CallJoiner(CallContext& cx, const Joiner& joiner, std::span<const Value> values) {
  if (!values.empty()) return cx.FailType("a joiner is called without arguments");
  if (joiner.used) return joiner.separator;
  joiner.used = true;
  return Value::String("");
}

std::span<HashSlot> TableOf(const Namespace& object) {
  return {reinterpret_cast<HashSlot*>(object.entries + object.capacity),
          HashTableSize(object.capacity)};
}

bool HasTable(const Namespace& object) { return object.capacity > kSmallMap; }

void IndexEntries(CallContext& cx, const Namespace& object) {
  const std::span<HashSlot> table = TableOf(object);
  ClearHashTable(table);
  for (uint32_t at = 0; at < object.size; ++at) {
    InsertIntoHashTable(table, HashOf(object.entries[at].key, &cx.meter()), at);
  }
}

// Moves the entries to where there is room for `capacity`, in one go.
bool Reserve(CallContext& cx, const Namespace& object, uint32_t capacity) {
  MapEntry* entries = cx.heap().NewEntries(capacity);
  if (!entries) return false;
  std::copy_n(object.entries, object.size, entries);
  object.entries = entries;
  object.capacity = capacity;
  if (HasTable(object)) IndexEntries(cx, object);
  return !cx.stopped();
}

uint32_t FindEntry(const Namespace& object, std::string_view name) noexcept {
  const auto equal = [&](uint32_t at) {
    const Value& key = object.entries[at].key;
    return key.is_string() && EqualText(key.as_string(), name);
  };
  if (HasTable(object)) return FindInHashTable(TableOf(object), HashKey(name), equal);
  for (uint32_t at = 0; at < object.size; ++at) {
    if (equal(at)) return at;
  }
  return kNoPosition;
}

}  // namespace

Value NewBuiltinObject(CallContext& cx, const Builtin* builtin) {
  return NewObject(cx, BuiltinObject{Header(ObjectType::kBuiltin, builtin->name), builtin});
}

Value NewHostObject(CallContext& cx, const HostCallables* host, std::string_view name) {
  return NewObject(cx, HostObject{Header(ObjectType::kHost, name), host});
}

Value NewMethodObject(CallContext& cx, const Builtin* builtin, const Value& operand) {
  return NewObject(cx, MethodObject{Header(ObjectType::kMethod, builtin->name), builtin, operand});
}

Value NewGenerator(CallContext& cx, std::span<const Value> items, std::string_view name,
                   const Failure* failure) {
  Function header = Header(ObjectType::kGenerator, name);
  header.bare = true;
  return NewObject(cx, Generator{header, items, 0, failure});
}

Value NewNamespace(CallContext& cx, const Value& map) {
  constexpr uint32_t kFirstCapacity = 4;
  void* room = cx.heap().NewBytes(sizeof(Namespace));
  if (!room) return Value();
  auto* object =
      new (room) Namespace{Header(ObjectType::kNamespace, "Namespace"), nullptr, 0, 0, Value()};
  object->holds = &object->shown;
  if (!Reserve(cx, *object, std::max(map.size(), kFirstCapacity))) return Value();
  std::copy_n(map.entries(), map.size(), object->entries);
  object->size = map.size();
  object->shown = Value::Map(object->entries, object->size);
  if (HasTable(*object)) IndexEntries(cx, *object);
  return Value::Callable(object);
}

Value NewCycler(CallContext& cx, std::span<const Value> items) {
  const Value kept = cx.heap().NewTuple(items);
  return NewObject(cx, Cycler{Header(ObjectType::kCycler, "cycler"), kept.items(), 0});
}

Value NewJoiner(CallContext& cx, const Value& separator) {
  return NewObject(cx, Joiner{Header(ObjectType::kJoiner, "joiner"), separator, false});
}

bool NextItem(CallContext& cx, const Generator& generator, Value* item) {
  if (generator.next < generator.items.size()) {
    *item = generator.items[generator.next++];
    return cx.meter().Step();
  }
  if (generator.failure) cx.Fail(*generator.failure);
  return false;
}

Value CallObject(CallContext& cx, const Value& callee, std::span<const Value> values,
                 std::span<const std::string_view> names) {
  if (callee.is_undefined()) return cx.FailUndefined(callee);
  if (!callee.is_function()) return cx.FailType(DescribeValue(callee) + " cannot be called");
  const Function& function = *callee.function();
  switch (TypeOf(function)) {
    case ObjectType::kBuiltin:
      return CallBuiltin(cx, *static_cast<const BuiltinObject&>(function).builtin, nullptr, values,
                         names);
    case ObjectType::kMethod: {
      const auto& method = static_cast<const MethodObject&>(function);
      return CallBuiltin(cx, *method.builtin, &method.operand, values, names);
    }
    case ObjectType::kJoiner:
      return CallJoiner(cx, static_cast<const Joiner&>(function), values);
    default:
      return cx.FailType(Quoted(function.name) + " cannot be called");
  }
}

bool FindCyclerAttribute(CallContext& cx, const Value& cycler, std::string_view name,
                         Value* attribute) {
  const Cycler& object = CyclerOf(cycler);
  if (name == "next") {
    *attribute = NewMethodObject(cx, &kCyclerNext, cycler);
  } else if (name == "reset") {
    *attribute = NewMethodObject(cx, &kCyclerReset, cycler);
  } else if (name == "current") {
    *attribute = object.items[object.next];
  } else if (name == "items") {
    *attribute = Value::Tuple(object.items);
  } else if (name == "pos") {
    *attribute = Value::Int(object.next);
  } else {
    return false;
  }
  return true;
}

const Value* FindAttribute(const Namespace& object, std::string_view name) noexcept {
  const uint32_t at = FindEntry(object, name);
  return at == kNoPosition ? nullptr : &object.entries[at].value;
}

void SetAttribute(CallContext& cx, const Namespace& object, const Value& name, const Value& value) {
  const uint32_t at = FindEntry(object, name.as_string());
  if (at != kNoPosition) {
    object.entries[at].value = value;
    return;
  }
  if (object.size == object.capacity && !Reserve(cx, object, object.capacity * 2)) return;
  object.entries[object.size] = {name, value};
  if (HasTable(object)) {
    InsertIntoHashTable(TableOf(object), HashKey(name.as_string()), object.size);
  }
  ++object.size;
  object.shown = Value::Map(object.entries, object.size);
}

}  // namespace galley
