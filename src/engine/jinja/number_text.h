// How far a number goes in a text.  Underscores may stand between digits.
#ifndef GALLEY_ENGINE_JINJA_NUMBER_TEXT_H_
#define GALLEY_ENGINE_JINJA_NUMBER_TEXT_H_

#include <cstddef>
#include <string_view>

namespace galley::jinja {

// The bytes of the float that `text` starts with: digits with a fraction, an
// exponent, or both.  0 where there is none.
size_t FloatSize(std::string_view text) noexcept;

// The bytes of the integer that `text`, which starts with a digit, starts with:
// decimal without leading zeros, or with the prefix 0x, 0o or 0b.
size_t IntegerSize(std::string_view text) noexcept;

}  // namespace galley::jinja

#endif  // GALLEY_ENGINE_JINJA_NUMBER_TEXT_H_
