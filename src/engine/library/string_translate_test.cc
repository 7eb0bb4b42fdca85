#include "engine/library/library_testing.h"

namespace galley {
namespace {

TEST(StringTranslateTest, MapsByCodePoint) {
  constexpr Row kRows[] = {
      {"'abcd'.translate({97: 'x', 98: none, 99: 100})", "'xdd'"},
      {"'aé日'.translate({233: 'e', 26085: 'ni'})", "'aeni'"},
      {"'abc'.translate({'a': 'x'})", "'abc'"},
      {"'ab'.translate({97: 'xyz'})", "'xyzb'"},
      {"''.translate(none)", "''"},
  };
  ExpectRows(kRows);
}

TEST(StringTranslateTest, TakesListsForTables) {
  constexpr Row kRows[] = {
      {"'\\t\\n'.translate(['a','a','a','a','a','a','a','a','a','b','c'])", "'bc'"},
      {"'ab'.translate([])", "'ab'"},
      {"'ab'.translate('x')", "'ab'"},
      {"'ab'.translate(5)", "error[template-type]"},
      {"'ab'.translate(none)", "error[template-type]"},
      {"'ab'.translate(missing)", "error[undefined-variable]"},
  };
  ExpectRows(kRows);
}

TEST(StringTranslateTest, RefusesWhatIsNoCharacter) {
  constexpr Row kRows[] = {
      {"'a'.translate({97: 1.5})", "error[template-type]"},
      {"'a'.translate({97: 1114112})", "error[template-type]"},
      {"'a'.translate({97: -1})", "error[template-type]"},
      {"'a'.translate({97: 55296})", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(StringTranslateTest, KeepsMarkup) {
  constexpr Row kRows[] = {
      {"markup('ab').translate({97: '<'})", "Markup('<b')"},
      {"'ab'.translate({97: markup('<')})", "'<b'"},
  };
  ExpectRows(kRows);
}

TEST(StringTranslateTest, MakesTables) {
  constexpr Row kRows[] = {
      {"''.maketrans('ab', 'xy')", "{97: 120, 98: 121}"},
      {"''.maketrans('ab', 'xy', 'cé')", "{97: 120, 98: 121, 99: None, 233: None}"},
      {"''.maketrans('aa', 'xy')", "{97: 121}"},
      {"''.maketrans({'a': 'x', 98: none})", "{97: 'x', 98: None}"},
      {"'abc'.translate(''.maketrans('abc', 'xyz'))", "'xyz'"},
      {"''.maketrans('ab', 'x')", "error[template-type]"},
      {"''.maketrans({'ab': 'x'})", "error[template-type]"},
      {"''.maketrans({1.5: 'x'})", "error[template-type]"},
      {"''.maketrans('ab')", "error[template-type]"},
      {"''.maketrans([1])", "error[template-type]"},
  };
  ExpectRows(kRows);
}

}  // namespace
}  // namespace galley
