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

// How many things to do before it is told how far they are: few at first, and twice as many as long
// as that is quick.
class Stretch {
 public:
  explicit Stretch(uint64_t count);

  uint64_t count() const { return count_; }
  // So many are done.
  void Finish();

 private:
  uint64_t count_;
  int64_t begin_;  // milliseconds
};

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_PROGRESS_H_
