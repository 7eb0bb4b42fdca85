#include "pattern/unicode_property.h"

#include <gtest/gtest.h>

namespace galley {
namespace {

TEST(UnicodeProperty, FindsWhatECMAScriptNames) {
  EXPECT_EQ(FindUnicodeProperty("L"), "L");
  EXPECT_EQ(FindUnicodeProperty("Uppercase_Letter"), "Lu");
  EXPECT_EQ(FindUnicodeProperty("gc=punct"), "P");
  EXPECT_EQ(FindUnicodeProperty("General_Category=LC"), "L&");
  EXPECT_EQ(FindUnicodeProperty("sc=Greek"), "sc:Greek");
  EXPECT_EQ(FindUnicodeProperty("Script_Extensions=Old_Italic"), "scx:Old_Italic");
  EXPECT_EQ(FindUnicodeProperty("Alphabetic"), "Alphabetic");
  EXPECT_EQ(FindUnicodeProperty("AHex"), "AHex");
  EXPECT_EQ(FindUnicodeProperty("Assigned"), "^Cn");
}

TEST(UnicodeProperty, IsStrictAboutSpelling) {
  for (const char* name : {"", "l", "letter", "Uppercase Letter", "Greek", "sc=greek", "sc=", "=L",
                           "sc=Old__Italic", "Block=ASCII", "gc=Alphabetic", "Any=Y", "^Cn"}) {
    EXPECT_FALSE(FindUnicodeProperty(name)) << name;
  }
}

}  // namespace
}  // namespace galley
