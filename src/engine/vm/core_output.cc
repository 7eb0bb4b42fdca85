// What a render writes, and takes back: everything but the strings that the loop appends
// itself.
#include <string>

#include "engine/library/operators.h"
#include "engine/vm/core.h"
#include "value/print.h"

namespace galley {

namespace {

// As Jinja2 prints a loop.
std::string LoopText(const Loop& loop) {
  return "<LoopContext " + std::to_string(loop.next) + "/" + std::to_string(loop.size) + ">";
}

}  // namespace

void Core::EmitSlowly(const Value& value) {
  switch (value.kind()) {
    case Kind::kInt:
      return PrintInt(value.as_int(), out);
    case Kind::kUndefined: {
      const Value text = ToText(*cx, value);
      if (text.is_string()) out->Append(text.as_string());
      return;
    }
    case Kind::kFunction:
      if (IsObject(value, ObjectType::kModule)) {
        return out->Append(static_cast<const Module*>(value.function())->body.as_string());
      }
      if (IsObject(value, ObjectType::kLoop)) {
        return out->Append(LoopText(*static_cast<const Loop*>(value.function())));
      }
      [[fallthrough]];
    default:
      return PrintStr(value, out, &heap.meter());
  }
}

void Core::EmitEscaped(const Value& value) {
  if (value.is_safe()) return out->Append(value.as_string());
  if (IsObject(value, ObjectType::kModule)) return EmitSlowly(value);
  const bool is_loop = IsObject(value, ObjectType::kLoop);
  const Value shown =
      is_loop ? heap.NewString(LoopText(*static_cast<const Loop*>(value.function()))) : value;
  out->Append(Escape(*cx, shown).as_string());
}

// registers[0] is the sum so far; where registers[1] is a number, that is written
// already, from that number on.
void Core::AddToSum(Value* registers, const Value& term) {
  Value& sum = registers[0];
  Value& written = registers[1];
  if (written.is_int()) {
    sum = TakeText(static_cast<size_t>(written.as_int()), false);
  }
  written = Value();
  sum = Add(*cx, sum, term);
}

// What was written since `written`, as a string; takes it back from the output.
Value Core::TakeText(size_t written, bool safe) {
  const Value text = heap.NewString(out->view().substr(written), safe ? kSafe : kPlain);
  out->Truncate(written);
  return text;
}

// A value that a call gave at once.
void Core::Finish(const Value& value, Ending ending, uint16_t result, uint8_t escape) {
  if (cx->stopped()) return;
  if (ending == Ending::kText) {
    frame().registers[result] = value;
  } else if (escape == 1 || (escape == 2 && cx->autoescape)) {
    EmitEscaped(value);
  } else if (value.is_string()) {
    out->Append(value.as_string());
  } else {
    EmitSlowly(value);
  }
}

Value Core::UndefinedFor(std::string_view reason) {
  auto* text = New<Value>();
  if (!text) return Value::Undefined();
  *text = heap.NewString(reason);
  return UndefinedBecause(text);
}

}  // namespace galley
