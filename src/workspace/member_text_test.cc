#include "workspace/member_text.h"

#include <gtest/gtest.h>

namespace galley::workspace {
namespace {

TEST(MemberTextTest, IsWhatWasWritten) {
  EXPECT_EQ(TextOfMember(R"({"a": { "b" :1, "b": 2 }, "c": 3})", "a", Limits()),
            R"({ "b" :1, "b": 2 })");
}

TEST(MemberTextTest, OfSeveralTheLastCounts) {
  EXPECT_EQ(TextOfMember(R"({"a": 1, "a": [2]})", "a", Limits()), "[2]");
}

TEST(MemberTextTest, NothingIsEmpty) {
  EXPECT_EQ(TextOfMember(R"({"a": 1})", "b", Limits()), "");
  EXPECT_EQ(TextOfMember("7", "b", Limits()), "");
}

}  // namespace
}  // namespace galley::workspace
