#include "engine/library/library_testing.h"

namespace galley {
namespace {

TEST(StringSplitTest, SplitsAtBlanks) {
  constexpr Row kRows[] = {
      {"'  a  b\\tc\\n'.split()", "['a', 'b', 'c']"},
      {"'  a  b c '.split(none, 1)", "['a', 'b c ']"},
      {"'  a  b c '.rsplit(none, 1)", "['  a  b', 'c']"},
      {"' a '.split(none, 0)", "['a ']"},
      {"'a\u00A0b\u2003c'.split()", "['a', 'b', 'c']"},
      {"''.split()", "[]"},
      {"'  '.split()", "[]"},
  };
  ExpectRows(kRows);
}

TEST(StringSplitTest, SplitsAtASeparator) {
  constexpr Row kRows[] = {
      {"'a,b,,c'.split(',')", "['a', 'b', '', 'c']"},
      {"'a,b,c'.split(',', 1)", "['a', 'b,c']"},
      {"'a,b,c'.rsplit(',', 1)", "['a,b', 'c']"},
      {"'a,b,c'.split(sep=',', maxsplit=0)", "['a,b,c']"},
      {"'aaa'.split('aa')", "['', 'a']"},
      {"'aaa'.rsplit('aa')", "['a', '']"},
      {"''.split(',')", "['']"},
      {"'a'.split('')", "error[template-type]"},
      {"'a'.split(1)", "error[template-type]"},
      {"'a,b'.split(',', 1.5)", "error[template-type]"},
      {"'a--b--c'.split('--')", "['a', 'b', 'c']"},
  };
  ExpectRows(kRows);
}

TEST(StringSplitTest, SplitsLines) {
  constexpr Row kRows[] = {
      {"'a\\nb\\r\\nc\\rd'.splitlines()", "['a', 'b', 'c', 'd']"},
      {"'a\\nb\\n'.splitlines()", "['a', 'b']"},
      {"'a\\n\\nb'.splitlines(true)", "['a\\n', '\\n', 'b']"},
      {"'a\u2028b\u0085c\013d'.splitlines()", "['a', 'b', 'c', 'd']"},
      {"''.splitlines()", "[]"},
      {"'\\n'.splitlines()", "['']"},
      {"'a'.splitlines(none)", "error[template-type]"},
      {"'a\\nb'.splitlines(keepends=1)", "['a\\n', 'b']"},
  };
  ExpectRows(kRows);
}

TEST(StringSplitTest, Strips) {
  constexpr Row kRows[] = {
      {"'  a b \\n'.strip()", "'a b'"},
      {"'  a '.lstrip()", "'a '"},
      {"' a  '.rstrip()", "' a'"},
      {"'\u00A0a\u3000'.strip()", "'a'"},
      {"'xyaxy'.strip('yx')", "'a'"},
      {"'éaéü'.strip('üé')", "'a'"},
      {"'aaa'.strip('a')", "''"},
      {"'a'.strip('')", "'a'"},
      {"'a'.strip(none)", "'a'"},
      {"'a'.strip(1)", "error[template-type]"},
      {"markup('&lt;a').strip('<')", "Markup('a')"},
  };
  ExpectRows(kRows);
}

TEST(StringSplitTest, Joins) {
  constexpr Row kRows[] = {
      {"', '.join(['a', 'b'])", "'a, b'"},
      {"''.join('日本')", "'日本'"},
      {"','.join([])", "''"},
      {"','.join({'a': 1, 'b': 2})", "'a,b'"},
      {"','.join(gen(['a', 'b']))", "'a,b'"},
      {"','.join(['a', 1])", "error[template-type]"},
      {"','.join(5)", "error[template-type]"},
      {"','.join(missing)", "''"},
      {"','.join([markup('<')])", "'<'"},
  };
  ExpectRows(kRows);
}

TEST(StringSplitTest, MarkupJoinsAnythingEscaped) {
  constexpr Row kRows[] = {
      {"markup('<br>').join([1, '<', markup('<')])", "Markup('1<br>&lt;<br><')"},
      {"markup(',').join([none, missing])", "Markup('None,')"},
      {"markup('<').split()", "[Markup('<')]"},
      {"markup('a<b').split('<')", "[Markup('a'), Markup('b')]"},
      {"markup('a\\nb').splitlines()", "[Markup('a'), Markup('b')]"},
  };
  ExpectRows(kRows);
}

}  // namespace
}  // namespace galley
