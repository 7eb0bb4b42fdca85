// Wrapping a line of text to a width, as Python's textwrap does it.
#ifndef GALLEY_ENGINE_LIBRARY_WORDWRAP_H_
#define GALLEY_ENGINE_LIBRARY_WORDWRAP_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace galley {

struct WrapStyle {
  int64_t width = 79;  // code points; above 0
  bool break_long_words = true;
  bool break_on_hyphens = true;
};

// Gives the wrapped lines of a text one after the other.  They are views of it:
// only blanks between them are left out.
class WordWrapper {
 public:
  WordWrapper(std::string_view text, const WrapStyle& style) noexcept : text_(text), style_(style) {
    StartChunk(0);
  }

  // False at the end.
  [[nodiscard]] bool Next(std::string_view* line) noexcept;

 private:
  // A piece that is not broken unless it is wider than a line: a word, a part of
  // one up to a hyphen, a dash, or a run of blanks.
  struct Chunk {
    size_t begin;
    size_t end;
    int64_t length;  // in code points
  };
  // The line being filled, and where its last chunk starts.
  struct Line {
    size_t begin;
    size_t end;
    size_t last;
    int64_t length = 0;
    bool empty = true;
  };

  bool at_end() const noexcept { return chunk_.begin == text_.size(); }
  void StartChunk(size_t begin) noexcept;
  void TakeChunk(Line* line) noexcept;
  void TakeLongWord(Line* line) noexcept;
  int64_t BreakPoint(int64_t room) const noexcept;
  size_t EndOfChunk(size_t at) const noexcept;
  bool BreaksAfterHyphen(size_t hyphen) const noexcept;
  size_t EndOfDash(size_t at) const noexcept;
  bool IsBlank(size_t begin, size_t end) noexcept;

  std::string_view text_;
  WrapStyle style_;
  Chunk chunk_ = {};
  size_t visible_ = 0;  // the first character that is not blank, from where it was asked last
  bool any_line_ = false;
};

}  // namespace galley

#endif  // GALLEY_ENGINE_LIBRARY_WORDWRAP_H_
