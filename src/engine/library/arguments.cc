// Integers as Python's __index__ takes them: booleans are, floats are not.
#include "engine/library/arguments.h"

#include <string>
#include <utility>

namespace galley {

Value FailArgument(CallContext& cx, const ArgumentName& name, std::string_view wanted,
                   const Value& given) {
  std::string message = "`";
  message.append(name.parameter).append("` of `").append(name.builtin).append("` must be ");
  message.append(wanted).append(", not ").append(DescribeValue(given));
  return cx.FailType(std::move(message));
}

bool ReadInteger(CallContext& cx, const ArgumentName& name, const Value& given, int64_t* out) {
  if (!given.is_int() && !given.is_bool()) {
    FailArgument(cx, name, "an integer", given);
    return false;
  }
  *out = given.as_int();
  return true;
}

bool ReadString(CallContext& cx, const ArgumentName& name, const Value& given,
                std::string_view* out) {
  if (!given.is_string()) {
    FailArgument(cx, name, "a string", given);
    return false;
  }
  *out = given.as_string();
  return true;
}

}  // namespace galley
