// Chunks are taken from the text one after the other and put on a line while they fit; nothing
// is copied.
#include "engine/library/wordwrap.h"

#include <algorithm>

#include "base/unicode.h"
#include "base/utf8.h"

namespace galley {
namespace {

// What separates words; other blanks of Unicode do not.
bool IsSeparator(char byte) noexcept { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }

bool IsLetter(char32_t code_point) noexcept {
  return IsWordCharacter(code_point) && !HasProperty(code_point, kCharDecimal);
}

// What may stand before a dash.
bool EndsWord(char32_t code_point) noexcept {
  constexpr std::string_view kPunctuation = "!\"'&.,?";
  if (code_point < 0x80 && kPunctuation.find(static_cast<char>(code_point)) != kPunctuation.npos) {
    return true;
  }
  return IsWordCharacter(code_point);
}

// The character that ends at `*at`, which goes to its start; 0 before the first.
char32_t StepBack(std::string_view text, size_t* at) noexcept {
  if (*at == 0) return 0;
  do {
    --*at;
  } while (IsContinuation(text[*at]));
  return DecodeUtf8(text, *at).value;
}

// The character at `*at`, which goes behind it; 0 after the last.
char32_t StepForward(std::string_view text, size_t* at) noexcept {
  if (*at >= text.size()) return 0;
  const CodePoint next = DecodeUtf8(text, *at);
  *at += next.size;
  return next.value;
}

}  // namespace

bool WordWrapper::Next(std::string_view* out) noexcept {
  while (!at_end()) {
    if (any_line_ && IsBlank(chunk_.begin, chunk_.end)) StartChunk(chunk_.end);
    Line line{chunk_.begin, chunk_.begin, chunk_.begin};
    // The sum cannot overflow: both are at most the length of the text.
    while (!at_end() && line.length + chunk_.length <= style_.width) TakeChunk(&line);
    if (!at_end() && chunk_.length > style_.width) TakeLongWord(&line);
    if (!line.empty && IsBlank(line.last, line.end)) {
      line.end = line.last;
      line.empty = line.end == line.begin;
    }
    if (line.empty) continue;
    any_line_ = true;
    *out = text_.substr(line.begin, line.end - line.begin);
    return true;
  }
  return false;
}

void WordWrapper::StartChunk(size_t begin) noexcept {
  const size_t end = begin < text_.size() ? EndOfChunk(begin) : begin;
  const size_t length = CountCodePoints(text_.substr(begin, end - begin));
  chunk_ = {begin, end, static_cast<int64_t>(length)};
}

void WordWrapper::TakeChunk(Line* line) noexcept {
  line->last = chunk_.begin;
  line->end = chunk_.end;
  line->length += chunk_.length;
  line->empty = false;
  StartChunk(chunk_.end);
}

// A word wider than a line is broken, or else gets a line of its own.
void WordWrapper::TakeLongWord(Line* line) noexcept {
  if (!style_.break_long_words) {
    if (line->empty) TakeChunk(line);
    return;
  }
  const int64_t taken = BreakPoint(style_.width - line->length);
  const std::string_view word = text_.substr(chunk_.begin, chunk_.end - chunk_.begin);
  line->last = chunk_.begin;
  line->end = chunk_.begin + CodePointOffset(word, static_cast<size_t>(taken));
  line->empty = false;
  chunk_.begin = line->end;
  chunk_.length -= taken;
}

// How many of the characters that have room are taken of a word: up to the last
// hyphen among them, unless there are only hyphens before it.
int64_t WordWrapper::BreakPoint(int64_t room) const noexcept {
  if (!style_.break_on_hyphens) return room;
  const std::string_view word = text_.substr(chunk_.begin, chunk_.end - chunk_.begin);
  const std::string_view fits = word.substr(0, CodePointOffset(word, static_cast<size_t>(room)));
  const size_t hyphen = fits.rfind('-');
  if (hyphen == std::string_view::npos || fits.find_first_not_of('-') >= hyphen) return room;
  return static_cast<int64_t>(CountCodePoints(fits.substr(0, hyphen))) + 1;
}

size_t WordWrapper::EndOfChunk(size_t at) const noexcept {
  const bool blanks = IsSeparator(text_[at]);
  if (!blanks && style_.break_on_hyphens) {
    if (const size_t end = EndOfDash(at); end > at) return end;
  }
  for (;;) {
    StepForward(text_, &at);
    if (at == text_.size() || IsSeparator(text_[at]) != blanks) return at;
    if (blanks || !style_.break_on_hyphens || text_[at] != '-') continue;
    if (BreaksAfterHyphen(at)) return at + 1;
    if (EndOfDash(at) > at) return at;
  }
}

// `goof-ball` and `a-b-cd` may be broken after a hyphen: there are two letters
// before it, or `x-x`, and two after it, a hyphen between them not counted.
bool WordWrapper::BreaksAfterHyphen(size_t hyphen) const noexcept {
  size_t before = hyphen;
  if (!IsLetter(StepBack(text_, &before))) return false;
  const char32_t second = StepBack(text_, &before);
  const bool may_end = IsLetter(second) || (second == '-' && IsLetter(StepBack(text_, &before)));
  if (!may_end) return false;

  size_t after = hyphen + 1;
  if (!IsLetter(StepForward(text_, &after))) return false;
  char32_t next = StepForward(text_, &after);
  if (next == '-') next = StepForward(text_, &after);
  return IsLetter(next);
}

// The end of two hyphens or more at `at` that stand between words; else `at`.
size_t WordWrapper::EndOfDash(size_t at) const noexcept {
  size_t before = at;
  if (text_[at] != '-' || !EndsWord(StepBack(text_, &before))) return at;
  size_t end = std::min(text_.find_first_not_of('-', at), text_.size());
  size_t after = end;
  if (end - at < 2 || !IsWordCharacter(StepForward(text_, &after))) return at;
  return end;
}

// `begin` never goes down from call to call, so each character is looked at once.
bool WordWrapper::IsBlank(size_t begin, size_t end) noexcept {
  visible_ = std::max(visible_, begin);
  while (visible_ < text_.size()) {
    const CodePoint next = DecodeUtf8(text_, visible_);
    if (!IsSpace(next.value)) break;
    visible_ += next.size;
  }
  return visible_ >= end;
}

}  // namespace galley
