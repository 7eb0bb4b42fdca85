#include "apps/server/base64.h"

#include <gtest/gtest.h>

namespace galley::server {
namespace {

TEST(Base64Test, DecodesWhatIsWellFormed) {
  EXPECT_EQ(DecodeBase64(""), "");
  EXPECT_EQ(DecodeBase64("YQ=="), "a");
  EXPECT_EQ(DecodeBase64("YWI="), "ab");
  EXPECT_EQ(DecodeBase64("YWJj"), "abc");
  EXPECT_EQ(DecodeBase64("w7/DqQ=="), "\xC3\xBF\xC3\xA9");
  EXPECT_EQ(DecodeBase64("AP8="), std::string("\0\xFF", 2));
}

TEST(Base64Test, RefusesEverythingElse) {
  for (const char* text : {"YQ", "YQ=", "YR==", "YWJ=", "Y===", "====", "Y Q=", "YWJ-", "=YWJ"}) {
    EXPECT_EQ(DecodeBase64(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace galley::server
