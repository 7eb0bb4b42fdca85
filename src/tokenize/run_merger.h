// RunMerger: long pieces of tables whose merges are ordered, as runs of equal symbols.
//
// Where halves are made before wholes, what a round of one merge makes can only be merged by
// later ones: each round is done once, from left to right, and the lowest comes first.  A run
// of a letter is one place however long it is, so it costs the logarithm of its length.
#ifndef GALLEY_TOKENIZE_RUN_MERGER_H_
#define GALLEY_TOKENIZE_RUN_MERGER_H_

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tokenize/table.h"

namespace galley {

class RunMerger {
 public:
  // `table` is kTableOrdered.
  void Merge(const TokenTable& table, std::vector<Symbol>* symbols);

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  // Stands before the first run and never merges.
  static constexpr uint32_t kHead = 0;

  struct Run {
    Symbol symbol;
    uint32_t count;  // 0: gone
    uint32_t before;
    uint32_t after;
  };
  // One merge, and the runs that held its left half when it was found.
  struct Round {
    Symbol left;
    Symbol right;
    Symbol result;
    std::vector<uint32_t> places;
  };

  void MakeRuns(const std::vector<Symbol>& symbols);
  void AddPair(const TokenTable& table, uint32_t at, Symbol right);
  void AddPairsAround(const TokenTable& table, uint32_t at);
  void DoRound(const TokenTable& table, const Round& round);
  // A new run behind another.
  uint32_t Insert(uint32_t before, Symbol symbol, uint32_t count);
  void Shorten(uint32_t at, uint32_t count);
  // Joins a run with those beside it that hold the same; returns the one that is left.
  uint32_t Coalesce(uint32_t at);

  std::vector<Run> runs_;
  std::vector<Round> rounds_;
  size_t used_rounds_ = 0;
  std::vector<uint32_t> round_of_;                  // by result: in rounds_, and one more
  std::vector<std::pair<Symbol, uint32_t>> queue_;  // result, round: the lowest in front
};

}  // namespace galley

#endif  // GALLEY_TOKENIZE_RUN_MERGER_H_
