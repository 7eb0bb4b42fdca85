// Tests of IsHashable, HashOf and EqualKeys.

#include <bit>
#include <cstring>
#include <string>
#include <vector>

#include "value/compare.h"
#include "value/function.h"
#include "value/map.h"
#include "value/range.h"
#include "value/value_testing.h"

namespace galley {
namespace {

class KeyTest : public ValueTest {
 protected:
  uint32_t Hash(const Value& value) { return HashOf(value, &meter()); }
  bool Hashable(const Value& value) { return IsHashable(value, &meter()); }
  bool Equal(const Value& a, const Value& b) { return EqualKeys(a, b, &meter()); }
};

// As in Python, where a range is a value of its own and equals no list.
TEST_F(KeyTest, RangesCanBeKeys) {
  const Value three = NewRange(&heap_, {0, 3, 1});
  const Value again = L({I(0), I(1), I(2)}, ListForm::kRange);
  EXPECT_TRUE(Hashable(three));
  EXPECT_TRUE(Hashable(T({I(1), three})));
  EXPECT_EQ(Hash(three), Hash(again));
  EXPECT_TRUE(Equal(three, again));
  EXPECT_TRUE(Equal(T({three}), T({again})));
  // What is left of the bounds does not count: range(0, 3, 2) and range(0, 4, 2).
  EXPECT_TRUE(Equal(NewRange(&heap_, {0, 3, 2}), NewRange(&heap_, {0, 4, 2})));
  for (const RangeBounds& other : {RangeBounds{0, 4, 1}, {1, 4, 1}, {0, 6, 2}, {0, 0, 1}}) {
    const Value range = NewRange(&heap_, other);
    EXPECT_FALSE(Equal(three, range)) << Repr(range);
    EXPECT_NE(Hash(three), Hash(range)) << Repr(range);
  }
  EXPECT_FALSE(Equal(three, I(3)));
  EXPECT_FALSE(Equal(I(3), three));
}

TEST_F(KeyTest, OnlyListsAndMapsCannotBeKeys) {
  const Function function = {1, "f"};
  for (const Value& key : {Value(), None(), B(true), I(1), D(1.5), D(kNaN), S(""), T({}),
                           T({I(1), T({S("a")})}), Value::Callable(&function)}) {
    EXPECT_TRUE(Hashable(key)) << Repr(key);
  }
  for (const Value& other : {L({}), M({}), T({L({})}), T({I(1), T({M({})})})}) {
    EXPECT_FALSE(Hashable(other)) << Repr(other);
  }
}

TEST_F(KeyTest, EqualNumbersHashAlike) {
  EXPECT_EQ(Hash(I(1)), Hash(D(1.0)));
  EXPECT_EQ(Hash(I(1)), Hash(B(true)));
  EXPECT_EQ(Hash(I(0)), Hash(D(-0.0)));
  EXPECT_EQ(Hash(I(0)), Hash(B(false)));
  EXPECT_EQ(Hash(I(INT64_MIN)), Hash(D(-9223372036854775808.0)));
  EXPECT_EQ(Hash(I(int64_t{1} << 53)), Hash(D(9007199254740992.0)));
  EXPECT_EQ(Hash(T({I(1), T({D(2)})})), Hash(T({B(true), T({I(2)})})));
}

TEST_F(KeyTest, StringsHashAsKeysOfMaps) {
  EXPECT_EQ(Hash(S("name")), HashKey("name"));
  EXPECT_EQ(Hash(heap_.NewString("name", kSafe)), HashKey("name"));
}

// 32 bits of 20 different values meet by chance less than once in ten million.
TEST_F(KeyTest, DifferentKeysHashApart) {
  const std::vector<Value> keys = {Value(),
                                   None(),
                                   I(0),
                                   I(1),
                                   I(-1),
                                   D(0.5),
                                   D(1e300),
                                   D(kInfinity),
                                   S(""),
                                   S("a"),
                                   S("1"),
                                   T({}),
                                   T({I(1)}),
                                   T({I(1), I(2)}),
                                   T({I(2), I(1)}),
                                   T({T({})}),
                                   T({S("a")}),
                                   T({None()}),
                                   T({T({I(1)}), I(2)}),
                                   T({T({I(1), I(2)})})};
  for (size_t i = 0; i < keys.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      EXPECT_NE(Hash(keys[i]), Hash(keys[j])) << Repr(keys[i]) << " and " << Repr(keys[j]);
      EXPECT_FALSE(Equal(keys[i], keys[j])) << Repr(keys[i]) << " and " << Repr(keys[j]);
    }
    EXPECT_TRUE(Equal(keys[i], keys[i]));
  }
}

TEST_F(KeyTest, KindsHashApartWhereTheirBytesAreAlike) {
  const uint64_t bits = std::bit_cast<uint64_t>(0.5);
  char bytes[8];
  std::memcpy(bytes, &bits, sizeof bytes);
  EXPECT_NE(Hash(D(0.5)), Hash(I(static_cast<int64_t>(bits))));
  EXPECT_NE(Hash(D(0.5)), HashKey({bytes, sizeof bytes}));
  EXPECT_NE(Hash(I(static_cast<int64_t>(bits))), HashKey({bytes, sizeof bytes}));
}

TEST_F(KeyTest, NaNIsTheSameKeyAsItself) {
  EXPECT_TRUE(Equal(D(kNaN), D(kNaN)));
  EXPECT_TRUE(Equal(T({D(kNaN)}), T({D(kNaN)})));
}

TEST_F(KeyTest, TuplesAreEqualItemByItem) {
  EXPECT_TRUE(Equal(T({I(1), T({S("a"), None()})}), T({D(1), T({S("a"), None()})})));
  EXPECT_FALSE(Equal(T({I(1)}), T({I(1), I(1)})));
  EXPECT_FALSE(Equal(T({I(1), T({})}), T({I(1), T({I(1)})})));
  EXPECT_FALSE(Equal(T({I(1)}), I(1)));
}

TEST_F(KeyTest, StopsAtTuplesWithoutEnd) {
  const Value a = Bomb(I(1), 60, /*tuples=*/true);
  const Value b = Bomb(I(1), 60, /*tuples=*/true);
  EXPECT_TRUE(Equal(a, a));
  EXPECT_EQ(heap_.exhausted(), Exhausted::kNo);
  Equal(a, b);
  EXPECT_EQ(heap_.exhausted(), Exhausted::kSteps);

  Meter for_hash{Limits()};
  HashOf(a, &for_hash);
  EXPECT_EQ(for_hash.exhausted(), Exhausted::kSteps);
  Meter for_check{Limits()};
  EXPECT_FALSE(IsHashable(a, &for_check));
  EXPECT_EQ(for_check.exhausted(), Exhausted::kSteps);
}

TEST_F(KeyTest, PaysForEachItemAndEachSixtyFourBytes) {
  const uint64_t before = meter().steps_left();
  Hash(S(
      std::string_view("0123456789012345678901234567890123456789012345678901234567890123456789")));
  EXPECT_EQ(before - meter().steps_left(), 2u);
  const Value tuple = T({I(1), I(2), T({I(3)})});
  const uint64_t then = meter().steps_left();
  Hash(tuple);
  EXPECT_EQ(then - meter().steps_left(), 4u);
}

}  // namespace
}  // namespace galley
