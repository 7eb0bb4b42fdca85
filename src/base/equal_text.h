// Equality of texts that are mostly short, without a call: names, keys, roles.
#ifndef GALLEY_BASE_EQUAL_TEXT_H_
#define GALLEY_BASE_EQUAL_TEXT_H_

#include <cstdint>
#include <cstring>
#include <string_view>

namespace galley {

inline bool EqualText(std::string_view a, std::string_view b) noexcept {
  const size_t size = a.size();
  if (size != b.size()) return false;
  // Both ends as words, which may overlap.
  const auto equal_ends = [&]<class Word>(Word) {
    Word ends[4];
    std::memcpy(&ends[0], a.data(), sizeof(Word));
    std::memcpy(&ends[1], b.data(), sizeof(Word));
    std::memcpy(&ends[2], a.data() + size - sizeof(Word), sizeof(Word));
    std::memcpy(&ends[3], b.data() + size - sizeof(Word), sizeof(Word));
    return ends[0] == ends[1] && ends[2] == ends[3];
  };
  if (size > 16) return std::memcmp(a.data(), b.data(), size) == 0;
  if (size >= 8) return equal_ends(uint64_t{});
  if (size >= 4) return equal_ends(uint32_t{});
  if (size >= 2) return equal_ends(uint16_t{});
  return size == 0 || a.front() == b.front();
}

}  // namespace galley

#endif  // GALLEY_BASE_EQUAL_TEXT_H_
