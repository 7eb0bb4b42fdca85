// Merging: the symbols of a piece become those of its tokens.
#ifndef GALLEY_TOKENIZE_MERGE_H_
#define GALLEY_TOKENIZE_MERGE_H_

#include <cstdint>
#include <vector>

#include "tokenize/table.h"

namespace galley {

// A symbol that no merge touches: a character (or byte) that has none, with this bit.
inline constexpr Symbol kRawUnit = 1u << 31;

// Merges pieces one after the other, keeping its memory.
class Merger {
 public:
  // Joins neighbours until none can be joined: the lowest priority first, of equal ones
  // the leftmost.  Takes n log n steps.
  void Merge(const TokenTable& table, std::vector<Symbol>* symbols);

 private:
  void MergeFew(const TokenTable& table, std::vector<Symbol>* symbols);
  void MergeMany(const TokenTable& table, std::vector<Symbol>* symbols);

  struct Candidate {
    uint32_t priority;
    uint32_t at;
    Symbol result;
    // The heap of the standard library keeps the greatest in front.
    friend bool operator<(const Candidate& a, const Candidate& b) noexcept {
      return a.priority != b.priority ? a.priority > b.priority : a.at > b.at;
    }
  };

  std::vector<Symbol> results_;
  std::vector<uint32_t> before_;
  std::vector<uint32_t> after_;
  std::vector<Candidate> heap_;
};

}  // namespace galley

#endif  // GALLEY_TOKENIZE_MERGE_H_
