#include "diag/wording.h"

#include <gtest/gtest.h>

namespace galley {
namespace {

TEST(WordingTest, OneIsTheOnlyNumberWithoutAnS) {
  EXPECT_EQ(Pluralize(0, "line"), "0 lines");
  EXPECT_EQ(Pluralize(1, "line"), "1 line");
  EXPECT_EQ(Pluralize(2, "line"), "2 lines");
}

TEST(WordingTest, PaintsTextWhereThereIsColour) {
  EXPECT_EQ(Colorize("ok", kGreen, Colour::kAlways), "\x1b[32mok\x1b[0m");
  EXPECT_EQ(Colorize("ok", kGreen, Colour::kNever), "ok");
  EXPECT_EQ(Colorize("", kGreen, Colour::kAlways), "");
}

}  // namespace
}  // namespace galley
