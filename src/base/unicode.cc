// Two-stage tables for properties, sorted ranges for what is rarer.  All tables are generated.
#include "base/unicode.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <span>

namespace galley {
namespace {

struct CodePointRange {
  char32_t first;
  char32_t last;
};

#include "base/unicode_tables.inc"

constexpr int kBlockShift = 5;
constexpr char32_t kBlockMask = (1 << kBlockShift) - 1;
constexpr char32_t kFirstTag = 0xE0000;

bool Contains(std::span<const CodePointRange> table, char32_t code_point) noexcept {
  const auto after = std::upper_bound(
      table.begin(), table.end(), code_point,
      [](char32_t point, const CodePointRange& range) { return point < range.first; });
  return after != table.begin() && code_point <= std::prev(after)->last;
}

// The few characters above the letters, which the two-stage table leaves out.
uint16_t PropertiesOfTag(char32_t code_point) noexcept {
  if (Contains(kCaseIgnorableTags, code_point)) return kCharCaseIgnorable;
  if (Contains(kSelectors, code_point)) return kCharPrintable | kCharName | kCharCaseIgnorable;
  return 0;
}

}  // namespace

uint16_t PropertiesOf(char32_t code_point) noexcept {
  const size_t block = code_point >> kBlockShift;
  if (block >= std::size(kPropertyIndex)) {
    return code_point >= kFirstTag ? PropertiesOfTag(code_point) : 0;
  }
  const size_t at = size_t{kPropertyIndex[block]} << kBlockShift | (code_point & kBlockMask);
  return kPropertySets[kPropertyBlocks[at] - '0'];
}

// The digits of each script follow each other from zero on.
int DecimalValue(char32_t code_point) noexcept {
  if (!HasProperty(code_point, kCharDecimal)) return -1;
  char32_t zero = code_point;
  while (HasProperty(zero - 1, kCharDecimal)) --zero;
  return static_cast<int>((code_point - zero) % 10);
}

bool IsPrintable(char32_t code_point) noexcept {
  if (code_point < 0x7F) return code_point >= ' ';
  return HasProperty(code_point, kCharPrintable);
}

int DisplayWidth(char32_t code_point) noexcept {
  if (code_point < 0x300) return 1;
  if (Contains(kZeroWidth, code_point)) return 0;
  return Contains(kWide, code_point) ? 2 : 1;
}

}  // namespace galley
