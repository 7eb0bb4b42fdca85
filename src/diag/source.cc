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

// Two plain counts are many times as fast as one that looks at pairs.
size_t CountBreaks(std::string_view text) noexcept {
  const auto count = [&](char byte) {
    return static_cast<size_t>(std::count(text.begin(), text.end(), byte));
  };
  const size_t feeds = count('\n');
  const size_t returns = count('\r');
  if (feeds == 0 || returns == 0) return feeds + returns;
  size_t pairs = 0;
  for (size_t at = 1; at < text.size(); ++at) pairs += text[at] == '\n' && text[at - 1] == '\r';
  return feeds + returns - pairs;
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
