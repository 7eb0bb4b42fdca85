#include "engine/library/library_testing.h"

namespace galley {
namespace {

TEST(BraceFormatTest, FillsFieldsByPositionAndName) {
  constexpr Row kRows[] = {
      {"'{} {}'.format('a', 1)", "'a 1'"},
      {"'{1} {0} {1}'.format('a', 'b')", "'b a b'"},
      {"'{a} {b}'.format(a=1, b='x')", "'1 x'"},
      {"'{} {a}'.format(1, a=2)", "'1 2'"},
      {"'{{}} {{{}}}'.format(1)", "'{} {1}'"},
      {"'abc'.format(1, 2)", "'abc'"},
      {"'{}'.format()", "error[template-type]"},
      {"'{a}'.format(b=1)", "error[template-type]"},
      {"'{0}{}'.format(1, 2)", "error[template-type]"},
      {"'{}{0}'.format(1, 2)", "error[template-type]"},
      {"'{٠}'.format(7)", "'7'"},
  };
  ExpectRows(kRows);
}

TEST(BraceFormatTest, LooksIntoData) {
  constexpr Row kRows[] = {
      {"'a{0.foo}b'.format({'foo': 42})", "'a42b'"},
      {"'{0[foo]} {0[1]}'.format({'foo': 'x', 1: 'y'})", "'x y'"},
      {"'{a[0]} {a[1].b}'.format(a=[1, {'b': 2}])", "'1 2'"},
      {"'{0[a.b]}'.format({'a.b': 1})", "'1'"},
      {"'{0.x}|'.format({})", "'|'"},
      {"'{0[9]}|'.format([1])", "'|'"},
      {"'{0.x.y}'.format({})", "error[undefined-variable]"},
      {"'{0.x.y}'.format(missing)", "error[undefined-variable]"},
  };
  ExpectRows(kRows);
}

TEST(BraceFormatTest, Converts) {
  constexpr Row kRows[] = {
      {"'{!r} {!s} {!a}'.format('é', 'é', 'é')", "\"'é' é '\\\\xe9'\""},
      {"'{0!r:>6}|'.format('a')", "\"   'a'|\""},
      {"'{!x}'.format(1)", "error[template-type]"},
      {"'{!r'.format(1)", "error[template-type]"},
      {"'{!}'.format(1)", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(BraceFormatTest, ExpandsFieldsInSpecificationsOnce) {
  constexpr Row kRows[] = {
      {"'{:{}}|'.format('a', 5)", "'a    |'"},
      {"'{:{w}.{p}f}'.format(3.14159, w=8, p=2)", "'    3.14'"},
      {"'{0:{1}{2}}'.format(5, '>', 4)", "'   5'"},
      {"'{:{:{}}}'.format(1, 2, 3)", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(BraceFormatTest, RefusesBrokenFields) {
  constexpr Row kRows[] = {
      {"'{'.format(1)", "error[template-type]"},
      {"'}'.format(1)", "error[template-type]"},
      {"'{0'.format(1)", "error[template-type]"},
      {"'{0[}'.format([1])", "error[template-type]"},
      {"'{0[]}'.format([1])", "error[template-type]"},
      {"'{0.}'.format(1)", "error[template-type]"},
      {"'{0[0]x}'.format([1])", "error[template-type]"},
      {"'{a{b}}'.format(a=1)", "error[template-type]"},
      {"'{99999999999999999999}'.format(1)", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(BraceFormatTest, MarkupEscapesItsValues) {
  constexpr Row kRows[] = {
      {"markup('a{0.foo}b{1}').format({'foo': 42}, '<foo>')", "Markup('a42b&lt;foo&gt;')"},
      {"markup('{}').format(markup('<'))", "Markup('<')"},
      {"markup('{!s}').format(markup('<'))", "Markup('&lt;')"},
      {"markup('{:>5}').format('<')", "Markup('    &lt;')"},
      {"markup('{:5}').format(markup('<'))", "error[template-type]"},
      {"markup('<{a}>').format_map({'a': '<'})", "Markup('<&lt;>')"},
  };
  ExpectRows(kRows);
}

TEST(BraceFormatTest, FormatMapTakesOneMap) {
  constexpr Row kRows[] = {
      {"'a{x.foo}b'.format_map({'x': {'foo': 42}})", "'a42b'"},
      {"'{a}'.format_map({})", "error[template-type]"},
      {"'{0}'.format_map({})", "error[template-type]"},
      {"'{a}'.format_map([1])", "error[template-type]"},
      {"'{a}'.format_map(missing)", "error[undefined-variable]"},
      {"'x'.format_map()", "error[template-type]"},
      {"'x'.format_map({}, {})", "error[template-type]"},
      {"'x'.format_map(mapping={})", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(BraceFormatTest, FindsNoMethods) {
  EXPECT_EQ(Give("'{0.upper}|'.format('x')"), "'|'");
  EXPECT_EQ(Give("'{0.items}'.format({'items': 7})"), "'7'");
  EXPECT_EQ(Give("'{0[items]}|'.format({})"), "'|'");
  EXPECT_EQ(Give("'{0.__class__}|'.format('x')"), "'|'");
  EXPECT_EQ(Give("'{0.__class__.__mro__}'.format('x')").substr(0, 25), "error[undefined-variable]");
}

}  // namespace
}  // namespace galley
