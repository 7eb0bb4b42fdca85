#include "engine/library/library_testing.h"

namespace galley {
namespace {

TEST(NumberFiltersTest, Abs) {
  constexpr Row kRows[] = {
      {"-5|abs", "5"},
      {"5|abs", "5"},
      {"-2.5|abs", "2.5"},
      {"true|abs", "1"},
      {"lowest|abs", "error[template-type]"},
      {"'a'|abs", "error[template-type]"},
      {"none|abs", "error[template-type]"},
      {"missing|abs", "error[template-type]"},
      {"-0.0|abs", "0.0"},
  };
  ExpectRows(kRows);
}

TEST(NumberFiltersTest, Int) {
  constexpr Row kRows[] = {
      {"'42'|int", "42"},
      {"' 42 '|int", "42"},
      {"'42.7'|int", "42"},
      {"'-3'|int", "-3"},
      {"'x'|int", "0"},
      {"'x'|int(7)", "7"},
      {"'x'|int(default=none)", "None"},
      {"'ff'|int(0, 16)", "255"},
      {"'0xff'|int(0, 16)", "255"},
      {"'0b11'|int(base=0)", "3"},
      {"'1_000'|int", "1000"},
      {"3.9|int", "3"},
      {"-3.9|int", "-3"},
      {"true|int", "1"},
      {"none|int", "0"},
      {"[]|int(5)", "5"},
      {"''|int", "0"},
      {"'1e3'|int", "1000"},
      {"missing|int", "error[undefined-variable]"},
      {"'9223372036854775808'|int", "error[template-type]"},
      {"1e30|int", "error[template-type]"},
      {"'inf'|int", "0"},
      {"'-inf'|int(5)", "5"},
      {"'nan'|int(3)", "3"},
      {"'12'|int(0, 99)", "12"},
      {"'12'|int(0, 'x')", "12"},
      {"markup('5')|int", "5"},
  };
  ExpectRows(kRows);
}

TEST(NumberFiltersTest, Float) {
  constexpr Row kRows[] = {
      {"'1.5'|float", "1.5"},
      {"'x'|float", "0.0"},
      {"'x'|float(2)", "2"},
      {"5|float", "5.0"},
      {"true|float", "1.0"},
      {"none|float(default='d')", "'d'"},
      {"data('1e400')|float", "inf"},
      {"data('-inf')|float", "-inf"},
      {"' 1_0.5 '|float", "10.5"},
      {"missing|float", "error[undefined-variable]"},
      {"[]|float", "0.0"},
  };
  ExpectRows(kRows);
}

TEST(NumberFiltersTest, RoundCommon) {
  constexpr Row kRows[] = {
      {"42.55|round", "43.0"},
      {"42.55|round(1)", "42.5"},
      {"2.5|round", "2.0"},
      {"3.5|round", "4.0"},
      {"-2.5|round", "-2.0"},
      {"0.125|round(2)", "0.12"},
      {"2.675|round(2)", "2.67"},
      {"42|round", "42"},
      {"1250|round(-2)", "1200"},
      {"1350|round(-2)", "1400"},
      {"1251|round(-2)", "1300"},
      {"15.0|round(-1)", "20.0"},
      {"25.0|round(-1)", "20.0"},
      {"5.0|round(-1)", "0.0"},
      {"6.0|round(-1)", "10.0"},
      {"true|round", "1"},
      {"1e300|round(5)", "1e+300"},
      {"2.5|round(none)", "2"},
      {"3.5|round(none)", "4"},
      {"'x'|round", "error[template-type]"},
      {"none|round", "error[template-type]"},
      {"1.5|round(1.0)", "error[template-type]"},
      {"9223372036854775807|round(-1)", "error[template-type]"},
      {"lowest|round(-19)", "error[template-type]"},
      {"4|round(-30)", "0"},
      {"1.5|round(400)", "1.5"},
      {"1.5|round(-400)", "0.0"},
      {"missing|round", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(NumberFiltersTest, RoundUpAndDown) {
  constexpr Row kRows[] = {
      {"42.12|round(1, 'ceil')", "42.2"},
      {"42.18|round(1, 'floor')", "42.1"},
      {"-0.5|round(method='ceil')", "0.0"},
      {"-0.5|round(0, 'floor')", "-1.0"},
      {"42|round(2, 'ceil')", "42.0"},
      {"1234.5|round(-2, 'ceil')", "1300.0"},
      {"1234.5|round(-2, 'floor')", "1200.0"},
      {"1.5|round(30, 'ceil')", "1.5000000000000002"},
      {"1.5|round(1.5, 'ceil')", "1.5178932768808222"},
      {"1e308|round(10, 'ceil')", "error[template-type]"},
      {"'a'|round(1, 'ceil')", "error[template-type]"},
      {"missing|round(0, 'ceil')", "error[undefined-variable]"},
      {"1|round(0, 'x')", "error[template-type]"},
      {"1|round(0, none)", "error[template-type]"},
  };
  ExpectRows(kRows);
}

}  // namespace
}  // namespace galley
