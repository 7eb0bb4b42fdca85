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

// Every code has an example, which shows the code that it is an example of.
TEST(CodeGuides, ExamplesFailWithTheirCode) {
  for (const CodeInfo& info : AllCodes()) {
    const std::string_view text = ExampleOf(info.code);
    EXPECT_NE(text.find(info.code), text.npos) << info.code;
  }
}

TEST(CodeGuides, KnowNothingOfOtherCodes) {
  EXPECT_EQ(MendingOf("no-such-code"), "");
  EXPECT_EQ(ExampleOf("no-such-code"), "");
}

}  // namespace
}  // namespace galley::api
