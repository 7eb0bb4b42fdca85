// Attributes are looked for in the order of Jinja2: getattr, then getitem; items the other way
// round.
#include "engine/library/subscript.h"

#include "base/utf8.h"
#include "engine/library/host_callables.h"
#include "engine/library/immutable.h"
#include "engine/library/make_map.h"
#include "engine/library/objects.h"
#include "engine/library/operators.h"
#include "value/compare.h"
#include "value/map.h"
#include "value/named_tuple.h"
#include "value/range.h"

namespace galley {
namespace {

// An undefined operand, as the policy has it.
Value OfUndefined(CallContext& cx, const Value& object) {
  return cx.PolicyFor(object) == UndefinedPolicy::kChainable ? object : cx.FailUndefined(object);
}

// A chainable undefined has one attribute that is not itself: its name.
Value AttributeOfUndefined(CallContext& cx, const Value& object, const Value& name) {
  const Value result = OfUndefined(cx, object);
  const bool asks_name = object.undefined_name() && name.as_string() == "_undefined_name";
  return asks_name && !cx.failed() ? *object.undefined_name() : result;
}

// Jinja2 finds such a method but refuses it, and hides a field of that name.
Value RefusedMethod(CallContext& cx, Kind kind, std::string_view name) {
  Value* reason = cx.heap().NewItems(1);
  if (!reason) return Value();
  *reason = cx.heap().NewString(WhyRefused(kind, name));
  return UndefinedBecause(reason);
}

// The methods of a list are not those of a range or of the keys of a map.
bool HasMethods(const Value& object, std::string_view name) {
  if (!object.is_list() || object.form() == ListForm::kPlain) return true;
  return IsRange(object) && (name == "index" || name == "count");
}

bool FindMethodObject(CallContext& cx, const Value& object, std::string_view name, Value* out) {
  const Builtin* method = FindMethod(object.kind(), name);
  if (!method || !HasMethods(object, name)) return false;
  *out = ChangesOperand(*method) ? RefusedMethod(cx, object.kind(), name)
                                 : NewMethodObject(cx, method, object);
  return true;
}

bool FindGroupField(const Value& group, std::string_view name, Value* out) {
  if (group.tuple_form() != TupleForm::kGroup) return false;
  if (name != "grouper" && name != "list") return false;
  *out = group.items()[name == "list"];
  return true;
}

bool FindField(const Value& tuple, std::string_view name, Value* out) {
  const Value* found = IsNamedTuple(tuple) ? FindNamedItem(tuple, name) : nullptr;
  if (found) *out = *found;
  return found != nullptr;
}

// The bounds of a range, which are not methods.
bool FindBound(const Value& list, std::string_view name, Value* out) {
  if (!IsRange(list) || (name != "start" && name != "stop" && name != "step")) return false;
  const RangeBounds bounds = BoundsOf(list);
  *out = Value::Int(name == "start" ? bounds.start : name == "stop" ? bounds.stop : bounds.step);
  return true;
}

// The fields of Python's numbers, which are not methods.
bool FindNumberField(const Value& number, std::string_view name, Value* out) {
  const bool is_float = number.is_double();
  if (name == "real") {
    *out = is_float ? number : Value::Int(number.as_int());
  } else if (name == "imag") {
    *out = is_float ? Value::Double(0) : Value::Int(0);
  } else if (name == "numerator" && !is_float) {
    *out = Value::Int(number.as_int());
  } else if (name == "denominator" && !is_float) {
    *out = Value::Int(1);
  } else {
    return false;
  }
  return true;
}

bool FindFieldOfObject(CallContext& cx, const Value& object, std::string_view name, Value* out) {
  if (IsObject(object, ObjectType::kCycler)) return FindCyclerAttribute(cx, object, name, out);
  if (IsObject(object, ObjectType::kHost)) return FindHostAttribute(cx, object, name, out);
  if (!IsObject(object, ObjectType::kNamespace)) return false;
  if (!cx.meter().StepBytes(name.size())) return false;
  const Value* found = FindAttribute(static_cast<const Namespace&>(*object.function()), name);
  if (found) *out = *found;
  return found != nullptr;
}

bool FindIndex(const Value& key, size_t size, size_t* index) {
  if (!key.is_int() && !key.is_bool()) return false;
  const int64_t at = key.as_int();
  const auto count = static_cast<int64_t>(size);
  if (at >= count || at < -count) return false;
  *index = static_cast<size_t>(at < 0 ? at + count : at);
  return true;
}

// The offset of the character that is `count`th from the end, or the size of the
// text where there is none.
size_t OffsetFromEnd(std::string_view text, uint64_t count) {
  size_t offset = text.size();
  for (; count > 0; --count) {
    if (offset == 0) return text.size();
    do {
      --offset;
    } while (IsContinuation(text[offset]));
  }
  return offset;
}

// One character; only the part of the text that lies before it is walked.
bool FindCharacter(CallContext& cx, const Value& string, const Value& key, Value* out) {
  if (!key.is_int() && !key.is_bool()) return false;
  const std::string_view text = string.as_string();
  const int64_t at = key.as_int();
  const auto distance = at < 0 ? 0 - static_cast<uint64_t>(at) : static_cast<uint64_t>(at);
  if (distance > text.size() || !cx.meter().StepBytes(distance * 4)) return false;
  const size_t offset =
      at < 0 ? OffsetFromEnd(text, distance) : CodePointOffset(text, static_cast<size_t>(at));
  if (offset == text.size()) return false;
  *out = Value::String(text.substr(offset, DecodeUtf8(text, offset).size), string.safe_mark());
  return true;
}

bool FindInMap(CallContext& cx, const Value& map, const Value& key, Value* out) {
  const uint32_t at = FindKey(map, key, &cx.meter());
  if (at == kNoPosition) return false;
  *out = map.entries()[at].value;
  return true;
}

bool FindInSequence(const Value& sequence, const Value& key, Value* out) {
  const bool has_order =
      sequence.is_tuple() || sequence.form() == ListForm::kPlain || IsRange(sequence);
  size_t index;
  if (!has_order || !FindIndex(key, sequence.size(), &index)) return false;
  *out = sequence.items()[index];
  return true;
}

// What `object[key]` is in Python; false where it has no such item.
bool FindOwnItem(CallContext& cx, const Value& object, const Value& key, Value* out) {
  switch (object.kind()) {
    case Kind::kMap:
      return FindInMap(cx, object, key, out);
    case Kind::kList:
    case Kind::kTuple:
      return FindInSequence(object, key, out);
    case Kind::kString:
      return FindCharacter(cx, object, key, out);
    default:
      return false;
  }
}

}  // namespace

bool FindOwnAttribute(CallContext& cx, const Value& object, std::string_view name,
                      Value* attribute) {
  switch (object.kind()) {
    case Kind::kUndefined:
    case Kind::kNone:
      return false;
    case Kind::kFunction:
      return FindFieldOfObject(cx, object, name, attribute);
    case Kind::kTuple:
      return FindGroupField(object, name, attribute) || FindField(object, name, attribute) ||
             FindMethodObject(cx, object, name, attribute);
    case Kind::kList:
      return FindBound(object, name, attribute) || FindMethodObject(cx, object, name, attribute);
    case Kind::kBool:
    case Kind::kInt:
    case Kind::kDouble:
      return FindNumberField(object, name, attribute) ||
             FindMethodObject(cx, object, name, attribute);
    default:
      return FindMethodObject(cx, object, name, attribute);
  }
}

Value GetItem(CallContext& cx, const Value& object, const Value& key) {
  if (object.is_undefined()) return OfUndefined(cx, object);
  if (object.is_map() && !key.is_string() && FailStrictKey(cx, key)) return Value();
  Value found;
  if (FindOwnItem(cx, object, key, &found)) return found;
  if (key.is_string() && FindOwnAttribute(cx, object, key.as_string(), &found)) return found;
  return UndefinedItem(cx, object, key);
}

Value GetAttribute(CallContext& cx, const Value& object, const Value& name) {
  if (object.is_undefined()) return AttributeOfUndefined(cx, object, name);
  Value found;
  if (FindOwnAttribute(cx, object, name.as_string(), &found)) return found;
  if (object.is_map() && FindInMap(cx, object, name, &found)) return found;
  return UndefinedItem(cx, object, name);
}

}  // namespace galley
