#include "diag/registry.h"

#include <set>

#include <gtest/gtest.h>

namespace galley {
namespace {

bool IsKebabCase(std::string_view code) {
  if (code.empty() || code.front() == '-' || code.back() == '-') return false;
  for (const char byte : code) {
    if (byte != '-' && !(byte >= 'a' && byte <= 'z') && !(byte >= '0' && byte <= '9')) return false;
  }
  return code.find("--") == std::string_view::npos;
}

TEST(Registry, CodesAreKebabCaseAndDistinct) {
  std::set<std::string_view> codes;
  for (const CodeInfo& info : AllCodes()) {
    EXPECT_TRUE(IsKebabCase(info.code)) << info.code;
    EXPECT_TRUE(codes.insert(info.code).second) << info.code;
  }
}

TEST(Registry, EachCodeIsExplainedInAClause) {
  for (const CodeInfo& info : AllCodes()) {
    EXPECT_FALSE(info.about.empty()) << info.code;
    EXPECT_FALSE(info.about.ends_with(".")) << info.code;
  }
}

TEST(Registry, FollowsTheEnum) {
  EXPECT_EQ(Describe(Code::kInvalidUtf8).code, "invalid-utf8");
  EXPECT_EQ(Describe(Code::kInternal).code, "internal");
  EXPECT_EQ(Describe(Code::kInternal).severity, Severity::kError);
}

}  // namespace
}  // namespace galley
