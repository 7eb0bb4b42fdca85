#include "apps/server/chunked_body.h"

#include <string>

#include <gtest/gtest.h>

namespace galley::server {
namespace {

using State = ChunkedBody::State;

struct Taken {
  State state;
  std::string body;
  size_t size;
};

Taken Take(std::string_view bytes, uint64_t longest = 1'000) {
  Taken taken{};
  taken.state = ChunkedBody(longest).Take(bytes, &taken.body, &taken.size);
  return taken;
}

TEST(ChunkedBody, IsJoined) {
  const std::string bytes = "3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n";
  const Taken taken = Take(bytes + "next");
  EXPECT_EQ(taken.state, State::kDone);
  EXPECT_EQ(taken.body, "abc0123456789");
  EXPECT_EQ(taken.size, bytes.size());
}

TEST(ChunkedBody, MayComeByteByByte) {
  const std::string bytes = "3\r\nabc\r\n1\r\nd\r\n0\r\n\r\n";
  ChunkedBody chunks(10);
  std::string body;
  std::string left;
  State state = State::kMore;
  for (const char byte : bytes) {
    ASSERT_EQ(state, State::kMore);
    left += byte;
    size_t size = 0;
    state = chunks.Take(left, &body, &size);
    left.erase(0, size);
  }
  EXPECT_EQ(state, State::kDone);
  EXPECT_EQ(body, "abcd");
}

TEST(ChunkedBody, RefusesWhatIsNotWellFormed) {
  for (const char* bytes : {"-2\r\nab\r\n", "\r\n", "g\r\n", "0x2\r\nab\r\n", "2 \r\nab\r\n",
                            "2\nab\r\n", "2\r\nabc\r\n", "2\r\nab\n", "1\r\na\r\n0\r\nx: y\r\n\r\n",
                            "1;\x01\r\na\r\n", "11111111111111111\r\n"}) {
    EXPECT_EQ(Take(bytes).state, State::kBad) << bytes;
  }
  EXPECT_EQ(Take("1;" + std::string(300, 'x')).state, State::kBad);
}

TEST(ChunkedBody, IsLimited) {
  EXPECT_EQ(Take("a\r\n0123456789\r\n0\r\n\r\n", 10).state, State::kDone);
  EXPECT_EQ(Take("b\r\n", 10).state, State::kTooLong);
  EXPECT_EQ(Take("fffffffffffffff\r\n", 10).state, State::kTooLong);
  // Framing counts.
  std::string bytes;
  for (int at = 0; at < 5'000; ++at) bytes += "1;" + std::string(100, 'x') + "\r\na\r\n";
  EXPECT_EQ(Take(bytes, 100'000).state, State::kTooLong);
}

}  // namespace
}  // namespace galley::server
