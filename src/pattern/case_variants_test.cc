#include "pattern/case_variants.h"

#include <gtest/gtest.h>

namespace galley {
namespace {

bool Holds(const std::vector<CharacterRange>& ranges, char32_t c) {
  for (const CharacterRange& range : ranges) {
    if (range.first <= c && c <= range.last) return true;
  }
  return false;
}

TEST(CaseVariants, AddsAllThatShareAnUpperCase) {
  std::vector<CharacterRange> ranges = {{0x3C3, 0x3C3}};
  AddCaseVariants(&ranges);
  EXPECT_TRUE(Holds(ranges, 0x3A3));
  EXPECT_TRUE(Holds(ranges, 0x3C2));
  EXPECT_FALSE(Holds(ranges, 0x3C4));
}

TEST(CaseVariants, NeverReachesAscii) {
  std::vector<CharacterRange> ranges = {{0x80, 0xFFFF}};
  AddCaseVariants(&ranges);
  EXPECT_FALSE(Holds(ranges, 'K'));
  EXPECT_FALSE(Holds(ranges, 's'));
  ranges = {{'k', 'k'}, {0x17F, 0x17F}};
  AddCaseVariants(&ranges);
  EXPECT_FALSE(Holds(ranges, 0x212A));
  EXPECT_FALSE(Holds(ranges, 'S'));
}

TEST(CaseVariants, LeavesOutWhatBecomesSeveralCharacters) {
  std::vector<CharacterRange> ranges = {{0xDF, 0xDF}};
  AddCaseVariants(&ranges);
  EXPECT_FALSE(Holds(ranges, 0x1E9E));
}

TEST(CaseVariants, JoinsRanges) {
  std::vector<CharacterRange> ranges = {{'c', 'd'}, {'a', 'b'}, {'b', 'c'}};
  AddCaseVariants(&ranges);
  ASSERT_EQ(ranges.size(), 1u);
  EXPECT_EQ(ranges[0].last, U'd');
}

}  // namespace
}  // namespace galley
