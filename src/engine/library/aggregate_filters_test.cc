#include "engine/library/library_testing.h"

namespace galley {
namespace {

TEST(AggregateFiltersTest, MaxAndMin) {
  constexpr Row kRows[] = {
      {"[1, 3, 2]|max", "3"},
      {"[1, 3, 2]|min", "1"},
      {"['b', 'A']|max", "'b'"},
      {"['b', 'A', 'a']|min", "'A'"},
      {"['a', 'A']|min(true)", "'A'"},
      {"[{'n': 'bob', 'v': 2, 'g': 'x'}, {'n': 'Al', 'v': 1, 'g': 'Y'}, {'n': 'cy', 'v': 3, 'g': "
       "'X'}]|max(attribute='v')",
       "{'n': 'cy', 'v': 3, 'g': 'X'}"},
      {"[{'n': 'bob', 'v': 2, 'g': 'x'}, {'n': 'Al', 'v': 1, 'g': 'Y'}, {'n': 'cy', 'v': 3, 'g': "
       "'X'}]|min(attribute='n')",
       "{'n': 'Al', 'v': 1, 'g': 'Y'}"},
      {"[]|max", "Undefined"},
      {"[]|min", "Undefined"},
      {"''|max", "Undefined"},
      {"[1, 'a']|max", "error[template-type]"},
      {"[none, none]|max", "error[template-type]"},
      {"[none]|max", "None"},
      {"missing|max", "Undefined"},
      {"1|max", "error[template-type]"},
      {"{'a': 1, 'B': 2}|max", "'B'"},
      {"[1, 1.0, true]|max", "1"},
  };
  ExpectRows(kRows);
}

TEST(AggregateFiltersTest, Sum) {
  constexpr Row kRows[] = {
      {"[1, 2]|sum", "3"},
      {"[1, 2.5]|sum", "3.5"},
      {"[]|sum", "0"},
      {"[1]|sum(start=10)", "11"},
      {"[{'n': 'bob', 'v': 2, 'g': 'x'}, {'n': 'Al', 'v': 1, 'g': 'Y'}, {'n': 'cy', 'v': 3, 'g': "
       "'X'}]|sum(attribute='v')",
       "6"},
      {"[{'n': 'bob', 'v': 2, 'g': 'x'}, {'n': 'Al', 'v': 1, 'g': 'Y'}, {'n': 'cy', 'v': 3, 'g': "
       "'X'}]|sum('v', 0.5)",
       "6.5"},
      {"['a']|sum", "error[template-type]"},
      {"[[1], [2]]|sum(start=[])", "[1, 2]"},
      {"['a']|sum(start='')", "error[template-type]"},
      {"[none]|sum", "error[template-type]"},
      {"[missing]|sum", "error[undefined-variable]"},
      {"missing|sum", "0"},
      {"1|sum", "error[template-type]"},
      {"[9223372036854775807, 1]|sum", "error[template-type]"},
      {"[true, true]|sum", "2"},
      {"[0.1, 0.2, 0.3]|sum", "0.6000000000000001"},
  };
  ExpectRows(kRows);
}

}  // namespace
}  // namespace galley
