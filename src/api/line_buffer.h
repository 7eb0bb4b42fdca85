// LineBuffer: a stream of bytes as lines, in memory that the longest line allowed
// bounds.  The rest of a longer line is dropped as it arrives.
#ifndef GALLEY_API_LINE_BUFFER_H_
#define GALLEY_API_LINE_BUFFER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace galley::api {

// The bytes are put in by `Room` and `Commit`; after each time, `Take` is called
// until it has nothing more.  After the last bytes, `TakeRest` is called once.
class LineBuffer {
 public:
  // A line has at most `max_line` bytes besides its line break.
  explicit LineBuffer(uint64_t max_line) noexcept;

  // Where to put more bytes; never empty.  Ends the life of the lines taken.
  std::span<char> Room();
  // Says that the first `count` bytes of that room are filled.
  void Commit(size_t count) noexcept { end_ += count; }

  enum class Taken : uint8_t { kNothing, kLine, kTooLong };

  // The next line, without its line break, \n or \r\n.
  Taken Take(std::string_view* line) noexcept;
  // What follows the last line break.
  Taken TakeRest(std::string_view* line) noexcept;

 private:
  Taken Accept(std::string_view line, std::string_view* out) noexcept;
  void Drop() noexcept { begin_ = scanned_ = end_ = 0; }

  size_t max_line_;
  std::vector<char> bytes_;
  // Filled are [begin_, end_); up to `scanned_` there is no line break.
  size_t begin_ = 0;
  size_t scanned_ = 0;
  size_t end_ = 0;
  bool too_long_ = false;  // the line at hand is being dropped
};

}  // namespace galley::api

#endif  // GALLEY_API_LINE_BUFFER_H_
