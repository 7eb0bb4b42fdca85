// PositionIndex: lines and columns of many places in one text.  Source::Locate
// reads the text from its start each time, which for every place of a long
// document would be quadratic.
#ifndef GALLEY_DIAG_POSITION_INDEX_H_
#define GALLEY_DIAG_POSITION_INDEX_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "diag/source.h"
#include "galley/diagnostic.h"

namespace galley {

// Agrees with Source::Locate on valid UTF-8.
class PositionIndex {
 public:
  // `text` outlives the index.
  explicit PositionIndex(std::string_view text);

  Position Find(uint32_t offset) const noexcept;
  Range Find(Span span) const noexcept { return {Find(span.begin), Find(span.end)}; }

 private:
  Position Advance(Position from, uint32_t offset) const noexcept;

  std::string_view text_;
  std::vector<Position> known_;  // every kStride bytes
};

}  // namespace galley

#endif  // GALLEY_DIAG_POSITION_INDEX_H_
