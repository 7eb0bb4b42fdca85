// Line breaks are counted from the start of the text each time, sixteen bytes at once.
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

// Sums that fit a byte, block by block, are what a processor adds up sixteen at a time.
size_t CountFeeds(std::string_view text) noexcept {
  constexpr size_t kBlock = 255;
  size_t count = 0;
  for (size_t begin = 0; begin < text.size(); begin += kBlock) {
    uint8_t in_block = 0;
    for (const char byte : text.substr(begin, kBlock)) {
      in_block = static_cast<uint8_t>(in_block + (byte == '\n'));
    }
    count += in_block;
  }
  return count;
}

size_t CountBreaks(std::string_view text) noexcept {
  size_t breaks = CountFeeds(text);
  for (size_t at = text.find('\r'); at != text.npos; at = text.find('\r', at + 1)) {
    const bool is_pair = at + 1 < text.size() && text[at + 1] == '\n';
    if (!is_pair) ++breaks;
  }
  return breaks;
}

// `from` is a position that lies before.
Position PositionOf(std::string_view text, size_t offset, const Position& from) noexcept {
  const size_t begin = LineBegin(text, offset);
  const size_t known = std::min<size_t>(LineBegin(text, from.offset), begin);
  return {static_cast<uint32_t>(from.line + CountBreaks(text.substr(known, begin - known))),
          static_cast<uint32_t>(1 + CountCharacters(text.substr(begin, offset - begin))),
          static_cast<uint32_t>(offset)};
}

}  // namespace

Range Source::Locate(Span span) const noexcept {
  const size_t begin = std::min<size_t>(span.begin, text_.size());
  const size_t end = std::clamp<size_t>(span.end, begin, text_.size());
  const Position first = PositionOf(text_, begin, Position{1, 1, 0});
  return {first, PositionOf(text_, end, first)};
}

std::string_view Source::LineAt(uint32_t offset) const noexcept {
  const size_t begin = LineBegin(text_, std::min<size_t>(offset, text_.size()));
  const size_t end = std::min(text_.find_first_of("\r\n", begin), text_.size());
  return text_.substr(begin, end - begin);
}

}  // namespace galley
