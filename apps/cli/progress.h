// How far a long command is, on one line of a terminal that overwrites itself.
#ifndef GALLEY_APPS_CLI_PROGRESS_H_
#define GALLEY_APPS_CLI_PROGRESS_H_

#include <cstdint>

namespace galley::cli {

// Says nothing where standard error is no terminal, and nothing in the first second.
class Progress {
 public:
  // `total` is that of `done` below, 0 where it is not known.
  explicit Progress(uint64_t total = 0, bool quiet = false);

  // `count` things are finished, at `done` of the total.
  void Show(uint64_t count, uint64_t done);
  // Leaves the line empty.
  void Clear();

 private:
  uint64_t total_;
  bool is_terminal_;
  bool shown_ = false;
  int64_t begin_;  // milliseconds
  int64_t last_;
};

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_PROGRESS_H_
