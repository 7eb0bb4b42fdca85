#include "engine/library/character_set.h"

#include <gtest/gtest.h>

namespace galley {
namespace {

TEST(CharacterSetTest, HoldsCharactersOfAnySize) {
  Heap heap{Limits()};
  const CharacterSet set("xé日a😀é", &heap);
  for (const char32_t point : {U'x', U'a', U'é', U'日', U'😀'}) EXPECT_TRUE(set.Contains(point));
  for (const char32_t point : {U'y', U'è', U'本', U'😁', U'\0'}) EXPECT_FALSE(set.Contains(point));
}

TEST(CharacterSetTest, MayBeEmpty) {
  Heap heap{Limits()};
  const CharacterSet set("", &heap);
  EXPECT_FALSE(set.Contains('a'));
  EXPECT_FALSE(set.Contains(U'é'));
}

TEST(CharacterSetTest, AsksForMemoryOnlyAboveAscii) {
  Heap heap{Limits()};
  const uint64_t before = heap.meter().bytes_left();
  const CharacterSet ascii("abc", &heap);
  EXPECT_EQ(heap.meter().bytes_left(), before);
  const CharacterSet other("é", &heap);
  EXPECT_LT(heap.meter().bytes_left(), before);
}

}  // namespace
}  // namespace galley
