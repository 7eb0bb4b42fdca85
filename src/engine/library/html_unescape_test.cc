#include <string>

#include <gtest/gtest.h>

#include "base/writer.h"
#include "engine/library/html.h"

namespace galley {
namespace {

std::string Unescaped(std::string_view text) {
  BufferWriter out;
  AppendUnescaped(text, &out);
  return out.ToString();
}

TEST(HtmlUnescapeTest, KnowsNames) {
  EXPECT_EQ(Unescaped("&lt;&gt;&amp;&quot;&apos;"), "<>&\"'");
  EXPECT_EQ(Unescaped("&eacute;&Eacute;&nbsp;"), "éÉ\u00A0");
  EXPECT_EQ(Unescaped("&AElig;&zwnj;"), "Æ\u200C");
  EXPECT_EQ(Unescaped("&NotEqualTilde;"), "\u2242\u0338");
  EXPECT_EQ(Unescaped("&CounterClockwiseContourIntegral;"), "\u2233");
  EXPECT_EQ(Unescaped("&NewLine;&equals;"), "\n=");
}

TEST(HtmlUnescapeTest, OldNamesNeedNoSemicolon) {
  EXPECT_EQ(Unescaped("&lt &ampx &notit;"), "< &x ¬it;");
  EXPECT_EQ(Unescaped("&notin;"), "∉");
  EXPECT_EQ(Unescaped("&zwnj x"), "&zwnj x");
}

TEST(HtmlUnescapeTest, KnowsNumbers) {
  EXPECT_EQ(Unescaped("&#65;&#x41;&#X4a;&#66x"), "AAJBx");
  EXPECT_EQ(Unescaped("&#128;&#x9f;&#129;"), "€Ÿ\u0081");
  EXPECT_EQ(Unescaped("&#0;&#xD800;&#x110000;&#99999999999999999999;"), "\uFFFD\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(Unescaped("a&#1;&#xFFFF;&#xFDD0;b"), "ab");
}

TEST(HtmlUnescapeTest, KeepsWhatIsNoReference) {
  for (const std::string_view text :
       {"&", "&&", "& amp;", "&;", "&#;", "&#x;", "&#xg;", "&nosuchname;", "a & b", "&a"}) {
    EXPECT_EQ(Unescaped(text), text);
  }
}

}  // namespace
}  // namespace galley
