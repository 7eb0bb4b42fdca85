// How far a long command is, on one line of a terminal that overwrites itself.
#ifndef GALLEY_APPS_CLI_PROGRESS_H_
#define GALLEY_APPS_CLI_PROGRESS_H_

#include <cstdint>

namespace galley::cli {

// Says nothing where standard error is no terminal, and nothing in the first second.
class Progress {
 public:
  explicit Progress(bool quiet);

  // `count` things are finished, at `done` of `total`, which is 0 where it is not known.
  void Show(uint64_t count, uint64_t done, uint64_t total);
  // Leaves the line empty.
  void Clear();

 private:
  bool is_terminal_;
  bool shown_ = false;
  int64_t begin_;  // milliseconds
  int64_t last_;
};

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_PROGRESS_H_
