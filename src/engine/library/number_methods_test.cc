#include "engine/library/library_testing.h"

namespace galley {
namespace {

TEST(NumberMethodsTest, AreThoseOfPython) {
  constexpr Row kRows[] = {
      {"(5).bit_length()", "3"},       {"(0).bit_length()", "0"},
      {"(-8).bit_length()", "4"},      {"(lowest).bit_length()", "64"},
      {"(7).bit_count()", "3"},        {"true.bit_length()", "1"},
      {"(5).conjugate()", "5"},        {"(2.0).is_integer()", "True"},
      {"(2.5).is_integer()", "False"}, {"(2.5).conjugate()", "2.5"},
      {"(1).nosuch", "Undefined"},
  };
  ExpectRows(kRows);
}

}  // namespace
}  // namespace galley
