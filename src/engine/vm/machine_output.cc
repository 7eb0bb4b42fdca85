// What the virtual machine writes, and takes back: everything but the strings that
// the loop appends itself.
#include <string>

#include "engine/library/operators.h"
#include "engine/vm/machine.h"
#include "value/print.h"

namespace galley {
namespace {

// As Jinja2 prints a loop.
std::string LoopText(const Loop& loop) {
  return "<LoopContext " + std::to_string(loop.next) + "/" + std::to_string(loop.size) + ">";
}

}  // namespace

void Machine::EmitSlowly(const Value& value) {
  switch (value.kind()) {
    case Kind::kInt:
      return PrintInt(value.as_int(), out_);
    case Kind::kUndefined: {
      const Value text = ToText(*cx_, value);
      if (text.is_string()) out_->Append(text.as_string());
      return;
    }
    case Kind::kFunction:
      if (IsObject(value, ObjectType::kModule)) {
        return out_->Append(static_cast<const Module*>(value.function())->body.as_string());
      }
      if (IsObject(value, ObjectType::kLoop)) {
        return out_->Append(LoopText(*static_cast<const Loop*>(value.function())));
      }
      [[fallthrough]];
    case Kind::kList:
    case Kind::kTuple:
    case Kind::kMap:
      from_data_ = true;  // what is inside is not looked at
      [[fallthrough]];
    default:
      return PrintStr(value, out_, &heap_.meter());
  }
}

void Machine::EmitEscaped(const Value& value) {
  if (value.is_safe()) {
    from_data_ |= (value.marks() & kFromData) != 0;
    return out_->Append(value.as_string());
  }
  if (IsObject(value, ObjectType::kModule)) return EmitSlowly(value);
  const bool is_loop = IsObject(value, ObjectType::kLoop);
  const Value shown =
      is_loop ? heap_.NewString(LoopText(*static_cast<const Loop*>(value.function()))) : value;
  const Value text = Escape(*cx_, shown);
  from_data_ |= (text.marks() & kFromData) != 0;
  out_->Append(text.as_string());
}

// registers[0] is the sum so far; where registers[1] is a number, that is written
// already, from half that number on, and the rest says what from_data_ was before.
void Machine::AddToSum(Value* registers, const Value& term) {
  Value& sum = registers[0];
  Value& written = registers[1];
  if (written.is_int()) {
    sum = TakeText(static_cast<size_t>(written.as_int() >> 1), (written.as_int() & 1) != 0, false);
  } else if (IsPlainString(sum) && IsPlainString(term)) {
    written = Value::Int(static_cast<int64_t>(out_->size() << 1 | uint64_t{from_data_}));
    from_data_ = ((sum.marks() | term.marks()) & kFromData) != 0;
    out_->Append(sum.as_string());
    out_->Append(term.as_string());
    return;
  }
  written = Value();
  sum = Add(*cx_, sum, term);
}

// What was written since `written`, as a string; takes it back from the output.
Value Machine::TakeText(size_t written, bool from_data_before, bool safe) {
  const auto marks = static_cast<uint8_t>((safe ? kSafe : 0) | (from_data_ ? kFromData : 0));
  const Value text = heap_.NewString(out_->view().substr(written), marks);
  out_->Truncate(written);
  from_data_ = from_data_before;
  return text;
}

}  // namespace galley
