// The rate is that of the whole run, so that the time that remains does not jump.
#include "progress.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace galley::cli {
namespace {

constexpr int64_t kQuick = 50;  // milliseconds
constexpr uint64_t kMostThings = uint64_t{1} << 24;

int64_t Milliseconds() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace

Progress::Progress(bool quiet)
    : is_terminal_(!quiet && isatty(STDERR_FILENO) == 1), begin_(Milliseconds()), last_(begin_) {}

void Progress::Show(uint64_t count, uint64_t done, uint64_t total) {
  if (!is_terminal_) return;
  const int64_t now = Milliseconds();
  if (now - begin_ < 1'000 || (shown_ && now - last_ < 100)) return;
  last_ = now;
  shown_ = true;
  const double seconds = static_cast<double>(now - begin_) / 1'000;
  std::fprintf(stderr, "\r\x1b[K%llu, %.0f a second", static_cast<unsigned long long>(count),
               static_cast<double>(count) / seconds);
  if (total > 0 && done > 0 && done <= total) {
    const double left = seconds * static_cast<double>(total - done) / static_cast<double>(done);
    std::fprintf(stderr, ", %.0f %%, %.0f s left",
                 100 * static_cast<double>(done) / static_cast<double>(total), left);
  }
  std::fflush(stderr);
}

void Progress::Clear() {
  if (shown_) std::fputs("\r\x1b[K", stderr);
}

Stretch::Stretch(uint64_t count) : count_(count), begin_(Milliseconds()) {}

void Stretch::Finish() {
  const int64_t now = Milliseconds();
  if (now - begin_ < kQuick) count_ = std::min(count_ * 2, kMostThings);
  begin_ = now;
}

}  // namespace galley::cli
