// What JavaScript takes for white space, which is what Handlebars does.
#ifndef GALLEY_ENGINE_HANDLEBARS_BLANKS_H_
#define GALLEY_ENGINE_HANDLEBARS_BLANKS_H_

#include <cstddef>
#include <string_view>

namespace galley::handlebars {

// The bytes of the blank character that begins at `at`, which is inside the text,
// or 0 where the character is none.
size_t BlankSize(std::string_view text, size_t at) noexcept;
// The same for the one that ends before `end`, which is not 0.
size_t BlankSizeBefore(std::string_view text, size_t end) noexcept;

// Where the blanks at the beginning end.
size_t SkipBlanks(std::string_view text, size_t at = 0) noexcept;
// Where the blanks at the end begin.
size_t TrimBlanks(std::string_view text) noexcept;

}  // namespace galley::handlebars

#endif  // GALLEY_ENGINE_HANDLEBARS_BLANKS_H_
