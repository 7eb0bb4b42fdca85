// Telling whoever listens how far an operation is (galley/progress.h).
#ifndef GALLEY_BASE_PROGRESS_H_
#define GALLEY_BASE_PROGRESS_H_

#include <cstdint>
#include <string_view>

#include "galley/progress.h"

namespace galley {

// Counts what an operation finishes.  The outermost count of a thread is the one that is heard:
// while it lives, those of what it calls tell nobody, so that a listener never sees two mixed.
// Counts of a thread end in the order opposite to that in which they began.
class ProgressCount {
 public:
  // Of `total` things; 0: more are told of by Expect, or nobody knows how many there are.
  explicit ProgressCount(uint64_t total = 0) noexcept;

  void Expect(uint64_t more) noexcept { total_ += more; }
  // One more is finished.
  void Tell(std::string_view item);

 private:
  ProgressListener* listener_;  // null: nobody listens
  ProgressScope silence_;
  uint64_t done_ = 0;
  uint64_t total_;
};

}  // namespace galley

#endif  // GALLEY_BASE_PROGRESS_H_
