// A trie of texts in one array of numbers, for finding the longest that begins at a place.
//
// The array: 256 words say where the node of each first byte lies (0: nowhere); a node is
// {value, edges, then (byte, node) for each edge, sorted}.  Every step checks its bounds.
#ifndef GALLEY_TOKENIZE_TRIE_H_
#define GALLEY_TOKENIZE_TRIE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace galley {

// The words of a trie of `texts`, none empty, with their values; no words for no texts.
// Of equal texts the last counts.
std::vector<uint32_t> BuildTrie(std::vector<std::pair<std::string_view, uint32_t>> texts);

class Trie {
 public:
  Trie() = default;
  explicit Trie(std::string_view section) noexcept
      : words_(reinterpret_cast<const uint32_t*>(section.data())),
        size_(section.size() / sizeof(uint32_t)) {}

  bool empty() const noexcept { return size_ < 256; }

  struct Found {
    size_t size = 0;  // 0: nothing
    uint32_t value = 0;
  };
  // The longest text that begins at `at`, which is inside `text`.
  Found Longest(std::string_view text, size_t at) const noexcept;

 private:
  const uint32_t* words_ = nullptr;
  size_t size_ = 0;
};

}  // namespace galley

#endif  // GALLEY_TOKENIZE_TRIE_H_
