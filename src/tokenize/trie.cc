// Built from sorted texts, level by level, without recursion.
#include "tokenize/trie.h"

#include <algorithm>

namespace galley {
namespace {

constexpr uint32_t kNoValue = UINT32_MAX;
constexpr size_t kRoots = 256;

// Texts [first, last) that agree in their first `depth` bytes, and the word that is to
// hold where their node lies.
struct Pending {
  size_t first;
  size_t last;
  size_t depth;
  size_t place;
};

}  // namespace

std::vector<uint32_t> BuildTrie(std::vector<std::pair<std::string_view, uint32_t>> texts) {
  if (texts.empty()) return {};
  std::stable_sort(texts.begin(), texts.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<uint32_t> words(kRoots);
  std::vector<Pending> pending;
  // The ranges of texts that go on with the same byte, each with its place.
  const auto split = [&](size_t first, size_t last, size_t depth, auto place_of) {
    while (first < last) {
      const auto byte = static_cast<unsigned char>(texts[first].first[depth]);
      size_t end = first;
      while (end < last && static_cast<unsigned char>(texts[end].first[depth]) == byte) ++end;
      pending.push_back({first, end, depth + 1, place_of(byte)});
      first = end;
    }
  };
  split(0, texts.size(), 0, [](unsigned char byte) { return size_t{byte}; });
  while (!pending.empty()) {
    Pending node = pending.back();
    pending.pop_back();
    words[node.place] = static_cast<uint32_t>(words.size());
    const size_t at = words.size();
    words.insert(words.end(), {kNoValue, 0});
    while (node.first < node.last && texts[node.first].first.size() == node.depth) {
      words[at] = texts[node.first++].second;
    }
    split(node.first, node.last, node.depth, [&](unsigned char byte) {
      ++words[at + 1];
      words.insert(words.end(), {byte, 0});
      return words.size() - 1;
    });
  }
  return words;
}

Trie::Found Trie::Longest(std::string_view text, size_t at) const noexcept {
  Found found;
  if (empty()) return found;
  size_t node = words_[static_cast<unsigned char>(text[at])];
  for (size_t end = at + 1; node >= kRoots && node + 1 < size_; ++end) {
    if (words_[node] != kNoValue) found = {end - at, words_[node]};
    if (end == text.size()) break;
    const size_t edges = words_[node + 1];
    if (edges > (size_ - node - 2) / 2) break;
    const uint32_t byte = static_cast<unsigned char>(text[end]);
    size_t low = 0;
    size_t high = edges;
    while (low < high) {
      const size_t middle = (low + high) / 2;
      (words_[node + 2 + 2 * middle] < byte ? low = middle + 1 : high = middle);
    }
    if (low == edges || words_[node + 2 + 2 * low] != byte) break;
    node = words_[node + 3 + 2 * low];
  }
  return found;
}

}  // namespace galley
