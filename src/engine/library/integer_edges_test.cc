// Integers at the edges, in every operator and every integer argument: a right
// result, or a failure, never a wrong number, a trap or memory without end.

#include <gtest/gtest.h>

#include "engine/library/library_testing.h"

namespace galley {
namespace {

constexpr int64_t kEdges[] = {
    0,
    1,
    -1,
    2,
    -2,
    3,
    7,
    8,
    10,
    -10,
    15,
    16,
    31,
    32,
    63,
    64,
    65,
    127,
    128,
    255,
    256,
    1023,
    1024,
    1025,
    32767,
    -32768,
    65535,
    65536,
    99'999,
    100'000,
    100'001,
    -100'001,
    2147483647,
    2147483648,
    -2147483648,
    4294967295,
    4294967296,
    1LL << 53,
    (1LL << 53) + 1,
    1LL << 62,
    -(1LL << 62),
    INT64_MAX,
    INT64_MAX - 1,
    INT64_MIN,
    INT64_MIN + 1,
    1'000'000'000'000'000'000,
    -1'000'000'000'000'000'000,
};
static_assert(std::size(kEdges) >= 40);

__extension__ using Wide = __int128;

// The exact result as it must be shown: the number, or that it does not fit.
std::string Fit(Wide number) {
  if (number < INT64_MIN || number > INT64_MAX) return "fails";
  return std::to_string(static_cast<int64_t>(number));
}

Wide FloorDivideWide(Wide a, Wide b) {
  const Wide quotient = a / b;
  return quotient * b != a && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

std::string PowerWide(int64_t a, int64_t b) {
  Wide result = 1;
  for (int64_t i = 0; i < b && i < 200; ++i) {
    result *= a;
    if (result == 0 || result == 1) return Fit(result);
    if (result == -1) return Fit(b % 2 == 0 ? 1 : -1);
    if (Fit(result) == "fails") return "fails";
  }
  return Fit(result);
}

using Operator = Value (*)(CallContext& cx, const Value& a, const Value& b);

std::string Apply(Operator op, int64_t a, int64_t b) {
  TestExpression test;
  const Value result = op(test.cx(), Value::Int(a), Value::Int(b));
  if (test.cx().failed()) return "fails";
  EXPECT_TRUE(result.is_int());
  return std::to_string(result.as_int());
}

TEST(IntegerEdgesTest, EveryOperatorIsExactOrFails) {
  for (const int64_t a : kEdges) {
    for (const int64_t b : kEdges) {
      SCOPED_TRACE(std::to_string(a) + ", " + std::to_string(b));
      EXPECT_EQ(Apply(Add, a, b), Fit(Wide{a} + b));
      EXPECT_EQ(Apply(Subtract, a, b), Fit(Wide{a} - b));
      EXPECT_EQ(Apply(Multiply, a, b), Fit(Wide{a} * b));
      EXPECT_EQ(Apply(FloorDivide, a, b), b == 0 ? "fails" : Fit(FloorDivideWide(a, b)));
      EXPECT_EQ(Apply(Modulo, a, b), b == 0 ? "fails" : Fit(Wide{a} - FloorDivideWide(a, b) * b));
      if (b >= 0) {
        EXPECT_EQ(Apply(Power, a, b), PowerWide(a, b));
      }
    }
  }
}

TEST(IntegerEdgesTest, SignsAndMagnitudesAreExactOrFail) {
  for (const int64_t a : kEdges) {
    TestExpression test;
    test.Set("edge", Value::Int(a));
    const std::string negative = Fit(-Wide{a});
    const std::string shown = test.Show(test.Evaluate("-edge"));
    EXPECT_EQ(test.cx().failed() ? "fails" : shown, negative) << a;
  }
  EXPECT_TRUE(Give("lowest|abs").starts_with("error["));
  EXPECT_TRUE(Give("lowest|round(-1)").starts_with("error["));
}

// `edge` stands for each edge in turn.
constexpr std::string_view kExpressions[] = {
    "edge|abs",
    "edge|float",
    "edge|int",
    "edge|string",
    "edge|tojson",
    "edge|pprint",
    "edge|filesizeformat",
    "edge|filesizeformat(true)",
    "edge|round",
    "edge|round(edge)",
    "edge|round(-1)",
    "edge|round(edge, 'ceil')",
    "edge|round(edge, 'floor')",
    "1.5|round(edge)",
    "1.5|round(edge, 'ceil')",
    "1.5|round(edge, 'floor')",
    "15|round(edge)",
    "'12'|int(0, edge)",
    "'x'|int(edge)",
    "[1, 2, 3]|batch(edge)",
    "[1, 2, 3]|batch(edge, 0)",
    "[1, 2, 3]|slice(edge)",
    "[1, 2, 3]|slice(edge, 0)",
    "[edge, 1]|sum",
    "[edge, edge]|sum",
    "[edge, 0]|max",
    "[edge, 0]|sort",
    "[edge, edge]|unique",
    "[[1]]|map(attribute=edge)",
    "[[1]]|tojson(edge)",
    "[1, 2, 3][edge]",
    "'héllo'[edge]",
    "(1, 2)[edge]",
    "{1: 2}[edge]",
    "[1, 2, 3][edge:]",
    "[1, 2, 3][:edge]",
    "[1, 2, 3][::edge]",
    "[1, 2, 3][edge:edge:edge]",
    "'héllo'[edge:]",
    "'héllo'[:edge]",
    "'héllo'[::edge]",
    "range(edge)",
    "range(0, edge)",
    "range(edge, 0)",
    "range(edge, 9223372036854775807)",
    "range(lowest, edge, 4611686018427387904)",
    "range(0, 10, edge)",
    "range(10, 0, edge)",
    "range(edge, edge, edge)",
    "[1, 2].index(2, edge)",
    "[1, 2].index(2, 0, edge)",
    "'a' * edge",
    "[1] * edge",
    "(1,) * edge",
    "edge * 'a'",
    "edge in [1]",
    "edge in range(5)",
    "edge is odd",
    "edge is even",
    "edge is divisibleby(-1)",
    "6 is divisibleby(edge)",
    "lipsum(edge, false, 1, 2)",
    "lipsum(1, false, edge, 9)",
    "lipsum(1, false, 1, edge)",
    "cycler(edge).next()",
    "'a'|center(edge)",
    "'a b c'|truncate(edge)",
    "'a b c'|truncate(5, false, '..', edge)",
    "'a b c'|wordwrap(edge)",
    "'a\nb'|indent(edge)",
    "'aaa'|replace('a', 'b', edge)",
    "'see http://a.b/c'|urlize(edge)",
    "'a'.center(edge)",
    "'a'.ljust(edge)",
    "'a'.rjust(edge)",
    "'-1'.zfill(edge)",
    "'a\tb'.expandtabs(edge)",
    "'aaa'.replace('a', 'b', edge)",
    "'a b c'.split(' ', edge)",
    "'a b c'.rsplit(' ', edge)",
    "'a b c'.split(none, edge)",
    "'abc'.find('c', edge)",
    "'abc'.find('c', 0, edge)",
    "'abc'.rfind('c', edge)",
    "'abc'.count('c', edge)",
    "'abc'.count('c', 0, edge)",
    "'abc'.startswith('a', edge)",
    "'abc'.endswith('c', 0, edge)",
    "'%d' % edge",
    "'%x' % edge",
    "'%o' % edge",
    "'%c' % edge",
    "'%e' % edge",
    "'%5d' % edge",
    "'%*d' % (edge, 1)",
    "'%.*f' % (edge, 1.5)",
    "'{}'.format(edge)",
    "'{:,}'.format(edge)",
    "'{:x}'.format(edge)",
    "'{:b}'.format(edge)",
    "'{:{}}'.format(1, edge)",
    "'{:.{}f}'.format(1.5, edge)",
    "'{:c}'.format(edge)",
    "'{:e}'.format(edge)",
    "'{:%}'.format(edge)",
    "(edge).bit_length()",
    "(edge).bit_count()",
    "edge / 3",
    "3 / (edge + 0.5)",
    "edge // 2.5",
    "edge % 2.5",
    "edge ** 0.5",
    "2.5 * edge",
    "edge == 1.5",
    "edge < 9007199254740993.0",
};

// A number of characters or items beyond which the test's own limits lie.
constexpr uint64_t kLimit = 5000;

TEST(IntegerEdgesTest, EveryIntegerArgumentGivesAResultOrFails) {
  Limits limits;
  limits.string = kLimit;
  limits.list = kLimit;
  limits.heap = 4 << 20;
  limits.steps = 300'000;
  for (const std::string_view expression : kExpressions) {
    for (const int64_t edge : kEdges) {
      TestExpression test({}, limits);
      test.Set("edge", Value::Int(edge));
      const Value result = test.Evaluate(expression);
      EXPECT_FALSE(test.cx().message().starts_with("TEST"))
          << expression << ": " << test.cx().message();
      if (test.cx().stopped()) continue;
      const bool is_sized = result.is_string() || result.is_sequence();
      EXPECT_LE(is_sized ? result.size() : 0, kLimit) << expression << " with " << edge;
    }
  }
}

}  // namespace
}  // namespace galley
