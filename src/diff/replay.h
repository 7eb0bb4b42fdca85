// Replay: what one read of a text gives on both sides, turn by turn of the loops around it.
#ifndef GALLEY_DIFF_REPLAY_H_
#define GALLEY_DIFF_REPLAY_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diff/side.h"
#include "engine/code/read_path.h"

namespace galley::diff {

struct ValueDifference {
  std::string path;
  Value before;
  Value after;
};

// A difference and where it stands in the text: the loops around it by their number and turn,
// then the read.
struct ReadDifference {
  ValueDifference value;
  std::vector<uint32_t> order;
};

// Everything outlives it.
class Replay {
 public:
  Replay(const Side& side_a, const chat::Traced& a, const Side& side_b, const chat::Traced& b)
      : side_a_(side_a), side_b_(side_b), a_(a), b_(b) {}

  // The first difference of a read of `reads`.  Where a key names another field on each side,
  // and that alone makes the difference, it is the key's.
  std::optional<ReadDifference> Find(const TextReads& reads, const ReadPath& read);

 private:
  struct Pair {
    Located a;
    Located b;
  };
  // A place on the way: of the path of a key, or of the read itself, which is the last.
  struct At {
    size_t way = 0;
    size_t step = 0;
    Pair values;
    std::optional<ValueDifference> key;  // the first that makes a difference
  };
  // What the way of a key led to, and why that is another, where it is.
  struct Found {
    Pair values;
    std::optional<ValueDifference> key;
  };
  // A loop that is gone through.
  struct Loop {
    At at;  // before it
    uint32_t order;
    uint32_t turns;
    uint32_t next = 0;
  };

  void FindWays(const TextReads& reads, const ReadPath& read);
  At StartOf(size_t way) const;
  // To the end of the last way; false where a loop has no turn.
  bool Walk(At* at);
  bool EnterLoop(const ReadStep& step, At* at);
  // To the next turn of a loop that is open; false where all are done.
  bool GoBack(At* at);
  void StepByKey(size_t way, At* at);
  static ValueDifference DifferenceOf(const Pair& values,
                                      const std::optional<ValueDifference>& key);
  Pair InGlobals(size_t way, Pair values) const;
  Located InGlobals(const Side& side, size_t way, Located at, bool is_a) const;
  Located KeyedBy(const Side& side, const Located& at, const Value& key) const;
  size_t WayOfKey(uint32_t key) const;
  std::vector<uint32_t> OrderOf(const ReadPath& read) const;

  const Side& side_a_;
  const Side& side_b_;
  const chat::Traced& a_;
  const chat::Traced& b_;
  // Of the read that is looked at: the keys that it takes, in TextReads::keys, ascending; their
  // ways and its own; what the ways lead to.
  std::vector<uint32_t> keys_;
  std::vector<bool> is_taken_;  // by key: whether it is in keys_; all false between two reads
  std::vector<std::span<const ReadStep>> ways_;
  std::vector<Found> found_;
  std::vector<Loop> loops_;
};

}  // namespace galley::diff

#endif  // GALLEY_DIFF_REPLAY_H_
