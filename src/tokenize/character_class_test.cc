#include "tokenize/character_class.h"

#include <string>

#include <gtest/gtest.h>

#include "base/sha256.h"

namespace galley {
namespace {

// What the references say of every code point; `tools/tokenizer_tables.py digests` asks them.
TEST(CharacterClass, EveryCodePointIsAsInTheReferences) {
  std::string records;
  for (char32_t point = 0; point <= 0x10FFFF; ++point) {
    records += static_cast<char>(CharacterRecord(point));
  }
  EXPECT_EQ(Sha256Of(records), "1dee6f420884a49e835fb82db86f9f04e651cd8c66439045dbcd1376c2533808");
}

TEST(CharacterClass, KnowsWhatIsBlank) {
  std::string blanks;
  for (char32_t point = 0; point <= 0x10FFFF; ++point) {
    if (IsSplitSpace(point)) blanks += std::to_string(static_cast<uint32_t>(point)) + ' ';
  }
  EXPECT_EQ(blanks,
            "9 10 11 12 13 32 133 160 5760 8192 8193 8194 8195 8196 8197 8198 8199 8200 8201 8202 "
            "8232 8233 8239 8287 12288 ");
}

TEST(CharacterClass, WhatIsNoCodePointIsUnassigned) {
  EXPECT_EQ(CategoryOf(0x110000), CategorySet{kCn});
  EXPECT_EQ(CategoryOf(0xFFFFFFFF), CategorySet{kCn});
}

TEST(CharacterClass, FindsCategoriesByName) {
  EXPECT_EQ(CategoryByName("L"), kLetters);
  EXPECT_EQ(CategoryByName("Lu"), CategorySet{kLu});
  EXPECT_EQ(CategoryByName("Klingon"), 0u);
}

}  // namespace
}  // namespace galley
