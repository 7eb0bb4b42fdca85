// ASCII as bits, the rest sorted for a binary search.
#include "engine/library/character_set.h"

#include <algorithm>

#include "base/utf8.h"

namespace galley {

CharacterSet::CharacterSet(std::string_view characters, Heap* heap) noexcept {
  size_t count = 0;
  for (size_t at = 0; at < characters.size();) {
    const CodePoint next = DecodeUtf8(characters, at);
    if (next.value < 0x80) {
      ascii_[next.value] = true;
    } else {
      ++count;
    }
    at += next.size;
  }
  if (count == 0 || !heap->meter().StepBytes(characters.size())) return;

  auto* others = reinterpret_cast<char32_t*>(heap->NewBytes(count * sizeof(char32_t)));
  if (!others) return;
  char32_t* end = others;
  for (size_t at = 0; at < characters.size();) {
    const CodePoint next = DecodeUtf8(characters, at);
    if (next.value >= 0x80) *end++ = next.value;
    at += next.size;
  }
  std::sort(others, end);
  others_ = {others, std::unique(others, end)};
}

bool CharacterSet::Contains(char32_t code_point) const noexcept {
  if (code_point < 0x80) return ascii_[code_point];
  return std::binary_search(others_.begin(), others_.end(), code_point);
}

}  // namespace galley
