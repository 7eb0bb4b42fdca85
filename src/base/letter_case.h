// Upper, lower, title and folded case of text, as Python's str has them.  One
// character may become up to three.
#ifndef GALLEY_BASE_LETTER_CASE_H_
#define GALLEY_BASE_LETTER_CASE_H_

#include <cstddef>
#include <string_view>

#include "base/writer.h"

namespace galley {

// In the order of the tables.
enum class LetterCase : unsigned char { kUpper, kLower, kTitle, kFold };

// Writes what `code_point` becomes to `out` and returns how many code points
// that is.  A capital sigma is lowered as in the middle of a word.
size_t MapCase(char32_t code_point, LetterCase to, char32_t out[3]) noexcept;

// ASCII letters only; any other byte stays.  `out` has room for text.size()
// bytes and may be text.data().
void AsciiToUpper(std::string_view text, char* out) noexcept;
void AsciiToLower(std::string_view text, char* out) noexcept;
void AsciiToTitle(std::string_view text, char* out) noexcept;
void AsciiSwapCase(std::string_view text, char* out) noexcept;

// The functions below take valid UTF-8.  Each appends the whole text in the new
// case; a capital sigma that ends a word becomes the final one.
void AppendUpper(std::string_view text, Writer* out) noexcept;
void AppendLower(std::string_view text, Writer* out) noexcept;
void AppendCaseFolded(std::string_view text, Writer* out) noexcept;
// The first character in title case, the others in lower case.
void AppendCapitalized(std::string_view text, Writer* out) noexcept;
// The first letter of each run of letters in title case, the others in lower.
void AppendTitle(std::string_view text, Writer* out) noexcept;
// Upper becomes lower and lower upper.
void AppendSwappedCase(std::string_view text, Writer* out) noexcept;

}  // namespace galley

#endif  // GALLEY_BASE_LETTER_CASE_H_
