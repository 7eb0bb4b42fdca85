#include "base/markup.h"

#include <gtest/gtest.h>

namespace galley {
namespace {

TEST(MarkupText, HoldsNoMarkup) {
  EXPECT_EQ(MarkupText("<a b=\"c\" d='e'>&"), "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;");
}

TEST(MarkupText, KeepsWhatItCan) {
  EXPECT_EQ(MarkupText("\u00e9\U0001F600\n\tx"), "\u00e9\U0001F600\n\tx");
  EXPECT_EQ(MarkupText("a\rb"), "a&#13;b");
}

TEST(MarkupText, CharactersWithoutAForm) {
  EXPECT_EQ(MarkupText(std::string_view("\0\x1b", 2)), "\uFFFD\uFFFD");
  EXPECT_EQ(MarkupText("\uFFFE\uFFFF"), "\uFFFD\uFFFD");
}

TEST(MarkupAttribute, KeepsLineBreaks) { EXPECT_EQ(MarkupAttribute("a\n\t<"), "a&#10;&#9;&lt;"); }

}  // namespace
}  // namespace galley
