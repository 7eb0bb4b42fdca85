// Tests of PrintInt, PrintDoublePython and PrintDoubleJs.

#include <bit>
#include <string>

#include "value/convert.h"
#include "value/value_testing.h"

namespace galley {
namespace {

std::string Python(double number) {
  BufferWriter out;
  PrintDoublePython(number, &out);
  return out.ToString();
}

std::string Js(double number) {
  BufferWriter out;
  PrintDoubleJs(number, &out);
  return out.ToString();
}

TEST(PrintInt, PrintsTheEdges) {
  BufferWriter out;
  PrintInt(INT64_MIN, &out);
  out.Append(' ');
  PrintInt(0, &out);
  out.Append(' ');
  PrintInt(INT64_MAX, &out);
  EXPECT_EQ(out.view(), "-9223372036854775808 0 9223372036854775807");
}

TEST(PrintDouble, FollowsPythonAndJavaScript) {
  struct Row {
    double number;
    const char* python;
    const char* js;
  };
  constexpr Row kRows[] = {
      {0.0, "0.0", "0"},
      {-0.0, "-0.0", "0"},
      {1.0, "1.0", "1"},
      {-1.5, "-1.5", "-1.5"},
      {0.1, "0.1", "0.1"},
      {1.0 / 3, "0.3333333333333333", "0.3333333333333333"},
      {100.0, "100.0", "100"},
      {123456.789, "123456.789", "123456.789"},
      {1e-4, "0.0001", "0.0001"},
      {1e-5, "1e-05", "0.00001"},
      {1.5e-5, "1.5e-05", "0.000015"},
      {1e-6, "1e-06", "0.000001"},
      {1e-7, "1e-07", "1e-7"},
      {1.25e-7, "1.25e-07", "1.25e-7"},
      {1e15, "1000000000000000.0", "1000000000000000"},
      {1e16, "1e+16", "10000000000000000"},
      {9999999999999998.0, "9999999999999998.0", "9999999999999998"},
      {12345678901234567890.0, "1.2345678901234567e+19", "12345678901234567000"},
      {1e20, "1e+20", "100000000000000000000"},
      {1e21, "1e+21", "1e+21"},
      {1.5e21, "1.5e+21", "1.5e+21"},
      {1e100, "1e+100", "1e+100"},
      {5e-324, "5e-324", "5e-324"},
      {1.7976931348623157e308, "1.7976931348623157e+308", "1.7976931348623157e+308"},
      {kInfinity, "inf", "Infinity"},
      {-kInfinity, "-inf", "-Infinity"},
      {kNaN, "nan", "NaN"},
      {-kNaN, "nan", "NaN"},
  };
  for (const Row& row : kRows) {
    EXPECT_EQ(Python(row.number), row.python);
    EXPECT_EQ(Js(row.number), row.js);
  }
}

TEST(PrintDouble, ReadsBackTheSame) {
  uint64_t state = 1;
  for (int i = 0; i < 20'000; ++i) {
    state = state * 6364136223846793005 + 1442695040888963407;
    const double number = std::bit_cast<double>(state ^ state >> 29);
    if (number != number) continue;
    for (const std::string& text : {Python(number), Js(number)}) {
      double back = 0;
      ASSERT_EQ(ParseDouble(text, &back), NumberResult::kOk) << text;
      ASSERT_EQ(back, number) << text;
    }
  }
}

}  // namespace
}  // namespace galley
