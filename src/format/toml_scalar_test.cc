#include "format/toml_scalar.h"

#include <string>
#include <utility>
#include <vector>

#include "format/format_testing.h"

namespace galley {
namespace {

std::string Type(std::string_view text) {
  Value value;
  switch (ReadTomlScalar(text, &value)) {
    case TomlScalar::kInvalid:
      return "invalid";
    case TomlScalar::kValue:
      return Show(value);
    case TomlScalar::kDateTime:
      return "date";
    case TomlScalar::kIntegerOutOfRange:
      return "integer out of range";
    case TomlScalar::kFloatOutOfRange:
      return "float out of range";
  }
  return "";
}

TEST(TomlScalarTest, WordsAndNumbers) {
  const std::vector<std::pair<const char*, const char*>> cases = {
      {"true", "True"},
      {"false", "False"},
      {"0", "0"},
      {"-0", "0"},
      {"+99", "99"},
      {"-17", "-17"},
      {"1_000_000", "1000000"},
      {"0xDEAD_beef", "3735928559"},
      {"0o755", "493"},
      {"0b1101", "13"},
      {"9223372036854775807", "9223372036854775807"},
      {"-9223372036854775808", "-9223372036854775808"},
      {"1.5", "1.5"},
      {"-0.01", "-0.01"},
      {"5e+22", "5e+22"},
      {"1e06", "1000000.0"},
      {"-2E-2", "-0.02"},
      {"6.626e-34", "6.626e-34"},
      {"224_617.445_991_228", "224617.445991228"},
      {"0.0", "0.0"},
      {"inf", "inf"},
      {"+inf", "inf"},
      {"-inf", "-inf"},
      {"nan", "nan"},
      {"-nan", "nan"},
      {"1e-400", "0.0"},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(Type(text), expected) << text;
}

TEST(TomlScalarTest, WhatIsNoValue) {
  for (const char* text :
       {"",      "True", "yes", "null", "01",    "+01",   "-",     "+",     "1_",
        "_1",    "1__0", "0x",  "0X1",  "0x_1",  "0xg",   "-0x1",  "+0b1",  "0o8",
        "0b2",   "1.",   ".5",  "1.e5", "1e",    "1e+",   "1._5",  "1_.5",  "1.5_",
        "1e_5",  "Inf",  "NaN", "++1",  "1.2.3", "03.14", "--inf", "1e5e5", "infinity",
        "0x1.5", "1-2",  "a",   "1:30", ":",     "1e1.5"}) {
    EXPECT_EQ(Type(text), "invalid") << text;
  }
}

TEST(TomlScalarTest, NumbersThatDoNotFit) {
  EXPECT_EQ(Type("9223372036854775808"), "integer out of range");
  EXPECT_EQ(Type("-9_223_372_036_854_775_809"), "integer out of range");
  EXPECT_EQ(Type("0x8000000000000000"), "integer out of range");
  EXPECT_EQ(Type("1e400"), "float out of range");
}

TEST(TomlScalarTest, DatesAndTimes) {
  for (const char* text :
       {"1979-05-27", "2024-02-29", "2000-02-29", "07:32:00", "23:59:60", "00:32:00.999999",
        "1979-05-27T07:32:00Z", "1979-05-27t07:32:00z", "1979-05-27 07:32:00",
        "1979-05-27T00:32:00-07:00", "1979-05-27T00:32:00.5+23:59", "1979-05-27T00:32:00.999"}) {
    EXPECT_EQ(Type(text), "date") << text;
  }
  for (const char* text : {"2023-02-29",
                           "1900-02-29",
                           "2024-13-01",
                           "2024-00-01",
                           "2024-01-00",
                           "2024-04-31",
                           "24:00:00",
                           "07:60:00",
                           "07:30:61",
                           "07:30",
                           "07:30:00.",
                           "1979-05-27T",
                           "1979-05-27T07:32",
                           "1979-05-27X07:32:00",
                           "1979-05-27T07:32:00+07",
                           "1979-05-27T07:32:00+24:00",
                           "07:32:00Z",
                           "79-05-27",
                           "1979-5-27",
                           "1979-05-27Z",
                           "1979-05-27T07:32:00ZZ"}) {
    EXPECT_EQ(Type(text), "invalid") << text;
  }
}

TEST(TomlScalarTest, SizeStopsBehindTheValue) {
  EXPECT_EQ(TomlScalarSize("12, 13"), 2u);
  EXPECT_EQ(TomlScalarSize("1.5e+3]"), 6u);
  EXPECT_EQ(TomlScalarSize("true# c"), 4u);
  EXPECT_EQ(TomlScalarSize("2024-01-02 # c"), 10u);
  EXPECT_EQ(TomlScalarSize("2024-01-02 03:04:05 x"), 19u);
  EXPECT_EQ(TomlScalarSize("2024-01-02 030405"), 10u);
  EXPECT_EQ(TomlScalarSize("2024-13-02 03:04:05"), 10u);
  EXPECT_EQ(TomlScalarSize("\"a\""), 0u);
  EXPECT_EQ(TomlScalarSize(""), 0u);
}

}  // namespace
}  // namespace galley
