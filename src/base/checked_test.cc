#include "base/checked.h"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace galley {
namespace {

using Wide = __int128;

// The numbers around every edge of 64-bit arithmetic.
std::vector<int64_t> Edges() {
  std::vector<int64_t> edges = {0, 1, -1, 2, -2, 3, -3, 7, -7, 10, -10};
  for (const int bits : {15, 31, 32, 33, 52, 53, 62}) {
    const int64_t power = int64_t{1} << bits;
    edges.insert(edges.end(), {power, power - 1, -power, -power + 1});
  }
  edges.insert(edges.end(), {INT64_MAX, INT64_MAX - 1, INT64_MIN, INT64_MIN + 1});
  return edges;
}

bool Fits(Wide number) { return number >= INT64_MIN && number <= INT64_MAX; }

// Checks one result: `ok` and `out` as they came back, `exact` as it should be.
void Expect(bool ok, int64_t out, Wide exact, bool defined) {
  constexpr int64_t kUntouched = 0x5eed;
  const bool expected = defined && Fits(exact);
  EXPECT_EQ(ok, expected);
  EXPECT_EQ(out, expected ? static_cast<int64_t>(exact) : kUntouched);
}

Wide FloorDiv(Wide a, Wide b) {
  const Wide quotient = a / b;
  return quotient * b != a && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

using Operation = bool (*)(int64_t, int64_t, int64_t*);

void ExpectEverywhere(Operation operation, Wide (*exact)(Wide, Wide), bool (*defined)(int64_t)) {
  for (const int64_t a : Edges()) {
    for (const int64_t b : Edges()) {
      SCOPED_TRACE(testing::Message() << a << ", " << b);
      int64_t out = 0x5eed;
      const bool ok = operation(a, b, &out);
      Expect(ok, out, defined(b) ? exact(a, b) : 0, defined(b));
    }
  }
}

bool Always(int64_t) { return true; }
bool NotZero(int64_t b) { return b != 0; }

TEST(Checked, HasFortyEdges) { EXPECT_GE(Edges().size(), 40u); }

TEST(Checked, AddAgreesWithWideArithmetic) {
  ExpectEverywhere(
      CheckedAdd<int64_t>, [](Wide a, Wide b) { return a + b; }, Always);
}

TEST(Checked, SubAgreesWithWideArithmetic) {
  ExpectEverywhere(
      CheckedSub<int64_t>, [](Wide a, Wide b) { return a - b; }, Always);
}

TEST(Checked, MulAgreesWithWideArithmetic) {
  ExpectEverywhere(
      CheckedMul<int64_t>, [](Wide a, Wide b) { return a * b; }, Always);
}

TEST(Checked, FloorDivAgreesWithWideArithmetic) {
  ExpectEverywhere(CheckedFloorDiv, FloorDiv, NotZero);
}

TEST(Checked, FloorModAgreesWithWideArithmetic) {
  ExpectEverywhere(
      CheckedFloorMod, [](Wide a, Wide b) { return a - FloorDiv(a, b) * b; }, NotZero);
}

// By repeated multiplication; the loop ends soon, for the powers of what is not
// 0, 1 or -1 soon do not fit.
bool SlowPow(int64_t a, int64_t b, int64_t* out) {
  Wide power = 1;
  if (b < 0) return false;
  if (a == 0 || a == 1 || a == -1) b = b == 0 ? 0 : 2 - b % 2;
  for (; b > 0; --b) {
    power *= a;
    if (!Fits(power)) return false;
  }
  *out = static_cast<int64_t>(power);
  return true;
}

TEST(Checked, PowAgreesWithRepeatedMultiplication) {
  for (const int64_t a : Edges()) {
    for (const int64_t b : Edges()) {
      int64_t expected = 0x5eed;
      int64_t out = 0x5eed;
      EXPECT_EQ(CheckedPow(a, b, &out), SlowPow(a, b, &expected)) << a << " ** " << b;
      EXPECT_EQ(out, expected) << a << " ** " << b;
    }
  }
}

TEST(Checked, PowReachesTheSmallestInteger) {
  int64_t out = 0;
  EXPECT_TRUE(CheckedPow(-2, 63, &out));
  EXPECT_EQ(out, INT64_MIN);
  EXPECT_FALSE(CheckedPow(2, 63, &out));
}

TEST(Checked, SaturatingAddStopsAtTheLargestValue) {
  EXPECT_EQ(SaturatingAdd<uint32_t>(UINT32_MAX, 1), UINT32_MAX);
  EXPECT_EQ(SaturatingAdd<uint32_t>(UINT32_MAX - 1, 1), UINT32_MAX);
  EXPECT_EQ(SaturatingAdd<uint64_t>(3, 4), 7u);
}

}  // namespace
}  // namespace galley
