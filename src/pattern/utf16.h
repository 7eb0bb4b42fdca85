// UTF-16, which is what ECMAScript's strings are made of.
#ifndef GALLEY_PATTERN_UTF16_H_
#define GALLEY_PATTERN_UTF16_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "base/writer.h"

namespace galley {

// `text` is valid UTF-8.
std::u16string ToUtf16(std::string_view text);

// In UTF-8; half of a pair becomes U+FFFD.
void AppendUtf8(std::u16string_view text, Writer* out) noexcept;

// How many bytes that are.
size_t Utf8Length(std::u16string_view text) noexcept;

// Puts U+FFFD for each half of a pair that stands alone.
void ReplaceLoneSurrogates(std::u16string* text) noexcept;

}  // namespace galley

#endif  // GALLEY_PATTERN_UTF16_H_
