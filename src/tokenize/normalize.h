// The normal forms of Unicode, as the reference tokenizers have them (Unicode 12;
// tools/tokenizer_tables.py).
#ifndef GALLEY_TOKENIZE_NORMALIZE_H_
#define GALLEY_TOKENIZE_NORMALIZE_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace galley {

enum class NormalForm : unsigned char { kNfc, kNfd, kNfkc, kNfkd };

// The bytes of `text`, valid UTF-8, up to the first character that the form may change,
// or that may join what stands before it; text.size() where nothing changes.
size_t UnchangedPrefix(std::string_view text, NormalForm form) noexcept;

// `text`, valid UTF-8, in the form.  Linear but for long runs of combining marks, which
// are sorted.
std::string Normalize(std::string_view text, NormalForm form);

// Whether a text may be cut before `code_point` and both parts be normalized apart.
bool StartsAnew(char32_t code_point, NormalForm form) noexcept;

}  // namespace galley

#endif  // GALLEY_TOKENIZE_NORMALIZE_H_
