#include "base/hash.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace galley {
namespace {

// The bytes 0, 1, 2, ...
std::string Counting(size_t size) {
  std::string bytes;
  for (size_t i = 0; i < size; ++i) bytes += static_cast<char>(i);
  return bytes;
}

// Results of another implementation of SipHash-1-3, CPython's, under the keys
// that it derives from PYTHONHASHSEED 0 and 42.
TEST(SipHash, AgreesWithAnotherImplementation) {
  struct Row {
    size_t size;
    uint64_t zero;
    uint64_t keyed;
  };
  constexpr HashSeed kZero = {0, 0};
  constexpr HashSeed kKeyed = {0xdc504fd368cd90af, 0xb920bb9ffe99e9c1};
  constexpr Row kRows[] = {
      {1, 0x68a914128e01e473, 0xce880c366bcf3489},  {3, 0x4d4c9a4a8ef6e0ad, 0xef4b9dcae9b04417},
      {7, 0x2f098ab0c751325a, 0xce280fabc397fbda},  {8, 0xead411e67ebe2eea, 0x60866c3c108c6afb},
      {9, 0x75927f9d95124362, 0x68814005f7469e03},  {15, 0xf30eb725bb91c9ea, 0x94ace24d68c18cf8},
      {16, 0x8972188433a5c5b7, 0x339176f3ac59ce05}, {17, 0x4883c49a2c009c1d, 0xed2706b414c296f1},
      {63, 0x385d3e39e5f37359, 0x06e24d6f0d014c37}, {64, 0x75e05fd5bbc870c6, 0x91639ef7de8d52cb},
  };
  for (const Row& row : kRows) {
    EXPECT_EQ(SipHash(Counting(row.size), kZero), row.zero) << row.size;
    EXPECT_EQ(SipHash(Counting(row.size), kKeyed), row.keyed) << row.size;
  }
}

TEST(SipHash, OfAWordIsThatOfItsBytes) {
  constexpr HashSeed kSeed = {1, 2};
  constexpr uint64_t kWord = 0x0706050403020100;
  EXPECT_EQ(SipHash(kWord, kSeed), SipHash(Counting(8), kSeed));
}

TEST(SipHash, OfNothingDependsOnTheSeed) { EXPECT_NE(SipHash("", {0, 1}), SipHash("", {0, 2})); }

TEST(SipHash, TellsLengthsOfZerosApart) {
  std::set<uint64_t> hashes;
  for (size_t size = 0; size < 100; ++size) hashes.insert(SipHash(std::string(size, '\0'), {3, 4}));
  EXPECT_EQ(hashes.size(), 100u);
}

TEST(ProcessHashSeed, StaysTheSame) {
  const HashSeed first = ProcessHashSeed();
  const HashSeed second = ProcessHashSeed();
  EXPECT_EQ(first.k0, second.k0);
  EXPECT_EQ(first.k1, second.k1);
  EXPECT_TRUE(first.k0 != 0 || first.k1 != 0);
}

}  // namespace
}  // namespace galley
