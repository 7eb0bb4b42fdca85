#include "engine/library/library_testing.h"

namespace galley {
namespace {

TEST(TextFiltersTest, Centers) {
  constexpr Row kRows[] = {
      {"'foo'|center(9)", "'   foo   '"},
      {"'foo'|center",
       "'                                      foo                                       '"},
      {"5|center(3)", "' 5 '"},
      {"markup('a')|center(3)", "Markup(' a ')"},
      {"'a'|center('x')", "error[template-type]"},
      {"missing|center(2)", "'  '"},
  };
  ExpectRows(kRows);
}

TEST(TextFiltersTest, IndentsLinesButTheFirstAndBlankOnes) {
  constexpr Row kRows[] = {
      {"'a\\nb\\n\\nc'|indent", "'a\\n    b\\n\\n    c'"},
      {"'a\\nb\\n\\nc'|indent(2)", "'a\\n  b\\n\\n  c'"},
      {"'a\\nb\\n\\nc'|indent(2, true)", "'  a\\n  b\\n\\n  c'"},
      {"'a\\nb\\n\\nc'|indent(2, blank=true)", "'a\\n  b\\n  \\n  c'"},
      {"'a\\nb\\n\\nc'|indent(2, true, true)", "'  a\\n  b\\n  \\n  c'"},
      {"'a\\nb'|indent('> ')", "'a\\n> b'"},
      {"'a\\nb\\n'|indent(2)", "'a\\n  b\\n'"},
      {"'a\\nb\\n'|indent(2, blank=true)", "'a\\n  b\\n  '"},
      {"'a\\r\\nb\\r'|indent(2)", "'a\\n  b'"},
      {"''|indent(2, true, true)", "'  '"},
      {"'a\\nb'|indent(-1)", "'a\\nb'"},
      {"'a\\nb'|indent(true)", "'a\\n b'"},
      {"'a\\nb'|indent(1.5)", "error[template-type]"},
      {"'a\\nb'|indent(missing)", "error[undefined-variable]"},
      {"5|indent", "error[template-type]"},
      {"missing|indent", "error[undefined-variable]"},
  };
  ExpectRows(kRows);
}

TEST(TextFiltersTest, IndentKeepsMarkup) {
  constexpr Row kRows[] = {
      {"markup('<\\n<')|indent('<')", "Markup('<\\n<<')"},
      {"'<\\n<'|indent(markup('<b>'))", "'<\\n<b>&lt;'"},
      {"'<\\n<'|indent(markup('<b>'), true)", "Markup('<b>&lt;\\n&lt;b&gt;&amp;lt;')"},
      {"'<\\n<'|indent(markup('<b>'), blank=true)", "Markup('&lt;\\n<b>&lt;')"},
      {"'<\\n<'|indent(markup('<b>'), true, true)", "Markup('<b>&lt;\\n<b>&lt;')"},
  };
  ExpectRows(kRows);
}

TEST(TextFiltersTest, TruncatesBetweenWords) {
  constexpr Row kRows[] = {
      {"'foo bar baz qux'|truncate(9)", "'foo...'"},
      {"'foo bar baz qux'|truncate(9, true)", "'foo ba...'"},
      {"'foo bar baz qux'|truncate(11)", "'foo bar baz qux'"},
      {"'foo bar baz qux'|truncate(11, false, '...', 0)", "'foo bar...'"},
      {"'foo bar baz qux'|truncate(11, leeway=0, end='')", "'foo bar'"},
      {"'foobarbazqux'|truncate(6, leeway=0)", "'foo...'"},
      {"'日本語日本語'|truncate(4, true, '…', 0)", "'日本語…'"},
      {"'foo bar'|truncate(2)", "error[template-type]"},
      {"'foo bar'|truncate(3, leeway=-1)", "error[template-type]"},
      {"'foo bar baz'|truncate(5.5, leeway=0)", "error[template-type]"},
      {"'foo'|truncate(5.5)", "'foo'"},
      {"'foo bar baz'|truncate(missing)", "error[undefined-variable]"},
      {"[1, 2]|truncate", "[1, 2]"},
      {"5|truncate", "error[template-type]"},
      {"missing|truncate", "Undefined"},
  };
  ExpectRows(kRows);
}

TEST(TextFiltersTest, TruncateEscapesWhatItAddsToMarkup) {
  constexpr Row kRows[] = {
      {"markup('foo bar baz qux')|truncate(6, true, '<', 0)", "Markup('foo b&lt;')"},
      {"'<foo bar baz qux'|truncate(6, true, markup('&hellip;'), 1)", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(TextFiltersTest, CountsWords) {
  constexpr Row kRows[] = {
      {"'foo bar-baz  _qux 1'|wordcount", "5"},
      {"\"don't\"|wordcount", "2"},
      {"'日本 語'|wordcount", "2"},
      {"''|wordcount", "0"},
      {"5.5|wordcount", "2"},
      {"none|wordcount", "1"},
      {"missing|wordcount", "0"},
  };
  ExpectRows(kRows);
}

TEST(TextFiltersTest, WrapsEachLine) {
  constexpr Row kRows[] = {
      {"'The quick brown fox jumps'|wordwrap(10)", "'The quick\\nbrown fox\\njumps'"},
      {"'The quick brown fox\\njumps over'|wordwrap(12, true, '|')",
       "'The quick|brown fox|jumps over'"},
      {"'a\\n\\nb'|wordwrap(5)", "'a\\n\\nb'"},
      {"'a b'|wordwrap(wrapstring=markup('<br>'), width=1)", "Markup('a<br>b')"},
      {"'<a b'|wordwrap(2, wrapstring=markup('<br>'))", "Markup('&lt;a<br>b')"},
      {"markup('<a b')|wordwrap(2)", "'<a\\nb'"},
      {"'abc'|wordwrap(0)", "error[template-type]"},
      {"''|wordwrap(0)", "''"},
      {"'abc'|wordwrap('x')", "error[template-type]"},
      {"'abc'|wordwrap(5, true, 5)", "error[template-type]"},
      {"5|wordwrap", "error[template-type]"},
      {"missing|wordwrap", "error[undefined-variable]"},
  };
  ExpectRows(kRows);
}

TEST(TextFiltersTest, WrapsWithTheNewlineSequenceOfTheTemplate) {
  RenderPolicy policy;
  policy.newline = "\r\n";
  EXPECT_EQ(Give("'a b'|wordwrap(1)", policy), "'a\\r\\nb'");
}

TEST(TextFiltersTest, IndentStopsAtTheLimitOfStrings) {
  TestExpression test;
  test.Evaluate("'a\\nb'|indent(4611686018427387904)");
  EXPECT_EQ(test.cx().heap().exhausted(), Exhausted::kString);
}

}  // namespace
}  // namespace galley
