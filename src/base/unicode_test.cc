#include "base/unicode.h"

#include <gtest/gtest.h>

namespace galley {
namespace {

TEST(IsPrintable, RefusesControlsAndBlanksButTheSpace) {
  EXPECT_TRUE(IsPrintable(' '));
  for (const char32_t point : {U'\0', U'\t', U'\n', U'\x1f', U'\x7f', U'\x80', U'\x9f', U'\xa0',
                               U'\u2003', U'\u2028', U'\u2029', U'\u3000'}) {
    EXPECT_FALSE(IsPrintable(point)) << static_cast<uint32_t>(point);
  }
}

TEST(IsPrintable, RefusesFormatPrivateAndUnassignedCharacters) {
  for (const char32_t point : {U'\xad', U'\u200b', U'\u202e', U'\uFEFF', U'\uE000', U'\u0378',
                               U'\U000E0001', U'\U0010FFFF'}) {
    EXPECT_FALSE(IsPrintable(point)) << static_cast<uint32_t>(point);
  }
  EXPECT_FALSE(IsPrintable(0xD800));
  EXPECT_FALSE(IsPrintable(0x110000));
}

TEST(IsPrintable, AcceptsLettersMarksAndSymbols) {
  for (const char32_t point : {U'!', U'~', U'\xa1', U'é', U'\u0301', U'日', U'€', U'😀'}) {
    EXPECT_TRUE(IsPrintable(point)) << static_cast<uint32_t>(point);
  }
}

TEST(IsPrintable, CountsAsManyAsUnicode14Has) {
  int printable = 0;
  for (char32_t point = 0; point <= 0x10FFFF; ++point) printable += IsPrintable(point);
  EXPECT_EQ(printable, 144'516);
}

TEST(PropertiesOf, CountsAsManyAsUnicode14Has) {
  constexpr struct {
    uint16_t property;
    int count;
  } kRows[] = {
      {kCharAlpha, 131'756}, {kCharDecimal, 660},  {kCharDigit, 788},   {kCharNumeric, 1'872},
      {kCharSpace, 29},      {kCharUpper, 1'951},  {kCharLower, 2'471}, {kCharNameStart, 131'975},
      {kCharName, 135'053},  {kCharLineBreak, 10},
  };
  for (const auto& row : kRows) {
    int count = 0;
    for (char32_t point = 0; point <= 0x10FFFF; ++point) count += HasProperty(point, row.property);
    EXPECT_EQ(count, row.count) << row.property;
  }
}

TEST(PropertiesOf, KnowsLettersNumbersAndCase) {
  EXPECT_TRUE(HasProperty(U'é', kCharAlpha));
  EXPECT_TRUE(HasProperty(U'é', kCharLower));
  EXPECT_TRUE(HasProperty(U'É', kCharUpper));
  EXPECT_TRUE(HasProperty(U'ǅ', kCharTitle));
  EXPECT_TRUE(HasProperty(U'²', kCharDigit));
  EXPECT_FALSE(HasProperty(U'²', kCharDecimal));
  EXPECT_TRUE(HasProperty(U'½', kCharNumeric));
  EXPECT_TRUE(HasProperty('\'', kCharCaseIgnorable));
  EXPECT_EQ(PropertiesOf(0x110000), 0);
  EXPECT_EQ(PropertiesOf(0xD800), 0);
}

TEST(PropertiesOf, KnowsTheCharactersAboveTheLetters) {
  EXPECT_EQ(PropertiesOf(0xE0041), kCharCaseIgnorable);
  EXPECT_EQ(PropertiesOf(0xE0100), kCharPrintable | kCharName | kCharCaseIgnorable);
  EXPECT_EQ(PropertiesOf(0xF0000), 0);
}

TEST(IsSpace, AgreesWithTheTable) {
  for (char32_t point = 0; point <= 0x3100; ++point) {
    EXPECT_EQ(IsSpace(point), HasProperty(point, kCharSpace)) << static_cast<uint32_t>(point);
  }
}

TEST(IsWordCharacter, TakesLettersNumbersAndUnderscores) {
  for (const char32_t point : {U'a', U'1', U'_', U'é', U'日', U'Ⅷ'}) {
    EXPECT_TRUE(IsWordCharacter(point));
  }
  for (const char32_t point : {U'-', U' ', U'\u0301', U'!'}) EXPECT_FALSE(IsWordCharacter(point));
}

TEST(DecimalValue, ReadsDigitsOfAnyScript) {
  EXPECT_EQ(DecimalValue('7'), 7);
  EXPECT_EQ(DecimalValue(U'٣'), 3);
  EXPECT_EQ(DecimalValue(U'\U0001D7FF'), 9);
  EXPECT_EQ(DecimalValue(U'²'), -1);
  EXPECT_EQ(DecimalValue('a'), -1);
}

TEST(DisplayWidth, IsZeroForMarksAndTwoForWideCharacters) {
  EXPECT_EQ(DisplayWidth('a'), 1);
  EXPECT_EQ(DisplayWidth(U'é'), 1);
  EXPECT_EQ(DisplayWidth(U'\u0301'), 0);
  EXPECT_EQ(DisplayWidth(U'日'), 2);
  EXPECT_EQ(DisplayWidth(U'😀'), 2);
  EXPECT_EQ(DisplayWidth(U'\uFF21'), 2);  // full-width A
  EXPECT_EQ(DisplayWidth(U'\uFF71'), 1);  // half-width katakana
}

}  // namespace
}  // namespace galley
