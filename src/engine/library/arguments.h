// Reading the arguments of a builtin, and saying what is wrong with one.
//
// Messages have one form: "`width` of `center` must be an integer, not a list of
// 3 items".  They never repeat a value.
#ifndef GALLEY_ENGINE_LIBRARY_ARGUMENTS_H_
#define GALLEY_ENGINE_LIBRARY_ARGUMENTS_H_

#include <cstdint>
#include <string_view>

#include "engine/library/builtin.h"
#include "value/value.h"

namespace galley {

// Which argument of which builtin.
struct ArgumentName {
  std::string_view builtin;
  std::string_view parameter;
};

// Fails: the argument must be `wanted`.  Returns undefined.
Value FailArgument(CallContext& cx, const ArgumentName& name, std::string_view wanted,
                   const Value& given);

// Each reads one argument, or fails and returns false.
// An integer, or a bool, which counts as one.
[[nodiscard]] bool ReadInteger(CallContext& cx, const ArgumentName& name, const Value& given,
                               int64_t* out);
// A string.
[[nodiscard]] bool ReadString(CallContext& cx, const ArgumentName& name, const Value& given,
                              std::string_view* out);

}  // namespace galley

#endif  // GALLEY_ENGINE_LIBRARY_ARGUMENTS_H_
