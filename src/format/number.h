// Numbers as JSON and YAML write them, once their grammar has been checked.
#ifndef GALLEY_FORMAT_NUMBER_H_
#define GALLEY_FORMAT_NUMBER_H_

#include <string_view>

#include "diag/source.h"
#include "galley/diagnostic.h"
#include "value/value.h"

namespace galley {

// Both take digits only, with what their grammar allows around them, and return
// false where the number does not fit: an integer outside of 64 bits, a float
// beyond the largest.  A float too small for any other is zero.
[[nodiscard]] bool ReadInteger(std::string_view text, int base, Value* out) noexcept;
[[nodiscard]] bool ReadFloat(std::string_view text, Value* out) noexcept;

Diagnostic NumberOutOfRange(const Source& source, Span span, bool integer);

}  // namespace galley

#endif  // GALLEY_FORMAT_NUMBER_H_
