#include "diag/display.h"

#include <gtest/gtest.h>

#include "base/utf8.h"

namespace galley {
namespace {

TEST(Display, LeavesReadableTextAlone) {
  EXPECT_EQ(ShowText(""), "");
  EXPECT_EQ(ShowText("plain é 日本 😀"), "plain é 日本 😀");
  EXPECT_EQ(ShowText("e\u0301"), "e\u0301");
}

TEST(Display, EscapesWhatATerminalWouldObey) {
  EXPECT_EQ(ShowText("\x1b[31mred"), "\\x1b[31mred");
  EXPECT_EQ(ShowText("a\r\n\tb\x7f"), "a\\x0d\\x0a\\x09b\\x7f");
  EXPECT_EQ(ShowText(std::string_view("\0", 1)), "\\x00");
  EXPECT_EQ(ShowText("\u009b31m"), "\\u{9b}31m");  // C1: another way to write ESC [
}

TEST(Display, EscapesWhatCannotBeSeen) {
  EXPECT_EQ(ShowText("a\u202eb\u2066"), "a\\u{202e}b\\u{2066}");
  EXPECT_EQ(ShowText("\u200b\ufeff\u2028\u00ad\u061c"),
            "\\u{200b}\\u{feff}\\u{2028}\\u{ad}\\u{61c}");
  EXPECT_EQ(ShowText("\U000e0041"), "\\u{e0041}");
}

TEST(Display, EscapesBytesThatAreNotUtf8) {
  EXPECT_EQ(ShowText("a\xff\xc3"), "a\\xff\\xc3");
  EXPECT_EQ(ShowText("\xed\xa0\x80"), "\\xed\\xa0\\x80");
}

TEST(Display, NeverShowsAControlWhateverTheBytes) {
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      const char bytes[] = {static_cast<char>(first), static_cast<char>(second)};
      const std::string shown = ShowText({bytes, 2});
      ASSERT_TRUE(IsValidUtf8(shown));
      for (const char byte : shown) ASSERT_TRUE(byte < 0 || byte >= ' ');
      ASSERT_EQ(shown.find('\x7f'), std::string::npos);
    }
  }
}

TEST(Display, KnowsHowWideACharacterIs) {
  EXPECT_EQ(ShowCharacter("a", 0).columns, 1u);
  EXPECT_EQ(ShowCharacter("日", 0).columns, 2u);
  EXPECT_EQ(ShowCharacter("日", 0).bytes, 3u);
  EXPECT_EQ(ShowCharacter("\u0301", 0).columns, 0u);
  EXPECT_EQ(ShowCharacter("\x1b", 0).columns, 4u);
  EXPECT_EQ(ShowCharacter("\u202e", 0).columns, 8u);
}

TEST(Display, CountsAndFindsCharacters) {
  constexpr std::string_view kText = "aé\xff日";
  EXPECT_EQ(CountCharacters(kText), 4u);
  EXPECT_EQ(CharacterOffset(kText, 0), 0u);
  EXPECT_EQ(CharacterOffset(kText, 2), 3u);
  EXPECT_EQ(CharacterOffset(kText, 3), 4u);
  EXPECT_EQ(CharacterOffset(kText, 4), kText.size());
  EXPECT_EQ(CharacterOffset(kText, 99), kText.size());
}

TEST(Display, ReplacesBytesThatAreNotUtf8ForJson) {
  EXPECT_EQ(ToValidUtf8("a\xff"
                        "b"),
            "a\ufffdb");
  EXPECT_EQ(ToValidUtf8("é\n"), "é\n");
}

}  // namespace
}  // namespace galley
