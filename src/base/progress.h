// Telling whoever listens how far an operation is (galley/progress.h).
#ifndef GALLEY_BASE_PROGRESS_H_
#define GALLEY_BASE_PROGRESS_H_

#include <cstdint>
#include <string_view>

namespace galley {

// `done` things of `total` are finished, `item` the last; 0: nobody knows how many there are.
void TellProgress(uint64_t done, uint64_t total, std::string_view item);

// Counts what is finished in several places.
class ProgressCount {
 public:
  explicit ProgressCount(uint64_t total) noexcept : total_(total) {}

  void Tell(std::string_view item) { TellProgress(++done_, total_, item); }

 private:
  uint64_t done_ = 0;
  uint64_t total_;
};

}  // namespace galley

#endif  // GALLEY_BASE_PROGRESS_H_
