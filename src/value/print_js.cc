// Values as JavaScript's String writes them.

#include "base/small_stack.h"
#include "value/function.h"
#include "value/print.h"

namespace galley {
namespace {

// What is left of a list being joined.
struct Open {
  const Value* begin;
  const Value* next;
  const Value* end;
};

Open OpenList(const Value& list) noexcept {
  const std::span<const Value> items = list.items();
  return {items.data(), items.data(), items.data() + items.size()};
}

void AppendScalar(const Value& value, Writer* out, Meter* meter) noexcept {
  switch (value.kind()) {
    case Kind::kBool:
      return out->Append(value.as_bool() ? "true" : "false");
    case Kind::kInt:
      return PrintIntJs(value.as_int(), out);
    case Kind::kDouble:
      return PrintDoubleJs(value.as_double(), out);
    case Kind::kString:
      if (meter->StepBytes(value.size())) out->Append(value.as_string());
      return;
    case Kind::kMap:
      return out->Append("[object Object]");
    case Kind::kFunction:
      return out->Append(value.function()->name);
    default:
      return;
  }
}

}  // namespace

void PrintJs(const Value& value, Writer* out, Meter* meter) noexcept {
  if (!value.is_sequence()) return AppendScalar(value, out, meter);

  SmallStack<Open> stack;
  bool pushed = stack.Push(OpenList(value));
  while (pushed && !stack.empty() && !out->overflowed()) {
    Open& open = stack.top();
    if (open.next == open.end) {
      stack.Pop();
      continue;
    }
    if (!meter->Step()) return;
    if (open.next != open.begin) out->Append(',');
    const Value& item = *open.next++;
    if (item.is_sequence()) {
      pushed = stack.Push(OpenList(item));
    } else {
      AppendScalar(item, out, meter);
    }
  }
  if (!pushed) meter->Stop(Exhausted::kMemory);
}

}  // namespace galley
