// Keeps the position of every 256th byte and counts on from the nearest.
#include "diag/position_index.h"

#include <algorithm>

#include "base/utf8.h"

namespace galley {
namespace {

constexpr uint32_t kStride = 256;

}  // namespace

PositionIndex::PositionIndex(std::string_view text) : text_(text) {
  known_.reserve(text.size() / kStride + 1);
  Position position{1, 1, 0};
  known_.push_back(position);
  for (uint32_t offset = kStride; offset <= text.size(); offset += kStride) {
    position = Advance(position, offset);
    known_.push_back(position);
  }
}

Position PositionIndex::Find(uint32_t offset) const noexcept {
  offset = std::min(offset, static_cast<uint32_t>(text_.size()));
  return Advance(known_[offset / kStride], offset);
}

Position PositionIndex::Advance(Position from, uint32_t offset) const noexcept {
  for (uint32_t at = from.offset; at < offset; ++at) {
    const bool ends_crlf = text_[at] == '\r' && at + 1 < text_.size() && text_[at + 1] == '\n';
    if (text_[at] == '\n' || (text_[at] == '\r' && !ends_crlf)) {
      ++from.line;
      from.column = 1;
    } else if (!IsContinuation(text_[at])) {
      ++from.column;
    }
  }
  from.offset = offset;
  return from;
}

}  // namespace galley
