#include "pattern/utf16.h"

#include <gtest/gtest.h>

namespace galley {
namespace {

std::string RoundTrip(std::u16string_view units) {
  BufferWriter out;
  AppendUtf8(units, &out);
  EXPECT_EQ(out.size(), Utf8Length(units));
  return out.ToString();
}

TEST(Utf16, RoundTrips) {
  const std::string text = "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80";
  EXPECT_EQ(ToUtf16(text), u"a\u00e9\u20ac\U0001f600");
  EXPECT_EQ(RoundTrip(ToUtf16(text)), text);
}

TEST(Utf16, ShowsHalvesAsReplacements) {
  std::u16string halves = {u'a', 0xDE00, 0xD83D, 0xD83D, 0xDE00, 0xD83D};
  const std::string shown = "a\xEF\xBF\xBD\xEF\xBF\xBD\xF0\x9F\x98\x80\xEF\xBF\xBD";
  EXPECT_EQ(RoundTrip(halves), shown);
  ReplaceLoneSurrogates(&halves);
  EXPECT_EQ(halves[1], 0xFFFD);
  EXPECT_EQ(RoundTrip(halves), shown);
}

}  // namespace
}  // namespace galley
