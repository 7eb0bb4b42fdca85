#include "tokenize/normalize.h"

#include <string>

#include <gtest/gtest.h>

#include "base/sha256.h"
#include "base/utf8.h"

namespace galley {
namespace {

std::string DigestOfAll(NormalForm form) {
  std::string all;
  char bytes[4];
  for (char32_t point = 0; point <= 0x10FFFF; ++point) {
    if (point >= 0xD800 && point <= 0xDFFF) continue;
    all += Normalize({bytes, EncodeUtf8(point, bytes)}, form) + '\n';
  }
  return Sha256Of(all);
}

// What the reference says of every code point; `tools/tokenizer_tables.py digests` asks it.
TEST(Normalize, EveryCodePointIsAsInTheReference) {
  EXPECT_EQ(DigestOfAll(NormalForm::kNfc),
            "9cc65524a9d8082bf10840c616cd199bd2ac12ee49a3381bd6fb7957711f342b");
  EXPECT_EQ(DigestOfAll(NormalForm::kNfkc),
            "6a3e30f0f9aef6e699678c0600f1f19eca47f536f8da1f9b8c7725d4341f1cc5");
}

TEST(Normalize, ComposesAndOrdersMarks) {
  EXPECT_EQ(Normalize("e\u0301", NormalForm::kNfc), "\u00E9");
  EXPECT_EQ(Normalize("q\u0307\u0323", NormalForm::kNfc), "q\u0323\u0307");
  EXPECT_EQ(Normalize("\u1112\u1161\u11AB", NormalForm::kNfc), "\uD55C");
  EXPECT_EQ(Normalize("\uD55C", NormalForm::kNfd), "\u1112\u1161\u11AB");
  EXPECT_EQ(Normalize("\uFB01\u00B2", NormalForm::kNfkc), "fi2");
  EXPECT_EQ(Normalize("abc\u0301", NormalForm::kNfd), "abc\u0301");
}

TEST(Normalize, LeavesWhatIsNormal) {
  EXPECT_EQ(UnchangedPrefix("plain \u00E9\u6F22", NormalForm::kNfc), 11u);
  EXPECT_EQ(UnchangedPrefix("ae\u0301", NormalForm::kNfc), 1u);
}

}  // namespace
}  // namespace galley
