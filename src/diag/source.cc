#include "diag/source.h"

#include <algorithm>

#include "diag/display.h"

namespace galley {
namespace {

// Where the line that holds `offset` begins.  A line feed right after a carriage
// return belongs to the same break.
size_t LineBegin(std::string_view text, size_t offset) noexcept {
  const bool inside_break =
      offset > 0 && offset < text.size() && text[offset] == '\n' && text[offset - 1] == '\r';
  if (inside_break) --offset;
  while (offset > 0 && text[offset - 1] != '\n' && text[offset - 1] != '\r') --offset;
  return offset;
}

size_t CountBreaks(std::string_view text) noexcept {
  size_t breaks = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const bool second_half = text[at] == '\n' && at > 0 && text[at - 1] == '\r';
    breaks += (text[at] == '\n' || text[at] == '\r') && !second_half;
  }
  return breaks;
}

Position PositionOf(std::string_view text, size_t offset) noexcept {
  const size_t begin = LineBegin(text, offset);
  return {static_cast<uint32_t>(1 + CountBreaks(text.substr(0, begin))),
          static_cast<uint32_t>(1 + CountCharacters(text.substr(begin, offset - begin))),
          static_cast<uint32_t>(offset)};
}

}  // namespace

Range Source::Locate(Span span) const noexcept {
  const size_t begin = std::min<size_t>(span.begin, text_.size());
  const size_t end = std::clamp<size_t>(span.end, begin, text_.size());
  return {PositionOf(text_, begin), PositionOf(text_, end)};
}

std::string_view Source::LineAt(uint32_t offset) const noexcept {
  const size_t begin = LineBegin(text_, std::min<size_t>(offset, text_.size()));
  const size_t end = std::min(text_.find_first_of("\r\n", begin), text_.size());
  return text_.substr(begin, end - begin);
}

}  // namespace galley
