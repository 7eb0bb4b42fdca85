// What a render writes, and takes back: everything but the strings that the loop appends
// itself.
//
// Whatever is written says in `from_data` whether any of it came from the context.
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
    case Kind::kList:
    case Kind::kTuple:
    case Kind::kMap:
      from_data = true;  // what is inside is not looked at
      [[fallthrough]];
    default:
      return PrintStr(value, out, &heap.meter());
  }
}

void Core::EmitEscaped(const Value& value) {
  if (value.is_safe()) {
    from_data |= (value.marks() & kFromData) != 0;
    return out->Append(value.as_string());
  }
  if (IsObject(value, ObjectType::kModule)) return EmitSlowly(value);
  const bool is_loop = IsObject(value, ObjectType::kLoop);
  const Value shown =
      is_loop ? heap.NewString(LoopText(*static_cast<const Loop*>(value.function()))) : value;
  const Value text = Escape(*cx, shown);
  from_data |= (text.marks() & kFromData) != 0;
  out->Append(text.as_string());
}

// registers[0] is the sum so far; where registers[1] is a number, that is written
// already, from half that number on, and the rest says what from_data was before.
void Core::AddToSum(Value* registers, const Value& term) {
  Value& sum = registers[0];
  Value& written = registers[1];
  if (written.is_int()) {
    sum = TakeText(static_cast<size_t>(written.as_int() >> 1), (written.as_int() & 1) != 0, false);
  } else if (IsPlainString(sum) && IsPlainString(term)) {
    written = Value::Int(static_cast<int64_t>(out->size() << 1 | uint64_t{from_data}));
    from_data = ((sum.marks() | term.marks()) & kFromData) != 0;
    out->Append(sum.as_string());
    out->Append(term.as_string());
    return;
  }
  written = Value();
  sum = Add(*cx, sum, term);
}

// What was written since `written`, as a string; takes it back from the output.
Value Core::TakeText(size_t written, bool from_data_before, bool safe) {
  const auto marks = static_cast<uint8_t>((safe ? kSafe : 0) | (from_data ? kFromData : 0));
  const Value text = heap.NewString(out->view().substr(written), marks);
  out->Truncate(written);
  from_data = from_data_before;
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
    from_data |= (value.marks() & kFromData) != 0;
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
