// Values as text in a template: what `{{ value }}` and `~` write.

#include "engine/library/objects.h"
#include "engine/library/operators.h"
#include "value/print.h"

namespace galley {
namespace {

// Under which names Jinja2 knows its objects.
std::string_view ObjectTypeName(ObjectType type) {
  switch (type) {
    case ObjectType::kNamespace:
      return "jinja2.utils.Namespace object";
    case ObjectType::kCycler:
      return "jinja2.utils.Cycler object";
    case ObjectType::kJoiner:
      return "jinja2.utils.Joiner object";
    case ObjectType::kMacro:
      return "jinja2.runtime.Macro object";
    case ObjectType::kLoop:
      return "jinja2.runtime.LoopContext object";
    case ObjectType::kModule:
      return "jinja2.environment.TemplateModule object";
    case ObjectType::kSelf:
      return "jinja2.runtime.TemplateReference object";
    case ObjectType::kSuper:
    case ObjectType::kBlock:
      return "jinja2.runtime.BlockReference object";
    case ObjectType::kGenerator:
      return "generator object";
    case ObjectType::kBytes:
      return "bytes object";
    case ObjectType::kHost:
      return "function object";
    case ObjectType::kBuiltin:
    case ObjectType::kMethod:
      return "builtin_function_or_method object";
  }
  return "function object";
}

std::string_view PythonTypeName(Kind kind) {
  switch (kind) {
    case Kind::kNone:
      return "None";
    case Kind::kBool:
      return "bool object";
    case Kind::kInt:
      return "int object";
    case Kind::kDouble:
      return "float object";
    case Kind::kString:
      return "str object";
    case Kind::kList:
      return "list object";
    case Kind::kTuple:
      return "tuple object";
    case Kind::kMap:
      return "dict object";
    default:
      return "function object";
  }
}

// What a debug undefined prints in place of itself: `{{ name }}`, and the like.
Value DebugText(CallContext& cx, const Value& undefined) {
  const Value* name = undefined.undefined_name();
  HeapWriter out(&cx.heap());
  out.Append("{{ ");
  Kind owner;
  if (!name) {
    out.Append("None");
  } else if (!undefined.undefined_owner(&owner)) {
    out.Append(name->as_string());
  } else if (owner == Kind::kUndefined) {
    out.Append("undefined value printed: ");
    out.Append(name->as_string());
  } else {
    out.Append("no such element: ");
    uint32_t type;
    const bool is_object = undefined.undefined_owner_type(&type);
    out.Append(is_object ? ObjectTypeName(static_cast<ObjectType>(type)) : PythonTypeName(owner));
    out.Append('[');
    PrintRepr(*name, &out, &cx.meter());
    out.Append(']');
  }
  out.Append(" }}");
  return out.Finish();
}

Value TextOfUndefined(CallContext& cx, const Value& value) {
  switch (cx.PolicyFor(value)) {
    case UndefinedPolicy::kStrict:
      return cx.FailUndefined(value);
    case UndefinedPolicy::kDebug:
      return DebugText(cx, value);
    default:
      return Value::String("");
  }
}

// The text of all parts.
Value JoinTexts(CallContext& cx, std::span<const Value> texts, uint8_t safe) {
  uint64_t size = 0;
  for (const Value& text : texts) size += text.size();
  char* bytes = cx.heap().NewBytes(size);
  if (!bytes || cx.failed()) return Value();
  char* end = bytes;
  for (const Value& text : texts) end = std::copy_n(text.as_string().data(), text.size(), end);
  return Value::String({bytes, static_cast<size_t>(size)}, safe);
}

}  // namespace

Value ToText(CallContext& cx, const Value& value) {
  if (value.is_string()) return value;
  if (value.is_undefined()) return TextOfUndefined(cx, value);
  HeapWriter out(&cx.heap());
  PrintStr(value, &out, &cx.meter());
  return out.Finish();
}

Value Concatenate(CallContext& cx, std::span<const Value> parts, bool forgets_markup) {
  bool html = false;
  for (const Value& part : parts) {
    html = html || (cx.autoescape && !forgets_markup && part.is_safe());
  }
  Value* texts = cx.heap().NewItems(parts.size());
  if (!texts) return Value();
  for (size_t at = 0; at < parts.size(); ++at) {
    if (cx.stopped()) return Value();
    texts[at] = html ? Escape(cx, parts[at]) : ToText(cx, parts[at]);
  }
  return JoinTexts(cx, {texts, parts.size()}, html ? kSafe : kPlain);
}

}  // namespace galley
