#include "engine/library/library_testing.h"

namespace galley {
namespace {

TEST(PercentFormatTest, WritesIntegers) {
  constexpr Row kRows[] = {
      {"'%d|%i|%u' % (1, -2, 3)", "'1|-2|3'"},
      {"'%5d|%-5d|%05d|%+d|% d' % (1, 2, 3, 4, 5)", "'    1|2    |00003|+4| 5'"},
      {"'%x|%X|%o|%#x|%#X|%#o' % (255, 255, 8, 255, 255, 8)", "'ff|FF|10|0xff|0XFF|0o10'"},
      {"'%.5d|%#.5x|%#010x|%08.5d' % (-3, 255, 255, 3)", "'-00003|0x000ff|0x000000ff|00000003'"},
      {"'%d|%d' % (true, -1.9)", "'1|-1'"},
      {"'%d' % 1e21", "'1000000000000000000000'"},
      {"'%x' % -255", "'-ff'"},
      {"'%x' % 1.5", "error[template-type]"},
      {"'%d' % '5'", "error[template-type]"},
      {"'%d' % none", "error[template-type]"},
      {"'%d' % missing", "error[undefined-variable]"},
      {"'%d' % ('inf'|float)", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(PercentFormatTest, WritesFloats) {
  constexpr Row kRows[] = {
      {"'%f|%e|%g|%E|%G' % (1.5, 1.5, 1.5, 1e-10, 1e-10)",
       "'1.500000|1.500000e+00|1.5|1.000000E-10|1E-10'"},
      {"'%.2f|%.0f|%#.0f|%5.1f|%-7.1f|%07.2f' % (1.005, 2.5, 2, 1, 1, -1)",
       "'1.00|2|2.|  1.0|1.0    |-001.00'"},
      {"'%g|%g|%#g|%.3g|%g' % (100000, 1000000, 1.0, 1234567, 1e-5)",
       "'100000|1e+06|1.00000|1.23e+06|1e-05'"},
      {"'%.20f' % 0.1", "'0.10000000000000000555'"},
      {"'%f|%F|%010f|%+f' % ('inf'|float, 'inf'|float, 'inf'|float, 1)",
       "'inf|INF|0000000inf|+1.000000'"},
      {"'%f' % true", "'1.000000'"},
      {"'%f' % 'x'", "error[template-type]"},
      {"'%f' % missing", "error[undefined-variable]"},
  };
  ExpectRows(kRows);
}

TEST(PercentFormatTest, WritesText) {
  constexpr Row kRows[] = {
      {"'%s|%r|%a' % ('é', 'é', 'é')", "\"é|'é'|'\\\\xe9'\""},
      {"'%5s|%-5s|%.2s|%5.1s|%05s' % ('a', 'b', 'cde', 'fg', 'h')", "'    a|b    |cd|    f|    h'"},
      {"'%s %s' % ([1, 'a'], none)", "\"[1, 'a'] None\""},
      {"'%c|%c|%3c' % ('日', 8364, 'x')", "'日|€|  x'"},
      {"'%s%%' % 5", "'5%'"},
      {"'%c' % 'ab'", "error[template-type]"},
      {"'%c' % 1114112", "error[template-type]"},
      {"'%c' % 1.5", "error[template-type]"},
      {"'%s' % missing", "''"},
  };
  ExpectRows(kRows);
}

TEST(PercentFormatTest, TakesWidthAndPrecisionFromTheValues) {
  constexpr Row kRows[] = {
      {"'%*d|%-*d|%*d' % (4, 1, 4, 2, -4, 3)", "'   1|2   |3   '"},
      {"'%.*f|%.*f' % (2, 1.239, -2, 1.239)", "'1.24|1'"},
      {"'%*d' % ('a', 1)", "error[template-type]"},
      {"'%*d' % (4,)", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(PercentFormatTest, LooksUpNamedFields) {
  constexpr Row kRows[] = {
      {"'%(a)s %(b)05.1f' % {'a': 'x', 'b': 2}", "'x 002.0'"},
      {"'%((x))s' % {'(x)': 1}", "'1'"},
      {"'%(a)s' % {}", "error[template-type]"},
      {"'%(a)s' % [1]", "error[template-type]"},
      {"'%(a)s' % 'x'", "error[template-type]"},
      {"'%(a)s' % missing", "error[undefined-variable]"},
      {"'%(a)s %s' % {'a': 1}", "error[template-type]"},
      {"'%s %(a)s' % {'a': 1}", "\"{'a': 1} 1\""},
      {"'%(a' % {'a': 1}", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(PercentFormatTest, CountsValues) {
  constexpr Row kRows[] = {
      {"'abc' % ()", "'abc'"},
      {"'abc' % []", "'abc'"},
      {"'abc' % {}", "'abc'"},
      {"'abc' % missing", "'abc'"},
      {"'abc' % 5", "error[template-type]"},
      {"'abc' % 'x'", "error[template-type]"},
      {"'%s' % (1, 2)", "error[template-type]"},
      {"'%s %s' % 1", "error[template-type]"},
      {"'%s' % ()", "error[template-type]"},
      {"'%s' % ((1, 2),)", "'(1, 2)'"},
  };
  ExpectRows(kRows);
}

TEST(PercentFormatTest, RefusesBrokenFields) {
  constexpr Row kRows[] = {
      {"'%' % 1", "error[template-type]"},
      {"'%5' % 1", "error[template-type]"},
      {"'%y' % 1", "error[template-type]"},
      {"'%lld' % 1", "error[template-type]"},
      {"'%ld' % 1", "'1'"},
      {"'%5%' % ()", "error[template-type]"},
      {"'%99999999999999999999d' % 1", "error[template-type]"},
      {"'%.99999999999d' % 1", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(PercentFormatTest, MarkupEscapesItsValues) {
  constexpr Row kRows[] = {
      {"markup('<%s>') % '<'", "Markup('<&lt;>')"},
      {"markup('%s') % markup('<')", "Markup('<')"},
      {"markup('%(a)s') % {'a': '<'}", "Markup('&lt;')"},
      {"markup('%r|%a') % ('<', 'é<')", "Markup('&#39;&lt;&#39;|&#39;\\\\xe9&lt;&#39;')"},
      {"markup('%5s|%.2s') % ('<', '<')", "Markup(' &lt;|&l')"},
      {"markup('%d|%f') % ('12', '1.5')", "Markup('12|1.500000')"},
      {"markup('%d') % 'x'", "error[template-type]"},
      {"markup('%x') % 12", "error[template-type]"},
      {"markup('%*d') % (4, 1)", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(PercentFormatTest, StrictUndefinedHasNoText) {
  constexpr Row kRows[] = {
      {"'%s' % missing", "error[undefined-variable]"},
      {"'%r' % [missing]", "'[Undefined]'"},
      {"'%d' % missing", "error[undefined-variable]"},
  };
  ExpectRows(kRows, PolicyOf(UndefinedPolicy::kStrict));
}

TEST(PercentFormatTest, WritesTheLowestInteger) {
  EXPECT_EQ(Give("'%d' % lowest"), "'-9223372036854775808'");
  EXPECT_EQ(Give("'%x' % lowest"), "'-8000000000000000'");
}

TEST(PercentFormatTest, RefusesAWidthOverTheLimitBeforeItAllocates) {
  for (const std::string_view expression :
       {"'%99999999999d' % 1", "'%*d' % (lowest, 1)", "'%.2147483647f' % 1.5",
        "'%.2147483647d' % 1", "'%-99999999999s' % 'a'"}) {
    TestExpression test;
    test.Evaluate(expression);
    EXPECT_EQ(test.cx().heap().exhausted(), Exhausted::kString) << expression;
  }
}

}  // namespace
}  // namespace galley
