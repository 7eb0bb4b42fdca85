#include "api/line_buffer.h"

#include <algorithm>
#include <cstring>
#include <string>

#include <gtest/gtest.h>

namespace galley::api {
namespace {

void Describe(LineBuffer::Taken taken, std::string_view line, std::string* text) {
  if (taken == LineBuffer::Taken::kLine) *text += "<" + std::string(line) + ">";
  if (taken == LineBuffer::Taken::kTooLong) *text += "<too long>";
}

// The lines of `input`, which arrives in pieces of `piece` bytes.
std::string Lines(std::string_view input, uint64_t max_line, size_t piece) {
  LineBuffer buffer(max_line);
  std::string text;
  std::string_view line;
  while (!input.empty()) {
    const std::span<char> room = buffer.Room();
    const size_t count = std::min({piece, room.size(), input.size()});
    std::memcpy(room.data(), input.data(), count);
    input.remove_prefix(count);
    buffer.Commit(count);
    for (;;) {
      const LineBuffer::Taken taken = buffer.Take(&line);
      if (taken == LineBuffer::Taken::kNothing) break;
      Describe(taken, line, &text);
    }
  }
  Describe(buffer.TakeRest(&line), line, &text);
  return text;
}

TEST(LineBuffer, SplitsAtLineBreaksHoweverTheBytesArrive) {
  for (size_t piece = 1; piece < 12; ++piece) {
    EXPECT_EQ(Lines("", 10, piece), "");
    EXPECT_EQ(Lines("a\nbc\n\nd", 10, piece), "<a><bc><><d>");
    EXPECT_EQ(Lines("a\r\nb\rc\r\n", 10, piece), "<a><b\rc>");
    EXPECT_EQ(Lines("a\n", 10, piece), "<a>");
    EXPECT_EQ(Lines("a\r", 10, piece), "<a>");
  }
}

TEST(LineBuffer, TakesALineOfTheMaximumAndDropsALongerOne) {
  for (size_t piece = 1; piece < 12; ++piece) {
    EXPECT_EQ(Lines("12345\nx\n", 5, piece), "<12345><x>");
    EXPECT_EQ(Lines("12345\r\nx\n", 5, piece), "<12345><x>");
    EXPECT_EQ(Lines("123456\nx\n", 5, piece), "<too long><x>");
    EXPECT_EQ(Lines("123456\r\nx\n", 5, piece), "<too long><x>");
    EXPECT_EQ(Lines("12345", 5, piece), "<12345>");
    EXPECT_EQ(Lines("123456", 5, piece), "<too long>");
    EXPECT_EQ(Lines("1234567890123456789\n\nx", 5, piece), "<too long><><x>");
  }
}

TEST(LineBuffer, KeepsItsMemoryWithinTheLongestLine) {
  constexpr uint64_t kMaxLine = 100'000;
  LineBuffer buffer(kMaxLine);
  size_t largest = 0;
  std::string_view line;
  for (int piece = 0; piece < 1'000; ++piece) {
    const std::span<char> room = buffer.Room();
    largest = std::max(largest, room.size());
    std::memset(room.data(), 'x', room.size());
    buffer.Commit(room.size());
    EXPECT_EQ(buffer.Take(&line), LineBuffer::Taken::kNothing);
  }
  EXPECT_LE(largest, kMaxLine + 2);
  EXPECT_EQ(buffer.TakeRest(&line), LineBuffer::Taken::kTooLong);
}

TEST(LineBuffer, HoldsALineLongerThanItsFirstRoom) {
  const std::string line(1'000'000, 'x');
  EXPECT_EQ(Lines(line + "\ny", 1'000'000, 70'000), "<" + line + "><y>");
}

}  // namespace
}  // namespace galley::api
