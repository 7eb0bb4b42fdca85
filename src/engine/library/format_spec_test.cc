#include "engine/library/library_testing.h"

namespace galley {
namespace {

TEST(FormatSpecTest, AlignsText) {
  constexpr Row kRows[] = {
      {"'{:5}|'.format('ab')", "'ab   |'"},
      {"'{:>5}|{:^5}|{:<5}|'.format('a', 'b', 'c')", "'    a|  b  |c    |'"},
      {"'{:*^7}|{:日>3}|{:05}'.format('a', 'b', 'c')", "'***a***|日日b|c0000'"},
      {"'{:.2}|{:5.1s}|'.format('abc', 'def')", "'ab|d    |'"},
      {"'{:=5}'.format('a')", "error[template-type]"},
      {"'{:+}'.format('a')", "error[template-type]"},
      {"'{:,}'.format('a')", "error[template-type]"},
      {"'{:#}'.format('a')", "error[template-type]"},
      {"'{:d}'.format('a')", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(FormatSpecTest, WritesIntegers) {
  constexpr Row kRows[] = {
      {"'{:5}|{:<5}|{:05}|{:+}|{: }'.format(1, 2, 3, 4, 5)", "'    1|2    |00003|+4| 5'"},
      {"'{:b}|{:o}|{:x}|{:X}|{:#b}|{:#o}|{:#X}'.format(5, 8, 255, 255, 5, 8, 255)",
       "'101|10|ff|FF|0b101|0o10|0XFF'"},
      {"'{:c}|{:n}|{:d}'.format(8364, 12345, true)", "'€|12345|1'"},
      {"'{:,}|{:_}|{:_x}|{:_b}'.format(1234567, 1234567, 1234567, 37)",
       "'1,234,567|1_234_567|12_d687|10_0101'"},
      {"'{:06,}|{:04,}|{:08,}|{:+012,}'.format(1234, 123, 1, -1234567)",
       "'01,234|0,123|0,000,001|-001,234,567'"},
      {"'{:*=6}|{:=+6}|{:0>6}|{:<06}'.format(-5, 5, -5, -5)", "'-****5|+    5|0000-5|-50000'"},
      {"'{:#010x}|{:#06b}'.format(255, -1)", "'0x000000ff|-0b001'"},
      {"'{:.2f}|{:e}|{:%}'.format(5, 5, 5)", "'5.00|5.000000e+00|500.000000%'"},
      {"'{:5}|{}'.format(true, true)", "'    1|True'"},
      {"'{:.2}'.format(5)", "error[template-type]"},
      {"'{:s}'.format(5)", "error[template-type]"},
      {"'{:,x}'.format(5)", "error[template-type]"},
      {"'{:+c}'.format(65)", "error[template-type]"},
      {"'{:c}'.format(-1)", "error[template-type]"},
      {"'{:z}'.format(5)", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(FormatSpecTest, WritesFloats) {
  constexpr Row kRows[] = {
      {"'{}|{:5}|{:.3}|{:.0}'.format(1.5, 1.5, 123.456, 123.0)", "'1.5|  1.5|1.23e+02|1e+02'"},
      {"'{:.2f}|{:e}|{:g}|{:G}|{:%}|{:.0%}'.format(2.345, 12345.678, 1e-5, 1e10, 0.5, 0.5)",
       "'2.35|1.234568e+04|1e-05|1E+10|50.000000%|50%'"},
      {"'{:010.3f}|{:+.1f}|{:,.2f}|{:_}'.format(-1.5, 1, 1234567.891, 1234.5)",
       "'-00001.500|+1.0|1,234,567.89|1_234.5'"},
      {"'{:#}|{:#.3g}|{:#.0f}'.format(1e16, 1.5, 2.0)", "'1.e+16|1.50|2.'"},
      {"'{:z.1f}|{:+z}'.format(-0.01, -0.0)", "'0.0|+0.0'"},
      {"'{:.50f}'.format(0.1)", "'0.10000000000000000555111512312578270211815834045410'"},
      {"'{:d}'.format(1.5)", "error[template-type]"},
      {"'{:s}'.format(1.5)", "error[template-type]"},
      {"'{:010}|{:F}|{:+}'.format('inf'|float, 'inf'|float, 'inf'|float)", "'0000000inf|INF|+inf'"},
  };
  ExpectRows(kRows);
}

TEST(FormatSpecTest, RefusesBrokenSpecifications) {
  constexpr Row kRows[] = {
      {"'{:.}'.format(5.5)", "error[template-type]"},
      {"'{:,_}'.format(5)", "error[template-type]"},
      {"'{:_,}'.format(5)", "error[template-type]"},
      {"'{:,,}'.format(5)", "error[template-type]"},
      {"'{:dd}'.format(5)", "error[template-type]"},
      {"'{:q}'.format(5)", "error[template-type]"},
      {"'{:99999999999999999999}'.format(5)", "error[template-type]"},
      {"'{:5}'.format(none)", "error[template-type]"},
      {"'{:5}'.format([1])", "error[template-type]"},
      {"'{:5}'.format(missing)", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(FormatSpecTest, RefusesAWidthOverTheLimitBeforeItAllocates) {
  for (const std::string_view expression :
       {"'{:99999999999}'.format(1)", "'{:é>99999999999}'.format('a')",
        "'{:0=99999999999,}'.format(1)", "'{:.2147483647f}'.format(1.5)",
        "'{:^99999999999c}'.format(65)"}) {
    TestExpression test;
    test.Evaluate(expression);
    EXPECT_EQ(test.cx().heap().exhausted(), Exhausted::kString) << expression;
  }
}

}  // namespace
}  // namespace galley
