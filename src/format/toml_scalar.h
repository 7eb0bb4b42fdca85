// The values that TOML writes without quotes.
#ifndef GALLEY_FORMAT_TOML_SCALAR_H_
#define GALLEY_FORMAT_TOML_SCALAR_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "value/value.h"

namespace galley {

enum class TomlScalar : uint8_t {
  kInvalid,
  kValue,
  kDateTime,
  kIntegerOutOfRange,
  kFloatOutOfRange,
};

// How many bytes at the start of `text` make up one such value.  The blank
// between a date and a time belongs to it.
size_t TomlScalarSize(std::string_view text) noexcept;

// What `text`, all of it, is.  Sets `*value` for kValue only.
TomlScalar ReadTomlScalar(std::string_view text, Value* value);

}  // namespace galley

#endif  // GALLEY_FORMAT_TOML_SCALAR_H_
