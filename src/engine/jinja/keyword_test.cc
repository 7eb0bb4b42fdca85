#include "engine/jinja/keyword.h"

#include <gtest/gtest.h>

namespace galley::jinja {
namespace {

TEST(Keyword, EverySpellingIsFoundAgain) {
  for (int at = 1; at <= static_cast<int>(Keyword::kWithout); ++at) {
    const auto keyword = static_cast<Keyword>(at);
    EXPECT_EQ(KeywordOf(Spelling(keyword)), keyword) << Spelling(keyword);
  }
}

TEST(Keyword, ConstantsMayBeCapitalised) {
  EXPECT_EQ(KeywordOf("True"), Keyword::kTrue);
  EXPECT_EQ(KeywordOf("False"), Keyword::kFalse);
  EXPECT_EQ(KeywordOf("None"), Keyword::kNull);
}

TEST(Keyword, OtherNamesAreNone) {
  for (const char* name : {"", "a", "If", "iff", "TRUE", "endforr", "end", "loop", "fro",
                           "a_name_longer_than_any_keyword"}) {
    EXPECT_EQ(KeywordOf(name), Keyword::kNone) << name;
  }
  EXPECT_EQ(Spelling(Keyword::kNone), "");
}

}  // namespace
}  // namespace galley::jinja
