// Patterns that keep other engines busy for hours, through the same door as any
// other.  Each must leave or change the text within the limits, on a small stack.
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "base/stack_testing.h"
#include "galley/galley.h"

namespace galley::testing {
namespace {

std::string Repeat(std::string_view text, int count) {
  std::string repeated;
  for (int i = 0; i < count; ++i) repeated += text;
  return repeated;
}

// Loops that can take the same characters in more than one way.
std::vector<std::string> Loops() {
  std::vector<std::string> patterns;
  for (const char* atom :
       {"a", "\\w", "[^x]", ".", "[a-z]", "(?=a)a", "(?:a|b)", "\\S", "[\\s\\S]", "(?:a)"}) {
    const std::string a = atom;
    for (const std::string& body :
         {"(" + a + "+)+", "(" + a + "*)*", "(" + a + "|" + a + ")*", "(" + a + "|" + a + a + ")+",
          "(?:" + a + "?){40}" + a + "{40}", "(" + a + "+)*(" + a + "+)*",
          a + "*" + a + "*" + a + "*" + a + "*" + a + "*", "(?:" + a + "+?)+?", "((" + a + "*)*)*",
          "(" + a + "{1,30}){1,30}"}) {
      for (const char* tail : {"$", "[!?]$", "(?!a|b)\\d"}) patterns.push_back(body + tail);
    }
  }
  return patterns;
}

std::vector<std::string> Others() {
  return {
      "(.*)\\1$",
      "(a*)\\1\\1b$",
      "(?<=(a+)+$)b",
      "(?<!(?:a|a)*c)b$",
      "(?<=a*a*a*a*c)b",
      "(?:(?:(?:a*)*)*)*[!?]$",
      "^(([a-z])+.)+[A-Z]([a-z])+$",
      "([a-zA-Z0-9])(([-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}",
      "(x+x+)+y|(a+a+)+[!?]",
      "(?=(a+)+[!?])b",
      "(?:" + Repeat("a?", 100) + ")" + Repeat("a", 100) + "[!?]",
      Repeat("(a|a)", 60) + "[!?]",
      Repeat("(?:a|b|", 100) + "c" + Repeat(")*", 100) + "[!?]$",
      Repeat("(", 5000) + Repeat(")", 5000),
      Repeat("(?:", 100'000),
      Repeat("[", 100'000),
      Repeat("a|", 30'000),
      Repeat("(?<=a*)", 20'000),
      Repeat("()", 20'000) + Repeat("(?<=a*b)", 200),
      Repeat("(?<=(?=", 60) + "a*" + Repeat("))", 60),
      Repeat("\\w+\\s*", 40) + "[!?]$",
      "(?:(?:(?:(?:(?:a{1,100}){1,100}){1,100}){1,100}){1,100})b",
      "a{65535}{65535}",
      "[" + Repeat("\xC3\xA0\xC3\xA2", 10'000) + "]*[!?]$",
      "(?:[" + Repeat("b-ce-f", 5'000) + "]|a)*[!?]$",
      Repeat("a", 30'000) + "[!?]",
  };
}

std::vector<std::string> Texts() {
  return {Repeat("a", 40) + "b", Repeat("a", 20'000) + "!b", Repeat("ab ", 8'000) + "-",
          Repeat("aaaaaaaaaaaaaaaaaaaaaaaaab", 800)};
}

class PatternHostile : public ::testing::TestWithParam<const char*> {};

TEST_P(PatternHostile, EveryPatternIsBounded) {
  std::vector<std::string> patterns = Loops();
  for (const std::string& other : Others()) patterns.push_back(other);
  ASSERT_GT(patterns.size(), 300u);
  Limits limits;
  limits.steps = 20'000;
  RunOnSmallStack([&] {
    for (const std::string& pattern : patterns) {
      for (const std::string& text : Texts()) {
        const std::string transform = JsonObject()
                                          .Set("type", GetParam())
                                          .Set("pattern", pattern)
                                          .Set("replace", "[$&]")
                                          .text();
        const Result<Reply> reply =
            Call("chat.transform",
                 JsonObject().SetJson("transforms", '[' + transform + ']').Set("text", text).text(),
                 limits);
        ASSERT_TRUE(reply) << pattern.substr(0, 100);
        const bool matched = reply->result().Find("applied").size() == 1;
        const bool same = reply->result().Find("text").as_string() == text;
        EXPECT_TRUE(matched || same) << pattern.substr(0, 100);
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Kinds, PatternHostile, ::testing::Values("regexExtract", "regexReplace"));

}  // namespace
}  // namespace galley::testing
