#include "engine/library/number_text.h"

#include <limits>
#include <string>

#include <gtest/gtest.h>

namespace galley {
namespace {

std::string Text(const NumberText& number) {
  BufferWriter out;
  number.Append(&out);
  EXPECT_EQ(out.size(), number.size());
  return out.ToString();
}

std::string Text(double number, char type, uint64_t precision, bool alternate = false) {
  return Text(DoubleText(number, type, precision, alternate));
}

TEST(NumberTextTest, WritesIntegersInAnyBase) {
  EXPECT_EQ(Text(IntegerText(0, 'd')), "0");
  EXPECT_EQ(Text(IntegerText(UINT64_MAX, 'd')), "18446744073709551615");
  EXPECT_EQ(Text(IntegerText(5, 'b')), "101");
  EXPECT_EQ(Text(IntegerText(8, 'o')), "10");
  EXPECT_EQ(Text(IntegerText(255, 'x')), "ff");
  EXPECT_EQ(Text(IntegerText(255, 'X')), "FF");
  EXPECT_EQ(Magnitude(INT64_MIN), uint64_t{1} << 63);
}

TEST(NumberTextTest, CutsDoublesToIntegers) {
  EXPECT_EQ(Text(WholeText(-1.9)), "1");
  EXPECT_EQ(Text(WholeText(0.9)), "0");
  EXPECT_EQ(Text(WholeText(1e21)), "1000000000000000000000");
}

TEST(NumberTextTest, WritesExactDigits) {
  EXPECT_EQ(Text(0.1, 'f', 25), "0.1000000000000000055511151");
  EXPECT_EQ(Text(2.5, 'f', 0), "2");
  EXPECT_EQ(Text(2.5, 'f', 0, true), "2.");
  EXPECT_EQ(Text(12345.678, 'e', 2), "1.23e+04");
  EXPECT_EQ(Text(1e-10, 'E', 0), "1E-10");
  EXPECT_EQ(Text(1e-10, 'E', 0, true), "1.E-10");
}

TEST(NumberTextTest, CountsZerosBeyondTheDigitsOfADouble) {
  const NumberText text = DoubleText(1.5, 'f', 2'000'000'000, false);
  EXPECT_EQ(text.size(), 2'000'000'002u);
  EXPECT_EQ(text.zeros(), 2'000'000'000u - 1100);
  EXPECT_EQ(Text(1.5, 'f', 1200), "1.5" + std::string(1199, '0'));
  EXPECT_EQ(Text(1.5, 'e', 1200), "1.5" + std::string(1199, '0') + "e+00");
  EXPECT_EQ(Text(5e-324, 'f', 1100).size(), 1102u);
}

TEST(NumberTextTest, ChoosesTheShorterForm) {
  EXPECT_EQ(Text(100000, 'g', 6), "100000");
  EXPECT_EQ(Text(1000000, 'g', 6), "1e+06");
  EXPECT_EQ(Text(999999.5, 'g', 6), "1e+06");
  EXPECT_EQ(Text(0.0001, 'g', 6), "0.0001");
  EXPECT_EQ(Text(0.00001, 'G', 6), "1E-05");
  EXPECT_EQ(Text(1.5, 'g', 3, true), "1.50");
  EXPECT_EQ(Text(0, 'g', 0), "0");
}

TEST(NumberTextTest, KeepsAPointWithoutAType) {
  EXPECT_EQ(Text(123, 0, 4), "123.0");
  EXPECT_EQ(Text(123, 0, 3), "1.23e+02");
  EXPECT_EQ(Text(1.5, 'r', 0), "1.5");
  EXPECT_EQ(Text(1e16, 'r', 0), "1e+16");
  EXPECT_EQ(Text(1e16, 'r', 0, true), "1.e+16");
}

TEST(NumberTextTest, NamesWhatIsNotFinite) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(Text(-kInfinity, 'f', 2), "inf");
  EXPECT_EQ(Text(kInfinity, 'F', 2), "INF");
  EXPECT_EQ(Text(std::numeric_limits<double>::quiet_NaN(), 'g', 2, true), "nan");
}

TEST(NumberTextTest, KnowsLeadingDigitsAndZero) {
  EXPECT_EQ(DoubleText(123.5, 'f', 2, false).LeadingDigits(), 3u);
  EXPECT_EQ(DoubleText(1e30, 'r', 0, false).LeadingDigits(), 1u);
  EXPECT_EQ(IntegerText(0xabc, 'x').LeadingDigits(), 3u);
  EXPECT_TRUE(DoubleText(-0.001, 'f', 2, false).IsZero());
  EXPECT_TRUE(DoubleText(0, 'e', 2, false).IsZero());
  EXPECT_FALSE(DoubleText(0.001, 'f', 3, false).IsZero());
}

}  // namespace
}  // namespace galley
