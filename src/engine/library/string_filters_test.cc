#include "engine/library/library_testing.h"

namespace galley {
namespace {

TEST(StringFiltersTest, ChangeLettersOfAnyText) {
  constexpr Row kRows[] = {
      {"'foo BAR'|capitalize", "'Foo bar'"},
      {"'FOO'|lower", "'foo'"},
      {"'foo'|upper", "'FOO'"},
      {"5|upper", "'5'"},
      {"none|upper", "'NONE'"},
      {"[1, 'a']|upper", "\"[1, 'A']\""},
      {"missing|upper", "''"},
      {"markup('a')|upper", "Markup('A')"},
  };
  ExpectRows(kRows);
}

// Some filters can write what they give; that is the same text.
TEST(StringFiltersTest, WriteWhatTheyGive) {
  int writers = 0;
  for (const std::string_view name : FilterNames()) {
    const Builtin& filter = *FindFilter(name);
    if (!filter.write) continue;
    ++writers;
    EXPECT_TRUE(filter.parameters.empty()) << name;
    for (const std::string_view text : {"", "fOo", "foo BAR baz and MORE of it", "straße ΑΣ ǆ"}) {
      Heap heap{Limits()};
      const RenderPolicy policy;
      CallContext cx(&heap, &policy);
      const Value operand = Value::String(text);
      const Value made = filter.function(cx, {&operand, 1});
      BufferWriter out;
      filter.write(cx, text, &out);
      EXPECT_EQ(out.view(), made.as_string()) << name;
      EXPECT_FALSE(cx.stopped());
    }
  }
  EXPECT_EQ(writers, 3);
}

TEST(StringFiltersTest, TitleStartsWordsAtBlanksAndBrackets) {
  constexpr Row kRows[] = {
      {"'foo bar'|title", "'Foo Bar'"},
      {"\"foo's bar\"|title", "\"Foo's Bar\""},
      {"'foo   bar-baz (qux) {a} [b] <c>'|title", "'Foo   Bar-Baz (Qux) {A} [B] <C>'"},
      {"'f bar f'|title", "'F Bar F'"},
      {"'ßa ΑΣ'|title", "'SSa Ασ'"},
      {"'FOO\\tBAR'|title", "'Foo\\tBar'"},
      {"'ǆa'|title", "'Ǆa'"},
      {"markup('foo')|title", "'Foo'"},
      {"5|title", "'5'"},
  };
  ExpectRows(kRows);
}

TEST(StringFiltersTest, Trims) {
  constexpr Row kRows[] = {
      {"'  foo '|trim", "'foo'"},
      {"'..foo..'|trim('.')", "'foo'"},
      {"'foo'|trim(chars='f')", "'oo'"},
      {"'foo'|trim(none)", "'foo'"},
      {"'foo'|trim(5)", "error[template-type]"},
      {"5|trim", "'5'"},
      {"markup(' a ')|trim", "Markup('a')"},
      {"missing|trim", "''"},
  };
  ExpectRows(kRows);
}

TEST(StringFiltersTest, ReplaceWorksOnPlainTextWithoutEscaping) {
  constexpr Row kRows[] = {
      {"'Hello World'|replace('Hello', 'Goodbye')", "'Goodbye World'"},
      {"'aaaaargh'|replace('a', \"d'oh, \", 2)", "\"d'oh, d'oh, aaargh\""},
      {"'foo'|replace('o', 42)", "'f4242'"},
      {"markup('<a>')|replace('<', markup('&'))", "'&a>'"},
      {"'ab'|replace('a', 'b', none)", "'bb'"},
      {"'ab'|replace('a', 'b', 'x')", "error[template-type]"},
      {"'a'|replace('a')", "error[template-type]"},
      {"missing|replace('', 'x')", "'x'"},
      {"12321|replace(2, 'x')", "'1x3x1'"},
  };
  ExpectRows(kRows);
}

TEST(StringFiltersTest, ReplaceEscapesWhereOutputIsEscaped) {
  constexpr Row kRows[] = {
      {"'<foo>'|replace('<', '[')", "'[foo>'"},
      {"markup('<foo>')|replace('<', '[')", "Markup('<foo>')"},
      {"markup('&lt;foo')|replace('<', '[')", "Markup('[foo')"},
      {"'<foo>'|replace('o', markup('<b>'))", "Markup('&lt;f<b><b>&gt;')"},
      {"'<foo>'|replace(markup('&lt;'), 'x')", "Markup('xfoo&gt;')"},
  };
  ExpectRows(kRows, {}, /*autoescape=*/true);
}

TEST(StringFiltersTest, FormatTakesPositionalOrNamedValues) {
  constexpr Row kRows[] = {
      {"'%s|%s'|format('a', 'b')", "'a|b'"},
      {"'%(a)s'|format(a=3)", "'3'"},
      {"'%s'|format(1, a=2)", "error[template-type]"},
      {"'%d%%'|format(5)", "'5%'"},
      {"'abc'|format()", "'abc'"},
      {"'abc'|format(1)", "error[template-type]"},
      {"markup('<%s>')|format('<')", "Markup('<&lt;>')"},
  };
  ExpectRows(kRows);
}

TEST(StringFiltersTest, Filesizeformat) {
  constexpr Row kRows[] = {
      {"1|filesizeformat", "'1 Byte'"},
      {"0|filesizeformat", "'0 Bytes'"},
      {"999|filesizeformat", "'999 Bytes'"},
      {"1000|filesizeformat", "'1.0 kB'"},
      {"1024|filesizeformat(true)", "'1.0 KiB'"},
      {"1023|filesizeformat(binary=true)", "'1023 Bytes'"},
      {"123456789|filesizeformat", "'123.5 MB'"},
      {"1e24|filesizeformat", "'1000.0 ZB'"},
      {"1e28|filesizeformat", "'10000.0 YB'"},
      {"-5.7|filesizeformat", "'-5 Bytes'"},
      {"'13'|filesizeformat", "'13 Bytes'"},
      {"'inf'|filesizeformat", "'inf YB'"},
      {"'-inf'|filesizeformat", "error[template-type]"},
      {"'x'|filesizeformat", "error[template-type]"},
      {"none|filesizeformat", "error[template-type]"},
      {"missing|filesizeformat", "error[undefined-variable]"},
      {"true|filesizeformat", "'1 Byte'"},
  };
  ExpectRows(kRows);
}

}  // namespace
}  // namespace galley
