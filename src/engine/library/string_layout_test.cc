#include "engine/library/library_testing.h"

namespace galley {
namespace {

TEST(StringLayoutTest, Pads) {
  constexpr Row kRows[] = {
      {"'ab'.center(5)", "'  ab '"},
      {"'ab'.center(6)", "'  ab  '"},
      {"'abc'.center(6)", "' abc  '"},
      {"'ab'.ljust(4) ~ '|'", "'ab  |'"},
      {"'ab'.rjust(4, '*')", "'**ab'"},
      {"'日'.rjust(3, '本')", "'本本日'"},
      {"'ab'.center(1)", "'ab'"},
      {"'ab'.center(-3)", "'ab'"},
      {"'ab'.ljust(true)", "'ab'"},
      {"'ab'.center(5, '')", "error[template-type]"},
      {"'ab'.center(5, 'xy')", "error[template-type]"},
      {"'ab'.center(5, 1)", "error[template-type]"},
      {"'ab'.center('5')", "error[template-type]"},
      {"'ab'.center(5.0)", "error[template-type]"},
      {"markup('a').center(3, '*')", "Markup('*a*')"},
      {"markup('a').center(3, '<')", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(StringLayoutTest, FillsWithZerosBehindTheSign) {
  constexpr Row kRows[] = {
      {"'42'.zfill(5)", "'00042'"},    {"'-42'.zfill(5)", "'-0042'"},
      {"'+42'.zfill(5)", "'+0042'"},   {"'--1'.zfill(5)", "'-00-1'"},
      {"'é'.zfill(3)", "'00é'"},       {"''.zfill(2)", "'00'"},
      {"'12345'.zfill(3)", "'12345'"}, {"markup('-1').zfill(4)", "Markup('-001')"},
  };
  ExpectRows(kRows);
}

TEST(StringLayoutTest, ExpandsTabs) {
  constexpr Row kRows[] = {
      {"'a\\tb'.expandtabs()", "'a       b'"},
      {"'a\\tb'.expandtabs(4)", "'a   b'"},
      {"'日\\tb'.expandtabs(4)", "'日   b'"},
      {"'ab\\n\\tc\\td'.expandtabs(4)", "'ab\\n    c   d'"},
      {"'a\\tb'.expandtabs(0)", "'ab'"},
      {"'a\\tb'.expandtabs(-1)", "'ab'"},
      {"'a\\tb'.expandtabs(tabsize=2)", "'a b'"},
      {"'a\\tb'.expandtabs('x')", "error[template-type]"},
      {"'a\\tb'.expandtabs(4294967296)", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(StringLayoutTest, RefusesAWidthOverTheLimitBeforeItAllocates) {
  for (const std::string_view expression :
       {"'a'.center(4611686018427387904)", "'a'.ljust(9223372036854775807, 'é')",
        "'a'.rjust(4611686018427387904)", "'a'.zfill(4611686018427387904)",
        "'\\t\\t'.expandtabs(2147483647)"}) {
    TestExpression test;
    const uint64_t before = test.cx().meter().bytes_left();
    test.Evaluate(expression);
    EXPECT_EQ(test.cx().heap().exhausted(), Exhausted::kString) << expression;
    EXPECT_GT(before, 0u);
  }
}

}  // namespace
}  // namespace galley
