// Loops of Jinja.
//
// The state of a loop lies in the registers behind its value unless it outlives its frame.
#include <algorithm>
#include <new>

#include "engine/library/operators.h"
#include "engine/vm/jinja_runtime.h"

namespace galley {

namespace {

constexpr Value kNoPrevious = Value::String("there is no previous item");
constexpr Value kNoNext = Value::String("there is no next item");
constexpr Value kItems = Value::String("items");

}  // namespace

// The Loop lies in the registers behind its Value unless it outlives the frame.
Loop* JinjaRuntime::NewLoop(Value* registers, uint8_t use) {
  void* room = use & kLoopEscapes ? static_cast<void*>(heap().NewBytes(sizeof(Loop)))
                                  : static_cast<void*>(registers + 1);
  if (!room) return nullptr;
  auto* loop = new (room) Loop();
  loop->type = static_cast<uint32_t>(ObjectType::kLoop);
  loop->name = "loop";
  loop->depth = frame().depth;
  loop->recursion = frame().routine->kind == RoutineKind::kLoop ? frame().macro : nullptr;
  registers[0] = Value::Callable(loop);
  return loop;
}

void JinjaRuntime::BeginLoop(Value* registers, const Value& iterable, uint8_t use) {
  const Value over = iterable;  // the registers may be its place too
  if (over.is_map()) {
    Loop* loop = NewLoop(registers, use);
    if (!loop) return;
    loop->over = Loop::Over::kKeys;
    loop->entries = over.entries();
    loop->size = over.size();
    return;
  }
  const std::span<const Value> items = over.is_sequence() ? over.items() : Iterate(cx(), over);
  if (cx().stopped()) return;
  Loop* loop = NewLoop(registers, use);
  if (!loop) return;
  loop->over = Loop::Over::kItems;
  loop->items = items.data();
  loop->size = static_cast<uint32_t>(items.size());
}

void JinjaRuntime::BeginItemsLoop(Value* registers, const Value& object, uint8_t use) {
  if (object.is_map()) {
    const Value map = object;
    Loop* loop = NewLoop(registers, use);
    if (!loop) return;
    loop->over = Loop::Over::kPairs;
    loop->entries = map.entries();
    loop->size = map.size();
    return;
  }
  const Value method = Attribute(object, kItems);
  if (cx().stopped()) return;
  const Value items = CallObject(cx(), method, {}, {});
  if (!cx().stopped()) BeginLoop(registers, items, use);
}

// What looking at item `index` of a loop gives.
Value JinjaRuntime::LoopItem(const Loop& loop, uint32_t index) {
  if (loop.over != Loop::Over::kPairs) return loop.Item(index);
  const Value pair[2] = {loop.entries[index].key, loop.entries[index].value};
  return heap().NewTuple(pair);
}

Value JinjaRuntime::LoopValue(const Loop& loop, LoopPart part) {
  const int64_t index = loop.next;
  const int64_t size = loop.size;
  switch (part) {
    case LoopPart::kIndex:
      return Value::Int(index);
    case LoopPart::kIndex0:
      return Value::Int(index - 1);
    case LoopPart::kRevIndex:
      return Value::Int(size - index + 1);
    case LoopPart::kRevIndex0:
      return Value::Int(size - index);
    case LoopPart::kFirst:
      return Value::Bool(index == 1);
    case LoopPart::kLast:
      return Value::Bool(index == size);
    case LoopPart::kLength:
      return Value::Int(size);
    case LoopPart::kDepth:
      return Value::Int(int64_t{loop.depth} + 1);
    case LoopPart::kDepth0:
      return Value::Int(loop.depth);
    case LoopPart::kPrevious:
      return index <= 1 ? UndefinedBecause(&kNoPrevious) : LoopItem(loop, loop.next - 2);
    case LoopPart::kNext:
      return index >= size ? UndefinedBecause(&kNoNext) : LoopItem(loop, loop.next);
  }
  return Value::Undefined();
}

// registers[0] is the list so far, registers[1] how many fit where it is.
void JinjaRuntime::Collect(Value* registers, const Value& item) {
  const std::span<const Value> items = registers[0].items();
  const int64_t capacity = registers[1].as_int();
  auto* room = const_cast<Value*>(items.data());
  if (static_cast<int64_t>(items.size()) == capacity) {
    const int64_t larger = capacity == 0 ? 8 : capacity * 2;
    room = heap().NewItems(static_cast<size_t>(larger));
    if (!room) return;
    std::copy(items.begin(), items.end(), room);
    registers[1] = Value::Int(larger);
  }
  room[items.size()] = item;
  registers[0] = Value::List({room, items.size() + 1});
}

// The next turn of a loop over pairs, which may be those of any iterable.
void JinjaRuntime::NextPair(Loop* loop, Value* key, Value* value) {
  const uint32_t at = loop->next++;
  if (loop->over == Loop::Over::kPairs) {
    *key = loop->entries[at].key;
    *value = loop->entries[at].value;
    return;
  }
  Value pair[2];
  if (!Unpack(loop->items[at], pair, 2)) return;
  *key = pair[0];
  *value = pair[1];
}

bool JinjaRuntime::Unpack(const Value& value, Value* targets, uint16_t count) {
  const std::span<const Value> items = value.is_sequence() ? value.items() : Iterate(cx(), value);
  if (cx().stopped()) return false;
  if (items.size() != count) {
    cx().FailType("cannot unpack " + DescribeValue(value) + " into " + std::to_string(count) +
                  " names");
    return false;
  }
  std::copy(items.begin(), items.end(), targets);
  return true;
}

}  // namespace galley
