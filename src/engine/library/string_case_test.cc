#include "engine/library/library_testing.h"

namespace galley {
namespace {

TEST(StringCaseTest, MapsAscii) {
  constexpr Row kRows[] = {
      {"'Hello, World 1'.upper()", "'HELLO, WORLD 1'"},
      {"'Hello, World 1'.lower()", "'hello, world 1'"},
      {"'hello WORLD'.capitalize()", "'Hello world'"},
      {"'hello WORLD'.swapcase()", "'HELLO world'"},
      {"\"they're bill's\".title()", "\"They'Re Bill'S\""},
      {"'HELLO'.casefold()", "'hello'"},
      {"''.upper()", "''"},
      {"''.capitalize()", "''"},
      {"'1a'.capitalize()", "'1a'"},
  };
  ExpectRows(kRows);
}

TEST(StringCaseTest, MapsUnicodeInFull) {
  constexpr Row kRows[] = {
      {"'straße'.upper()", "'STRASSE'"},
      {"'ﬁn'.upper()", "'FIN'"},
      {"'ﬁn'.capitalize()", "'Fin'"},
      {"'ŉa'.title()", "'ʼNa'"},
      {"'İ'.lower()", "'i̇'"},
      {"'ǆ'.title()", "'ǅ'"},
      {"'ǆ'.upper()", "'Ǆ'"},
      {"'ΟΔΟΣ'.lower()", "'οδος'"},
      {"'ΣΑΣ ΑΣ.Α'.lower()", "'σας ασ.α'"},
      {"'ßẞ'.casefold()", "'ssss'"},
      {"'éÉ'.swapcase()", "'Éé'"},
  };
  ExpectRows(kRows);
}

TEST(StringCaseTest, KeepsMarkupWhereMarkupsafeDoes) {
  constexpr Row kRows[] = {
      {"markup('a').upper()", "Markup('A')"},    {"markup('A').lower()", "Markup('a')"},
      {"markup('a').title()", "Markup('A')"},    {"markup('a').capitalize()", "Markup('A')"},
      {"markup('a').swapcase()", "Markup('A')"}, {"markup('A').casefold()", "'a'"},
  };
  ExpectRows(kRows);
}

}  // namespace
}  // namespace galley
