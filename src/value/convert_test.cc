#include "value/convert.h"

#include <cmath>
#include <string>

#include "value/value_testing.h"

namespace galley {
namespace {

// The integer as text, `not a number`, or `out of range`.
std::string Int(std::string_view text, int base = 10) {
  int64_t number = 0;
  switch (ParseInt(text, base, &number)) {
    case NumberResult::kOk:
      return std::to_string(number);
    case NumberResult::kNotANumber:
      return "not a number";
    case NumberResult::kOutOfRange:
      break;
  }
  return "out of range";
}

// The double as Python prints it, with a mark where it is out of range.
std::string Double(std::string_view text) {
  double number = 0;
  const NumberResult result = ParseDouble(text, &number);
  if (result == NumberResult::kNotANumber) return "not a number";
  BufferWriter out;
  PrintDoublePython(number, &out);
  return out.ToString() + (result == NumberResult::kOutOfRange ? " out of range" : "");
}

TEST(ParseInt, ReadsDecimals) {
  EXPECT_EQ(Int("0"), "0");
  EXPECT_EQ(Int("-12"), "-12");
  EXPECT_EQ(Int("+12"), "12");
  EXPECT_EQ(Int(" \t\n\v\f\r12\x1c\x1d\x1e\x1f "), "12");
  EXPECT_EQ(Int("007"), "7");
}

TEST(ParseInt, ReadsTheEdgesOfSixtyFourBits) {
  EXPECT_EQ(Int("9223372036854775807"), "9223372036854775807");
  EXPECT_EQ(Int("9223372036854775808"), "out of range");
  EXPECT_EQ(Int("-9223372036854775808"), "-9223372036854775808");
  EXPECT_EQ(Int("-9223372036854775809"), "out of range");
  EXPECT_EQ(Int(std::string(1000, '9')), "out of range");
  EXPECT_EQ(Int(std::string(1000, '0') + "5"), "5");
  EXPECT_EQ(Int("-8000000000000000", 16), "-9223372036854775808");
}

TEST(ParseInt, RefusesWhatIsNoInteger) {
  for (const std::string_view text :
       {"", " ", "-", "+", "--1", "- 1", "1 2", "1.0", "1e3", "abc", "0x10", "1a", "٣", "1,000"}) {
    EXPECT_EQ(Int(text), "not a number") << text;
  }
  // Too large is no excuse for a letter that follows.
  EXPECT_EQ(Int(std::string(100, '9') + "x"), "not a number");
  EXPECT_EQ(Int(std::string_view("1\0", 2)), "not a number");
}

TEST(ParseInt, TakesSingleUnderscoresBetweenDigits) {
  EXPECT_EQ(Int("1_000_000"), "1000000");
  EXPECT_EQ(Int("1__0"), "not a number");
  EXPECT_EQ(Int("_1"), "not a number");
  EXPECT_EQ(Int("1_"), "not a number");
  EXPECT_EQ(Int("_"), "not a number");
}

TEST(ParseInt, ReadsOtherBases) {
  EXPECT_EQ(Int("ff", 16), "255");
  EXPECT_EQ(Int("FF", 16), "255");
  EXPECT_EQ(Int("zz", 36), "1295");
  EXPECT_EQ(Int("101", 2), "5");
  EXPECT_EQ(Int("102", 2), "not a number");
  EXPECT_EQ(Int("8", 8), "not a number");
}

TEST(ParseInt, TakesThePrefixOfItsBase) {
  EXPECT_EQ(Int("0xff", 16), "255");
  EXPECT_EQ(Int("-0XFF", 16), "-255");
  EXPECT_EQ(Int("0x_f", 16), "15");
  EXPECT_EQ(Int("0x__f", 16), "not a number");
  EXPECT_EQ(Int("0x", 16), "not a number");
  EXPECT_EQ(Int("0b1", 16), "177");  // three digits, no prefix
  EXPECT_EQ(Int("0o17", 8), "15");
  EXPECT_EQ(Int("0b11", 2), "3");
  EXPECT_EQ(Int("0x1", 8), "not a number");
}

TEST(ParseInt, LetsThePrefixDecideInBaseZero) {
  EXPECT_EQ(Int("0x1f", 0), "31");
  EXPECT_EQ(Int("0o17", 0), "15");
  EXPECT_EQ(Int("0b11", 0), "3");
  EXPECT_EQ(Int("12", 0), "12");
  EXPECT_EQ(Int("0", 0), "0");
  EXPECT_EQ(Int("0_0", 0), "0");
  EXPECT_EQ(Int("010", 0), "not a number");
}

TEST(ParseDouble, ReadsDecimals) {
  EXPECT_EQ(Double("1"), "1.0");
  EXPECT_EQ(Double(" -1.5e3\n"), "-1500.0");
  EXPECT_EQ(Double(".5"), "0.5");
  EXPECT_EQ(Double("5."), "5.0");
  EXPECT_EQ(Double("-0"), "-0.0");
  EXPECT_EQ(Double("1E-7"), "1e-07");
  EXPECT_EQ(Double("0.1"), "0.1");
  EXPECT_EQ(Double("9007199254740993"), "9007199254740992.0");
}

TEST(ParseDouble, ReadsInfinityAndNaNInAnyCase) {
  EXPECT_EQ(Double("inf"), "inf");
  EXPECT_EQ(Double("-Infinity"), "-inf");
  EXPECT_EQ(Double("+INF"), "inf");
  EXPECT_EQ(Double("NaN"), "nan");
  EXPECT_EQ(Double("-nan"), "nan");
  EXPECT_EQ(Double("infinit"), "not a number");
}

TEST(ParseDouble, TakesSingleUnderscoresBetweenDigits) {
  EXPECT_EQ(Double("1_000.2_5e1_0"), "10002500000000.0");
  for (const std::string_view text : {"1__0", "_1", "1_", "1_.5", "1._5", "1e_5", "1_e5", "1e5_"}) {
    EXPECT_EQ(Double(text), "not a number") << text;
  }
  EXPECT_EQ(Double("1" + std::string(200, '0') + "_0.0"), "1e+201");
}

TEST(ParseDouble, RefusesWhatIsNoNumber) {
  for (const std::string_view text :
       {"", ".", "-", "e5", ".e5", "1e", "1e+", "1.5.5", "0x10", "1 2", "--1", "1f"}) {
    EXPECT_EQ(Double(text), "not a number") << text;
  }
}

TEST(ParseDouble, SaysWhatIsTooLargeAndTakesWhatIsTooSmallForZero) {
  EXPECT_EQ(Double("1.7976931348623157e308"), "1.7976931348623157e+308");
  EXPECT_EQ(Double("1e309"), "inf out of range");
  EXPECT_EQ(Double("-1e309"), "-inf out of range");
  EXPECT_EQ(Double("1" + std::string(400, '0')), "inf out of range");
  EXPECT_EQ(Double("1e99999999999999999999"), "inf out of range");
  EXPECT_EQ(Double("5e-324"), "5e-324");
  EXPECT_EQ(Double("1e-400"), "0.0");
  EXPECT_EQ(Double("-1e-400"), "-0.0");
  EXPECT_EQ(Double("1e-99999999999999999999"), "0.0");
  EXPECT_EQ(Double("0." + std::string(400, '0') + "1"), "0.0");
  EXPECT_EQ(Double("0e99999999999999999999"), "0.0");
  EXPECT_EQ(Double("0." + std::string(400, '0') + "1e800"), "inf out of range");
}

TEST(ToDouble, TakesAnyNumber) {
  EXPECT_EQ(ToDouble(Value::Bool(true)), 1.0);
  EXPECT_EQ(ToDouble(Value::Int(-3)), -3.0);
  EXPECT_EQ(ToDouble(Value::Double(0.5)), 0.5);
}

TEST(TruncateToInt, GoesTowardsZeroWithinSixtyFourBits) {
  int64_t number = 0;
  EXPECT_TRUE(TruncateToInt(2.9, &number));
  EXPECT_EQ(number, 2);
  EXPECT_TRUE(TruncateToInt(-2.9, &number));
  EXPECT_EQ(number, -2);
  EXPECT_TRUE(TruncateToInt(-9223372036854775808.0, &number));
  EXPECT_EQ(number, INT64_MIN);
  EXPECT_FALSE(TruncateToInt(9223372036854775808.0, &number));
  EXPECT_FALSE(TruncateToInt(std::nextafter(-9223372036854775808.0, -kInfinity), &number));
  EXPECT_FALSE(TruncateToInt(kInfinity, &number));
  EXPECT_FALSE(TruncateToInt(kNaN, &number));
  EXPECT_EQ(number, INT64_MIN);  // left alone
}

}  // namespace
}  // namespace galley
