#include "engine/handlebars/blanks.h"

#include <gtest/gtest.h>

namespace galley::handlebars {
namespace {

TEST(Blanks, AreThoseOfJavaScript) {
  for (const char* blank : {" ", "\t", "\n", "\v", "\f", "\r", "\u00a0", "\u1680", "\u2000",
                            "\u200a", "\u2028", "\u2029", "\u202f", "\u205f", "\u3000", "\ufeff"}) {
    const std::string_view text = blank;
    EXPECT_EQ(BlankSize(text, 0), text.size()) << text;
    EXPECT_EQ(BlankSizeBefore(text, text.size()), text.size()) << text;
  }
  for (const char* other : {"a", "\x1c", "\u200b", "\u0085", "\u180e", "\U0001F600"}) {
    EXPECT_EQ(BlankSize(other, 0), 0u) << other;
  }
}

TEST(Blanks, AreSkippedAndTrimmed) {
  EXPECT_EQ(SkipBlanks(" \u00a0\n a "), 5u);
  EXPECT_EQ(TrimBlanks("a \u3000\n"), 1u);
  EXPECT_EQ(SkipBlanks("  "), 2u);
  EXPECT_EQ(TrimBlanks("  "), 0u);
  EXPECT_EQ(TrimBlanks(""), 0u);
}

}  // namespace
}  // namespace galley::handlebars
