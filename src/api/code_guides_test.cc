#include "api/code_guides.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "diag/registry.h"

namespace galley::api {
namespace {

TEST(CodeGuides, EveryCodeSaysHowToMendIt) {
  std::set<std::string> without;
  for (const CodeInfo& info : AllCodes()) {
    if (MendingOf(info.code).empty()) without.emplace(info.code);
  }
  EXPECT_EQ(without, std::set<std::string>());
}

// An example shows the code that it is an example of.
TEST(CodeGuides, ExamplesFailWithTheirCode) {
  size_t examples = 0;
  for (const CodeInfo& info : AllCodes()) {
    const std::string_view text = ExampleOf(info.code);
    if (text.empty()) continue;
    ++examples;
    EXPECT_NE(text.find(info.code), text.npos) << info.code;
  }
  EXPECT_GT(examples, AllCodes().size() / 2);
}

TEST(CodeGuides, KnowNothingOfOtherCodes) {
  EXPECT_EQ(MendingOf("no-such-code"), "");
  EXPECT_EQ(ExampleOf("no-such-code"), "");
}

}  // namespace
}  // namespace galley::api
