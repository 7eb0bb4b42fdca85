#include "engine/library/library_testing.h"

namespace galley {
namespace {

TEST(StringTestsTest, LooksAtEveryCharacter) {
  constexpr Row kRows[] = {
      {"'abé日'.isalpha()", "True"},     {"'ab1'.isalpha()", "False"},
      {"'ab1'.isalnum()", "True"},       {"'ab_'.isalnum()", "False"},
      {"'12٣'.isdecimal()", "True"},     {"'²'.isdecimal()", "False"},
      {"'²'.isdigit()", "True"},         {"'½'.isdigit()", "False"},
      {"'½Ⅷ'.isnumeric()", "True"},      {"' \\t\\n'.isspace()", "True"},
      {"'a b'.isspace()", "False"},      {"'abc'.isascii()", "True"},
      {"'é'.isascii()", "False"},        {"'a b'.isprintable()", "True"},
      {"'a\\n'.isprintable()", "False"},
  };
  ExpectRows(kRows);
}

TEST(StringTestsTest, AnswersForTheEmptyString) {
  constexpr Row kRows[] = {
      {"''.isalpha()", "False"},      {"''.isalnum()", "False"},   {"''.isdecimal()", "False"},
      {"''.isdigit()", "False"},      {"''.isnumeric()", "False"}, {"''.isspace()", "False"},
      {"''.isupper()", "False"},      {"''.islower()", "False"},   {"''.istitle()", "False"},
      {"''.isidentifier()", "False"}, {"''.isascii()", "True"},    {"''.isprintable()", "True"},
  };
  ExpectRows(kRows);
}

TEST(StringTestsTest, JudgesCaseByLettersOnly) {
  constexpr Row kRows[] = {
      {"'AB1'.isupper()", "True"},   {"'Ab'.isupper()", "False"},    {"'123'.isupper()", "False"},
      {"'ǅ'.isupper()", "False"},    {"'ab!'.islower()", "True"},    {"'aB'.islower()", "False"},
      {"'Ab Cd'.istitle()", "True"}, {"'Ab cd'.istitle()", "False"}, {"'ABc'.istitle()", "False"},
      {"'ǅab'.istitle()", "True"},
  };
  ExpectRows(kRows);
}

TEST(StringTestsTest, KnowsIdentifiers) {
  constexpr Row kRows[] = {
      {"'a1_b'.isidentifier()", "True"}, {"'_'.isidentifier()", "True"},
      {"'1a'.isidentifier()", "False"},  {"'a-b'.isidentifier()", "False"},
      {"'élan'.isidentifier()", "True"},
  };
  ExpectRows(kRows);
}

}  // namespace
}  // namespace galley
