// The types of YAML's plain scalars, by the core schema of YAML 1.2: `no` and
// `on` are strings, `1:30` and `2024-01-01` too, and `010` is ten.
#ifndef GALLEY_FORMAT_YAML_SCALAR_H_
#define GALLEY_FORMAT_YAML_SCALAR_H_

#include <cstdint>
#include <string_view>

#include "value/value.h"

namespace galley {

enum class PlainScalar : uint8_t { kString, kValue, kIntegerOutOfRange, kFloatOutOfRange };

// What `text`, written without quotes, is.  Sets `*value` for kValue only.
PlainScalar ReadPlainScalar(std::string_view text, Value* value) noexcept;

}  // namespace galley

#endif  // GALLEY_FORMAT_YAML_SCALAR_H_
