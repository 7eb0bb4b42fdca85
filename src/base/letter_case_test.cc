#include "base/letter_case.h"

#include <string>

#include <gtest/gtest.h>

#include "base/unicode.h"

namespace galley {
namespace {

using Append = void (*)(std::string_view text, Writer* out) noexcept;

std::string Mapped(Append append, std::string_view text) {
  BufferWriter out;
  append(text, &out);
  return out.ToString();
}

TEST(LetterCase, MapsAscii) {
  EXPECT_EQ(Mapped(AppendUpper, "aZ09_z{`@["), "AZ09_Z{`@[");
  EXPECT_EQ(Mapped(AppendLower, "aZ09_Z{`@["), "az09_z{`@[");
  EXPECT_EQ(Mapped(AppendSwappedCase, "aZ0"), "Az0");
}

TEST(LetterCase, MapsOneCharacterToSeveral) {
  EXPECT_EQ(Mapped(AppendUpper, "straße ﬁ ŉ"), "STRASSE FI ʼN");
  EXPECT_EQ(Mapped(AppendLower, "İ"), "i\u0307");
  EXPECT_EQ(Mapped(AppendCaseFolded, "ßẞſ"), "sssss");
  EXPECT_EQ(Mapped(AppendCapitalized, "ﬁX"), "Fix");
  EXPECT_EQ(Mapped(AppendUpper, "ΐ"), "\u0399\u0308\u0301");
}

TEST(LetterCase, KnowsTitleCase) {
  EXPECT_EQ(Mapped(AppendTitle, "ǆa ǆ"), "ǅa ǅ");
  EXPECT_EQ(Mapped(AppendUpper, "ǆ"), "Ǆ");
  EXPECT_EQ(Mapped(AppendTitle, "they're a1b"), "They'Re A1B");
  EXPECT_EQ(Mapped(AppendCapitalized, ""), "");
}

TEST(LetterCase, LowersTheLastSigmaOfAWordToTheFinalOne) {
  EXPECT_EQ(Mapped(AppendLower, "ΟΔΟΣ"), "οδος");
  EXPECT_EQ(Mapped(AppendLower, "Σ"), "σ");
  EXPECT_EQ(Mapped(AppendLower, "ΑΣΑ ΑΣ. ΑΣ.Α"), "ασα ας. ασ.α");
  EXPECT_EQ(Mapped(AppendLower, "Α'Σ''"), "α'ς''");
  EXPECT_EQ(Mapped(AppendTitle, "ΑΣ"), "Ας");
  EXPECT_EQ(Mapped(AppendCaseFolded, "ΑΣ"), "ασ");
}

TEST(LetterCase, AsciiLoopsAgreeWithTheTables) {
  std::string all;
  for (int byte = 0; byte < 128; ++byte) all += static_cast<char>(byte);
  std::string out(all.size(), '\0');
  AsciiToUpper(all, out.data());
  EXPECT_EQ(out, Mapped(AppendUpper, all));
  AsciiToLower(all, out.data());
  EXPECT_EQ(out, Mapped(AppendLower, all));
  AsciiSwapCase(all, out.data());
  EXPECT_EQ(out, Mapped(AppendSwappedCase, all));
  AsciiToTitle(all, out.data());
  EXPECT_EQ(out, Mapped(AppendTitle, all));
}

TEST(LetterCase, AsciiLoopsLeaveOtherBytesAloneInTextsOfAnySize) {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  std::string upper(256, '\0');
  std::string lower(256, '\0');
  AsciiToUpper(all, upper.data());
  AsciiToLower(all, lower.data());
  EXPECT_EQ(upper.substr(128), all.substr(128));
  EXPECT_EQ(lower.substr(128), all.substr(128));
  for (size_t size = 0; size <= 20; ++size) {
    for (size_t at = 0; at + size <= all.size(); ++at) {
      std::string out(size, '\0');
      AsciiToUpper(all.substr(at, size), out.data());
      EXPECT_EQ(out, upper.substr(at, size));
      AsciiToLower(all.substr(at, size), out.data());
      EXPECT_EQ(out, lower.substr(at, size));
    }
  }
}

TEST(LetterCase, CountsAsManyMappingsAsUnicode14Has) {
  int changed[4] = {};
  for (char32_t point = 0; point <= 0x10FFFF; ++point) {
    for (int to = 0; to < 4; ++to) {
      char32_t mapped[3];
      const size_t size = MapCase(point, static_cast<LetterCase>(to), mapped);
      changed[to] += size != 1 || mapped[0] != point;
    }
  }
  EXPECT_EQ(changed[0], 1'525);
  EXPECT_EQ(changed[1], 1'433);
  EXPECT_EQ(changed[2], 1'452);
  EXPECT_EQ(changed[3], 1'530);
}

}  // namespace
}  // namespace galley
