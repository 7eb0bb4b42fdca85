// Merging: the symbols of a piece become those of its tokens.
#ifndef GALLEY_TOKENIZE_MERGE_H_
#define GALLEY_TOKENIZE_MERGE_H_

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tokenize/run_merger.h"
#include "tokenize/table.h"

namespace galley {

// A symbol that no merge touches: a character (or byte) that has none, with this bit.
inline constexpr Symbol kRawUnit = 1u << 31;

// Merges pieces of one table, one after the other, keeping its memory.
class Merger {
 public:
  // Joins neighbours until none can be joined: the lowest priority first, of equal ones
  // the leftmost.  Takes n log n steps, and n where few different pairs are joined.
  void Merge(const TokenTable& table, std::vector<Symbol>* symbols);

 private:
  void MergeFew(const TokenTable& table, std::vector<Symbol>* symbols);
  void MergeMany(const TokenTable& table, std::vector<Symbol>* symbols);
  void MergeLong(const TokenTable& table, std::vector<Symbol>* symbols);

  struct Candidate {
    uint32_t priority;
    uint32_t at;
    Symbol result;
    // The heap of the standard library keeps the greatest in front.
    friend bool operator<(const Candidate& a, const Candidate& b) noexcept {
      return a.priority != b.priority ? a.priority > b.priority : a.at > b.at;
    }
  };
  // Where a priority may be joined.  A place whose symbols have changed since is told by
  // what they would become.
  struct Round {
    uint32_t priority = 0;
    std::vector<uint32_t> places;
    size_t next = 0;         // those before it are done
    bool is_sorted = true;   // those from there on
    bool is_queued = false;  // in queue_
  };

  void AddCandidate(const TokenTable& table, uint32_t at, Symbol result);
  // Joins the symbols at the next place of `round`, if they still may be.
  void JoinNext(const TokenTable& table, Round* round, std::vector<Symbol>* symbols);
  Symbol Merged(const TokenTable& table, Symbol left, Symbol right);

  std::vector<Symbol> results_;
  std::vector<uint32_t> before_;
  std::vector<uint32_t> after_;
  std::vector<Candidate> heap_;
  std::vector<Round> rounds_;
  size_t used_rounds_ = 0;
  // By priority: in rounds_, and one more; 0: none.
  std::vector<uint32_t> round_of_;
  std::unordered_map<uint32_t, uint32_t> far_rounds_;
  std::vector<std::pair<uint32_t, uint32_t>> queue_;  // priority, round: the lowest in front
  // What was asked for lately: texts say the same over and over, and the table of pairs does
  // not fit the processor's caches.
  struct Known {
    Symbol left = kNoSymbol;
    Symbol right = kNoSymbol;
    Symbol result = kNoSymbol;
  };
  std::vector<Known> known_ = std::vector<Known>(size_t{1} << 12);
  RunMerger runs_;
};

}  // namespace galley

#endif  // GALLEY_TOKENIZE_MERGE_H_
