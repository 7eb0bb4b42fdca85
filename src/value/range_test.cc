#include "value/range.h"

#include <cstdint>
#include <string>

#include "base/writer.h"
#include "value/compare.h"
#include "value/print.h"
#include "value/value_testing.h"

namespace galley {
namespace {

class RangeTest : public ValueTest {
 protected:
  std::string Print(const Value& value) {
    BufferWriter out;
    PrintRepr(value, &out, &heap_.meter());
    return std::string(out.view());
  }
};

TEST_F(RangeTest, KeepsItsBounds) {
  const Value range = NewRange(&heap_, {0, 10, 3});
  EXPECT_EQ(Print(range), "range(0, 10, 3)");
  ASSERT_EQ(range.size(), 4u);
  EXPECT_EQ(range.items()[3].as_int(), 9);
  EXPECT_EQ(BoundsOf(range).stop, 10);
  EXPECT_EQ(Print(NewRange(&heap_, {5, 2, 1})), "range(5, 2)");
  EXPECT_EQ(Print(NewRange(&heap_, {3, 0, -2})), "range(3, 0, -2)");
  EXPECT_EQ(Print(L({I(2), I(3)}, ListForm::kRange)), "range(2, 4)");
}

TEST_F(RangeTest, CountsAtTheEdges) {
  EXPECT_EQ((RangeBounds{INT64_MIN, INT64_MAX, INT64_MAX}.size()), 3u);
  EXPECT_EQ((RangeBounds{INT64_MAX, INT64_MIN, INT64_MIN}.size()), 2u);
  EXPECT_EQ(NewRange(&heap_, {INT64_MIN, INT64_MAX, INT64_MAX}).items()[2].as_int(), INT64_MAX - 1);
}

TEST_F(RangeTest, IsEqualToOneWithTheSameItems) {
  const Value a = NewRange(&heap_, {0, 10, 3});
  EXPECT_TRUE(Equals(a, NewRange(&heap_, {0, 12, 3}), &heap_.meter()));
  EXPECT_TRUE(Equals(a, L({I(0), I(3), I(6), I(9)}, ListForm::kRange), &heap_.meter()));
  EXPECT_FALSE(Equals(a, L({I(0), I(3), I(6), I(9)}), &heap_.meter()));
}

TEST_F(RangeTest, IsCopiedWithItsBounds) {
  Heap other{Limits()};
  const Value range = NewRange(&heap_, {0, 10, 3});
  EXPECT_EQ(Print(other.Copy(T({range, I(1)}))), "(range(0, 10, 3), 1)");
}

TEST_F(RangeTest, HasNoItemsWhereTheHeapIsExhausted) {
  Limits limits;
  limits.list = 5;
  Heap small(limits);
  EXPECT_EQ(NewRange(&small, {0, 100, 2}).size(), 0u);
  EXPECT_NE(small.exhausted(), Exhausted::kNo);
}

}  // namespace
}  // namespace galley
