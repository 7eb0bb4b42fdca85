#include "engine/library/library_testing.h"

namespace galley {
namespace {

TEST(StringSearchTest, FindsInCodePoints) {
  constexpr Row kRows[] = {
      {"'abcabc'.find('c')", "2"},     {"'abcabc'.rfind('c')", "5"}, {"'日本語'.find('語')", "2"},
      {"'日本語日'.rfind('日')", "3"}, {"'abc'.find('z')", "-1"},    {"'abc'.find('')", "0"},
      {"'abc'.rfind('')", "3"},        {"'aaa'.count('aa')", "1"},   {"'日日'.count('')", "3"},
  };
  ExpectRows(kRows);
}

TEST(StringSearchTest, TakesStartAndEndAsSlicesDo) {
  constexpr Row kRows[] = {
      {"'abcabc'.find('a', 1)", "3"},
      {"'abcabc'.find('c', 0, 2)", "-1"},
      {"'abcabc'.find('a', -3)", "3"},
      {"'abcabc'.rfind('a', 0, -3)", "0"},
      {"'abc'.find('', 3)", "3"},
      {"'abc'.find('', 4)", "-1"},
      {"'abc'.count('', 1, 2)", "2"},
      {"'abc'.count('', 2, 1)", "0"},
      {"'abc'.find('c', none, none)", "2"},
      {"'日本語'.startswith('本', 1)", "True"},
      {"'日本語'.endswith('本', 0, 2)", "True"},
      {"'abc'.startswith('', 4)", "False"},
      {"'abc'.find('a', 'x')", "error[template-type]"},
      {"'abc'.find('a', 1.0)", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(StringSearchTest, IndexFailsWhereFindGivesMinusOne) {
  constexpr Row kRows[] = {
      {"'abc'.index('b')", "1"},
      {"'abc'.rindex('b')", "1"},
      {"'abc'.index('z')", "error[template-type]"},
      {"'abc'.rindex('z')", "error[template-type]"},
      {"'abc'.index(1)", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(StringSearchTest, StartswithTakesATuple) {
  constexpr Row kRows[] = {
      {"'abc'.startswith('ab')", "True"},
      {"'abc'.startswith(('x', 'a'))", "True"},
      {"'abc'.endswith(('x', 'bc'))", "True"},
      {"'abc'.endswith(())", "False"},
      {"'abc'.startswith(('a', 1))", "True"},
      {"'abc'.startswith((1, 'a'))", "error[template-type]"},
      {"'abc'.startswith(['a'])", "error[template-type]"},
      {"'abc'.startswith(missing)", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(StringSearchTest, Partitions) {
  constexpr Row kRows[] = {
      {"'a=b=c'.partition('=')", "('a', '=', 'b=c')"},
      {"'a=b=c'.rpartition('=')", "('a=b', '=', 'c')"},
      {"'abc'.partition('=')", "('abc', '', '')"},
      {"'abc'.rpartition('=')", "('', '', 'abc')"},
      {"'abc'.partition('')", "error[template-type]"},
      {"'abc'.partition(1)", "error[template-type]"},
      {"markup('a<b').partition('<')", "(Markup('a<b'), Markup(''), Markup(''))"},
      {"markup('a&lt;b').partition('<')", "(Markup('a'), Markup('&lt;'), Markup('b'))"},
      {"markup('a1b').partition(1)", "(Markup('a'), Markup('1'), Markup('b'))"},
      {"'a=b'.partition(markup('='))", "('a', Markup('='), 'b')"},
  };
  ExpectRows(kRows);
}

TEST(StringSearchTest, RemovesPrefixAndSuffix) {
  constexpr Row kRows[] = {
      {"'abc'.removeprefix('ab')", "'c'"},
      {"'abc'.removeprefix('b')", "'abc'"},
      {"'abc'.removesuffix('bc')", "'a'"},
      {"'abc'.removesuffix('')", "'abc'"},
      {"markup('abc').removeprefix('a')", "'bc'"},
      {"'abc'.removeprefix(('a',))", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(StringSearchTest, Replaces) {
  constexpr Row kRows[] = {
      {"'aXbXc'.replace('X', '--')", "'a--b--c'"},
      {"'aXbXc'.replace('X', '')", "'abc'"},
      {"'aXbXc'.replace('X', 'Y')", "'aYbYc'"},
      {"'aXbXc'.replace('X', 'Y', 1)", "'aYbXc'"},
      {"'aXbXc'.replace('X', 'Y', 0)", "'aXbXc'"},
      {"'aXbXc'.replace('X', 'Y', -5)", "'aYbYc'"},
      {"'aaaa'.replace('aa', 'b')", "'bb'"},
      {"'日本'.replace('', '-')", "'-日-本-'"},
      {"'日本'.replace('', '-', 2)", "'-日-本'"},
      {"''.replace('', 'x')", "'x'"},
      {"'abc'.replace('z', 'y')", "'abc'"},
      {"'abc'.replace(1, 'y')", "error[template-type]"},
      {"'abc'.replace('a', 'b', none)", "error[template-type]"},
      {"'abc'.replace(old='a', new='b')", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(StringSearchTest, MarkupEscapesWhatItReplaces) {
  constexpr Row kRows[] = {
      {"markup('a&lt;c').replace('<', 'x')", "Markup('axc')"},
      {"markup('abc').replace('b', '<')", "Markup('a&lt;c')"},
      {"markup('abc').replace('b', markup('<'))", "Markup('a<c')"},
      {"'abc'.replace('b', markup('<'))", "'a<c'"},
  };
  ExpectRows(kRows);
}

}  // namespace
}  // namespace galley
