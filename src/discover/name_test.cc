#include "discover/name.h"

#include <string>

#include <gtest/gtest.h>

namespace galley {
namespace {

bool IsValid(std::string_view name) { return FindNameFault(name, Limits()).empty(); }

TEST(FindNameFault, G17TakesWhatCanBeAName) {
  for (const char* name : {"s", "a/b/c", " a b ", "a.b", ".a", "..a", "a..", "...", "~", "a:b",
                           "\xC3\xA9", "-", "a/.b", "@:x", "C:", "%2e%2e", "CON"}) {
    EXPECT_TRUE(IsValid(name)) << name;
  }
}

TEST(FindNameFault, G17RefusesWhatCannot) {
  for (const char* name : {"",         "/",
                           "/a",       "a/",
                           "a//b",     ".",
                           "..",       "./a",
                           "../a",     "a/.",
                           "a/..",     "a/./b",
                           "a/../b",   "a\\b",
                           "\\",       "a\n",
                           "\t",       "\x1b[0m",
                           "a\x7f",    "\xff",
                           "\xc0\xaf", "a/\xed\xa0\x80"}) {
    EXPECT_FALSE(IsValid(name)) << name;
  }
  EXPECT_FALSE(IsValid(std::string_view("a\0b", 3)));
}

TEST(FindNameFault, EnforcesTheLimits) {
  Limits limits;
  EXPECT_EQ(FindNameFault(std::string(255, 'x'), limits), "");
  EXPECT_EQ(FindNameFault(std::string(256, 'x'), limits), "has at most 255 bytes");
  limits.segments = 2;
  EXPECT_EQ(FindNameFault("a/b", limits), "");
  EXPECT_EQ(FindNameFault("a/b/c", limits), "has at most 2 segments");
}

}  // namespace
}  // namespace galley
