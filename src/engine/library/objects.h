// The small objects that template code can hold besides plain data.  A Value of
// kind function points to one of these; `Function::type` tells which.  They are
// the only values with state, and each belongs to one render.
#ifndef GALLEY_ENGINE_LIBRARY_OBJECTS_H_
#define GALLEY_ENGINE_LIBRARY_OBJECTS_H_

#include <cstdint>
#include <span>

#include "engine/library/builtin.h"
#include "value/function.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley {

enum class ObjectType : uint32_t {
  kBuiltin,    // BuiltinObject: a global function
  kMethod,     // MethodObject: a method with its operand
  kGenerator,  // Generator: what `map`, `select`, ... give
  kNamespace,  // Namespace
  kCycler,     // Cycler
  kJoiner,     // Joiner
  kHost,       // HostObject: a function of the host's
  kBytes,      // Function, and no more: what `encode` gives, which can only be printed
  // Known to the virtual machine only.
  kMacro,
  kLoop,
  kModule,
  kSelf,
  kSuper,
  kBlock,
};

inline ObjectType TypeOf(const Function& object) noexcept {
  return static_cast<ObjectType>(object.type);
}
inline bool IsObject(const Value& value, ObjectType type) noexcept {
  return value.is_function() && TypeOf(*value.function()) == type;
}

struct BuiltinObject : Function {
  const Builtin* builtin;
};

struct HostObject : Function {
  const HostCallables* host;
};

struct MethodObject : Function {
  const Builtin* builtin;
  Value operand;
};

// Items that can be walked once.
struct Generator : Function {
  std::span<const Value> items;
  mutable uint32_t next;   // items before this one are used up
  const Failure* failure;  // what happens after the last one, or null
};

// `namespace()`: attributes that templates may assign.  Behind the room for
// entries lies a hash table, which is used once there are more than kSmallMap.
struct Namespace : Function {
  mutable MapEntry* entries;
  mutable uint32_t size;
  mutable uint32_t capacity;
  mutable Value shown;  // the entries as a map, for printing only: it has no hash table
};

struct Cycler : Function {
  std::span<const Value> items;
  mutable uint32_t next;
};

struct Joiner : Function {
  Value separator;
  mutable bool used;
};

// Each makes its object in the heap of the call.
Value NewBuiltinObject(CallContext& cx, const Builtin* builtin);
// `name` outlives the render.
Value NewHostObject(CallContext& cx, const HostCallables* host, std::string_view name);
Value NewMethodObject(CallContext& cx, const Builtin* builtin, const Value& operand);
// `name` is what it prints as: `<generator object do_map>`.
Value NewGenerator(CallContext& cx, std::span<const Value> items, std::string_view name,
                   const Failure* failure = nullptr);
Value NewNamespace(CallContext& cx, const Value& map);
Value NewCycler(CallContext& cx, std::span<const Value> items);
Value NewJoiner(CallContext& cx, const Value& separator);

// The next item of a generator.  False at its end, where what was put off fails.
[[nodiscard]] bool NextItem(CallContext& cx, const Generator& generator, Value* item);

// Calls a value: a global function, a method or a joiner.  Anything else fails,
// the objects of the virtual machine too, which calls those itself.
Value CallObject(CallContext& cx, const Value& callee, std::span<const Value> values,
                 std::span<const std::string_view> names);

// True, and sets `*attribute`, where a cycler has an attribute of that name.
[[nodiscard]] bool FindCyclerAttribute(CallContext& cx, const Value& cycler, std::string_view name,
                                       Value* attribute);

// The value of an attribute of a namespace, or null.
const Value* FindAttribute(const Namespace& object, std::string_view name) noexcept;
// Assigns it.
void SetAttribute(CallContext& cx, const Namespace& object, const Value& name, const Value& value);

}  // namespace galley

#endif  // GALLEY_ENGINE_LIBRARY_OBJECTS_H_
