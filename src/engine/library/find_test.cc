#include "engine/library/find.h"

#include <string>

#include <gtest/gtest.h>

namespace galley {
namespace {

TEST(FindTest, FindsTheFirst) {
  EXPECT_EQ(FindFirst("abcabc", "c"), 2u);
  EXPECT_EQ(FindFirst("abcabc", "bc"), 1u);
  EXPECT_EQ(FindFirst("abcabc", "bc", 2), 4u);
  EXPECT_EQ(FindFirst("abcabc", "bc", 5), kNotFound);
  EXPECT_EQ(FindFirst("ab", "abc"), kNotFound);
  EXPECT_EQ(FindFirst("", "a"), kNotFound);
}

// After some places that only begin alike another way is taken.
TEST(FindTest, FindsTheFirstBehindManyThatBeginAlike) {
  for (size_t count = 0; count < 20; ++count) {
    std::string text;
    for (size_t i = 0; i < count; ++i) text += "<x";
    EXPECT_EQ(FindFirst(text, "</x>"), kNotFound);
    EXPECT_EQ(FindFirst(text + "</x>", "</x>"), text.size());
    EXPECT_EQ(FindFirst(text + "<", "<<"), kNotFound);
  }
}

TEST(FindTest, FindsTheLast) {
  EXPECT_EQ(FindLast("abcabc", "c"), 5u);
  EXPECT_EQ(FindLast("abcabc", "ab"), 3u);
  EXPECT_EQ(FindLast("abcabc", "abc"), 3u);
  EXPECT_EQ(FindLast("abc", "abc"), 0u);
  EXPECT_EQ(FindLast("ab", "abc"), kNotFound);
  EXPECT_EQ(FindLast("", "a"), kNotFound);
}

// Parts longer than a few bytes are found by their hash.
TEST(FindTest, FindsTheLastOfLongParts) {
  const std::string part = "a part of more than sixteen bytes";
  const std::string text = "x" + part + "--" + part + "yz";
  EXPECT_EQ(FindLast(text, part), 3 + part.size());
  EXPECT_EQ(FindLast(text.substr(0, text.size() - 3), part), 1u);
  EXPECT_EQ(FindLast(part, part), 0u);
  EXPECT_EQ(FindLast(text, part + "?"), kNotFound);
}

TEST(FindTest, AgreesWithTheStandardLibrary) {
  std::string text;
  for (int i = 0; i < 400; ++i) text += i * i % 7 < 3 ? 'a' : 'b';
  for (size_t size : {1u, 2u, 15u, 16u, 17u, 40u}) {
    for (size_t at = 0; at + size <= text.size(); at += 13) {
      const std::string part = text.substr(at, size);
      EXPECT_EQ(FindFirst(text, part), text.find(part));
      EXPECT_EQ(FindLast(text, part), text.rfind(part));
    }
  }
}

}  // namespace
}  // namespace galley
