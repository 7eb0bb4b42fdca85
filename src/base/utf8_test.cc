#include "base/utf8.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace galley {
namespace {

// A slow decoder straight from the definition: how many bits a lead byte
// announces, the smallest number that needs them, and what is not a character.
// Returns the offset of the first byte that is not part of valid UTF-8.
size_t ReferenceInvalid(const std::string& text, std::vector<char32_t>* points) {
  size_t at = 0;
  while (at < text.size()) {
    const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
    size_t more = 0;
    char32_t value = byte(at);
    char32_t smallest = 0;
    if (value >= 0xF8) return at;
    if (value >= 0xF0) {
      more = 3, value &= 7, smallest = 0x10000;
    } else if (value >= 0xE0) {
      more = 2, value &= 15, smallest = 0x800;
    } else if (value >= 0xC0) {
      more = 1, value &= 31, smallest = 0x80;
    } else if (value >= 0x80) {
      return at;
    }
    for (size_t i = 1; i <= more; ++i) {
      if (at + i >= text.size() || byte(at + i) < 0x80 || byte(at + i) > 0xBF) return at;
      value = value * 64 + (byte(at + i) - 0x80u);
    }
    const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
    if (value < smallest || surrogate || value > 0x10FFFF) return at;
    points->push_back(value);
    at += more + 1;
  }
  return kAllValid;
}

// A generator of its own, so that every machine tests the same strings.
class Random {
 public:
  uint32_t Below(uint32_t bound) {
    state_ = state_ * 6364136223846793005 + 1442695040888963407;
    return static_cast<uint32_t>(state_ >> 33) % bound;
  }

 private:
  uint64_t state_ = 2024;
};

std::string RandomBytes(Random* random) {
  constexpr unsigned char kTelling[] = {0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF,
                                        0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEE, 0xEF,
                                        0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF8, 0xFF};
  std::string bytes;
  for (uint32_t left = random->Below(12); left > 0; --left) {
    bytes += static_cast<char>(kTelling[random->Below(sizeof kTelling)]);
  }
  return bytes;
}

std::string RandomText(Random* random) {
  constexpr char32_t kTelling[] = {0x0,    0x41,   0x7F,   0x80,    0x7FF,   0x800,
                                   0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x1F600, 0x10FFFF};
  std::string text;
  for (uint32_t left = random->Below(24); left > 0; --left) {
    char encoded[4];
    const char32_t point = kTelling[random->Below(std::size(kTelling))];
    text.append(encoded, EncodeUtf8(point, encoded));
  }
  return text;
}

TEST(Utf8, FindsTheFirstInvalidByteAsASlowDecoderDoes) {
  Random random;
  size_t valid = 0;
  for (int i = 0; i < 5'000; ++i) {
    const std::string bytes = RandomText(&random) + RandomBytes(&random) + RandomText(&random);
    std::vector<char32_t> points;
    const size_t expected = ReferenceInvalid(bytes, &points);
    EXPECT_EQ(FindInvalidUtf8(bytes), expected) << testing::PrintToString(bytes);
    valid += expected == kAllValid;
  }
  // Both kinds must be there for this to mean anything.
  EXPECT_GT(valid, 200u);
  EXPECT_LT(valid, 4'800u);
}

TEST(Utf8, CountsAndDecodesAsASlowDecoderDoes) {
  Random random;
  for (int i = 0; i < 5'000; ++i) {
    const std::string text = RandomText(&random);
    std::vector<char32_t> points;
    ASSERT_EQ(ReferenceInvalid(text, &points), kAllValid);
    EXPECT_EQ(CountCodePoints(text), points.size());
    size_t units = 0;
    size_t at = 0;
    for (size_t index = 0; index < points.size(); ++index) {
      units += points[index] >= 0x10000 ? 2 : 1;
      EXPECT_EQ(CodePointOffset(text, index), at);
      const CodePoint decoded = DecodeUtf8(text, at);
      EXPECT_EQ(decoded.value, points[index]);
      EXPECT_EQ(decoded.size, SequenceSize(text, at));
      at += decoded.size;
    }
    EXPECT_EQ(CodePointOffset(text, points.size()), text.size());
    EXPECT_EQ(CodePointOffset(text, points.size() + 5), text.size());
    EXPECT_EQ(Utf16Length(text), units);
  }
}

TEST(Utf8, RefusesWhatLooksLikeUtf8) {
  struct Row {
    std::string_view bytes;
    size_t invalid_at;
  };
  const Row rows[] = {
      {"\xC0\x80", 0},          // overlong NUL
      {"a\xC1\xBF", 1},         // overlong DEL
      {"\xE0\x9F\xBF", 0},      // overlong, three bytes
      {"\xF0\x8F\xBF\xBF", 0},  // overlong, four bytes
      {"ab\xED\xA0\x80", 2},    // first surrogate
      {"\xED\xBF\xBF", 0},      // last surrogate
      {"\xF4\x90\x80\x80", 0},  // above U+10FFFF
      {"\xF5\x80\x80\x80", 0},  //
      {"\xFE", 0},              //
      {"12345678\x80", 8},      // a stray continuation after eight ASCII bytes
      {"\xE2\x82", 0},          // cut off
      {"\xF0\x9F\x98", 0},      //
      {"\xE2\x28\xA1", 0},      // a continuation is missing
      {"\xC3\xA9\xC3", 2},      //
  };
  for (const Row& row : rows) {
    EXPECT_EQ(FindInvalidUtf8(row.bytes), row.invalid_at) << testing::PrintToString(row.bytes);
    EXPECT_FALSE(IsValidUtf8(row.bytes));
    EXPECT_EQ(SequenceSize(row.bytes, row.invalid_at), 0u);
  }
}

TEST(Utf8, AcceptsTheEdgesOfEachLength) {
  for (const std::string_view text :
       {"", "\x7F", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80",
        "\xEF\xBF\xBF", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"}) {
    EXPECT_TRUE(IsValidUtf8(text)) << testing::PrintToString(text);
  }
  EXPECT_TRUE(IsValidUtf8(std::string_view("\0", 1)));
}

TEST(Utf8, EncodesWhatItDecodes) {
  for (char32_t point = 0; point <= 0x10FFFF; ++point) {
    if (point >= 0xD800 && point <= 0xDFFF) continue;
    char encoded[4];
    const std::string_view text(encoded, EncodeUtf8(point, encoded));
    ASSERT_TRUE(IsValidUtf8(text)) << static_cast<uint32_t>(point);
    ASSERT_EQ(DecodeUtf8(text, 0).value, point);
    ASSERT_EQ(DecodeUtf8(text, 0).size, text.size());
  }
}

TEST(Utf8, KnowsAsciiAtEveryOffset) {
  for (size_t size = 0; size < 40; ++size) {
    std::string text(size, 'a');
    EXPECT_TRUE(IsAscii(text));
    for (size_t at = 0; at < size; ++at) {
      text[at] = '\x80';
      EXPECT_FALSE(IsAscii(text)) << size << ", " << at;
      EXPECT_EQ(FindInvalidUtf8(text), at);
      text[at] = 'a';
    }
  }
}

TEST(Utf8, CountsUtf16UnitsAsJavaScriptDoes) {
  EXPECT_EQ(Utf16Length(""), 0u);
  EXPECT_EQ(Utf16Length("héllo"), 5u);
  EXPECT_EQ(Utf16Length("日本語"), 3u);
  EXPECT_EQ(Utf16Length("a😀b"), 4u);
  EXPECT_EQ(Utf16Length("👩‍👩‍👧"), 8u);
  // Across whatever is counted at once.
  for (size_t size = 0; size < 600; ++size) {
    const std::string text = std::string(size, 'a') + "😀é";
    ASSERT_EQ(Utf16Length(text), size + 3);
    ASSERT_EQ(Utf16Length(text + text), 2 * (size + 3));
  }
}

}  // namespace
}  // namespace galley
