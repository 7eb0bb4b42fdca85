#include "base/equal_text.h"

#include <string>

#include <gtest/gtest.h>

namespace galley {
namespace {

TEST(EqualTextTest, SeesEveryByteOfEverySize) {
  for (size_t size = 0; size <= 40; ++size) {
    const std::string text =
        std::string("0123456789abcdefghijklmnopqrstuvwxyz+-*/").substr(0, size);
    EXPECT_TRUE(EqualText(text, std::string(text)));
    EXPECT_FALSE(EqualText(text, text + "x"));
    EXPECT_FALSE(EqualText(text + "x", text));
    for (size_t at = 0; at < size; ++at) {
      std::string other = text;
      other[at] = '!';
      EXPECT_FALSE(EqualText(text, other)) << size << " " << at;
    }
  }
}

TEST(EqualTextTest, TakesViewsOfNothing) {
  EXPECT_TRUE(EqualText({}, ""));
  EXPECT_FALSE(EqualText({}, "a"));
}

}  // namespace
}  // namespace galley
