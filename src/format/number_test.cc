#include "format/number.h"

#include <string>
#include <vector>

#include "format/format_testing.h"

namespace galley {
namespace {

std::string Float(std::string_view text) {
  Value value;
  return ReadFloat(text, &value) ? Show(value) : "out of range";
}

std::string Integer(std::string_view text, int base = 10) {
  Value value;
  return ReadInteger(text, base, &value) ? Show(value) : "out of range";
}

TEST(NumberTest, IntegersHave64Bits) {
  EXPECT_EQ(Integer("9223372036854775807"), "9223372036854775807");
  EXPECT_EQ(Integer("9223372036854775808"), "out of range");
  EXPECT_EQ(Integer("-9223372036854775808"), "-9223372036854775808");
  EXPECT_EQ(Integer("-9223372036854775809"), "out of range");
  EXPECT_EQ(Integer("-0"), "0");
  EXPECT_EQ(Integer("+7"), "7");
  EXPECT_EQ(Integer("0000000000000000000000012"), "12");
  EXPECT_EQ(Integer("7fffffffffffffff", 16), "9223372036854775807");
  EXPECT_EQ(Integer("8000000000000000", 16), "out of range");
  EXPECT_EQ(Integer("777777777777777777777", 8), "9223372036854775807");
}

TEST(NumberTest, FloatsAreTheNearestThereIs) {
  EXPECT_EQ(Float("0.1"), "0.1");
  EXPECT_EQ(Float("1.7976931348623157e308"), "1.7976931348623157e+308");
  EXPECT_EQ(Float("4.9e-324"), "5e-324");
  EXPECT_EQ(Float("9007199254740993.0"), "9007199254740992.0");
  EXPECT_EQ(Float(".5"), "0.5");
  EXPECT_EQ(Float("+5."), "5.0");
}

TEST(NumberTest, FloatTooLargeForAnyIsOutOfRange) {
  for (const char* text : {"1e309", "-1e309", "1e400", "1.8e308", "1e99999999999999999999",
                           "123e+99999999999999999999", "0.0001e400", "1000000000e300"}) {
    EXPECT_EQ(Float(text), "out of range") << text;
  }
  EXPECT_EQ(Float(std::string(400, '9') + ".0"), "out of range");
}

TEST(NumberTest, FloatTooSmallForAnyIsZero) {
  for (const char* text : {"1e-400", "0.1e-400", "123456e-400", "1e-99999999999999999999",
                           "0e99999999999999999999", "0.0e-5"}) {
    EXPECT_EQ(Float(text), "0.0") << text;
  }
  EXPECT_EQ(Float("-1e-400"), "-0.0");
  EXPECT_EQ(Float("0." + std::string(400, '0') + "1"), "0.0");
}

TEST(NumberTest, ManyDigitsAndAnExponentMeetInTheMiddle) {
  EXPECT_EQ(Float("0." + std::string(400, '0') + "1e401"), "1.0");
  EXPECT_EQ(Float("1" + std::string(400, '0') + "e-400"), "1.0");
  EXPECT_EQ(Float(std::string(100'000, '1') + "e-99999"), "1.1111111111111112");
}

}  // namespace
}  // namespace galley
