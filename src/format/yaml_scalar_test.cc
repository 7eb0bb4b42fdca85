#include "format/yaml_scalar.h"

#include <string>
#include <utility>
#include <vector>

#include "format/format_testing.h"

namespace galley {
namespace {

std::string Type(std::string_view text) {
  Value value;
  switch (ReadPlainScalar(text, &value)) {
    case PlainScalar::kString:
      return "string";
    case PlainScalar::kValue:
      return Show(value);
    case PlainScalar::kIntegerOutOfRange:
      return "integer out of range";
    case PlainScalar::kFloatOutOfRange:
      return "float out of range";
  }
  return "";
}

TEST(YamlScalarTest, CoreSchema) {
  const std::vector<std::pair<const char*, const char*>> cases = {
      {"", "None"},
      {"~", "None"},
      {"null", "None"},
      {"Null", "None"},
      {"NULL", "None"},
      {"true", "True"},
      {"True", "True"},
      {"TRUE", "True"},
      {"false", "False"},
      {"False", "False"},
      {"FALSE", "False"},
      {"0", "0"},
      {"-0", "0"},
      {"+12", "12"},
      {"-19", "-19"},
      {"010", "10"},
      {"0o14", "12"},
      {"0o0", "0"},
      {"0xC", "12"},
      {"0xff", "255"},
      {"0xFfFf", "65535"},
      {"9223372036854775807", "9223372036854775807"},
      {"-9223372036854775808", "-9223372036854775808"},
      {"1.5", "1.5"},
      {"-1.", "-1.0"},
      {".5", "0.5"},
      {"+.5", "0.5"},
      {"-0.0", "-0.0"},
      {"1e3", "1000.0"},
      {"1E+3", "1000.0"},
      {"12e-1", "1.2"},
      {"1.e2", "100.0"},
      {".5e1", "5.0"},
      {"00.10", "0.1"},
      {"1e-400", "0.0"},
      {".inf", "inf"},
      {".Inf", "inf"},
      {".INF", "inf"},
      {"+.inf", "inf"},
      {"-.inf", "-inf"},
      {"-.INF", "-inf"},
      {".nan", "nan"},
      {".NaN", "nan"},
      {".NAN", "nan"},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(Type(text), expected) << text;
}

TEST(YamlScalarTest, EverythingElseIsAString) {
  for (const char* text : {"no",    "No",    "NO",        "yes",        "on",
                           "off",   "y",     "n",         "nULL",       "tRUE",
                           "FALSe", "none",  "None",      "nil",        "1_000",
                           "0b11",  "1:30",  "190:20:30", "2024-01-01", "2024-01-01T00:00:00Z",
                           "0o8",   "0O7",   "0xg",       "0X1f",       "-0x1",
                           "+0o7",  "0x",    "0o",        "1e",         "1e+",
                           "e1",    ".",     "-",         "+",          "+-1",
                           "--1",   "1.2.3", "1,000",     ".e1",        "-.e1",
                           "inf",   "nan",   "Infinity",  "+.nan",      "-.NaN",
                           ".iNF",  "..inf", "<<",        "=",          " 1",
                           "1 ",    "١",     "0.1e1.5",   "1e1e1",      "~~",
                           "nulls"}) {
    EXPECT_EQ(Type(text), "string") << text;
  }
}

TEST(YamlScalarTest, NumberThatDoesNotFitIsNoString) {
  EXPECT_EQ(Type("9223372036854775808"), "integer out of range");
  EXPECT_EQ(Type("-9223372036854775809"), "integer out of range");
  EXPECT_EQ(Type("0x8000000000000000"), "integer out of range");
  EXPECT_EQ(Type("0o1000000000000000000000"), "integer out of range");
  EXPECT_EQ(Type("1e400"), "float out of range");
  EXPECT_EQ(Type("-.1e400"), "float out of range");
}

}  // namespace
}  // namespace galley
