#include "resolve/findings.h"

#include <vector>

#include <gtest/gtest.h>

namespace galley {
namespace {

TEST(Findings, KeepAHundredOfOneCodeAndSaySo) {
  std::vector<Diagnostic> out;
  Findings findings(&out);
  const Source source("file", "text");
  for (uint32_t at = 0; at < 2 * Findings::kMostOfOneCode; ++at) {
    EXPECT_EQ(findings.HasRoom(Code::kInlineDefault), at < Findings::kMostOfOneCode);
    findings.Add(Code::kInlineDefault, source, {0, 4}, "found");
  }
  ASSERT_EQ(out.size(), Findings::kMostOfOneCode);
  EXPECT_TRUE(out.front().notes.empty());
  EXPECT_EQ(out.back().notes.size(), 1u);
  findings.Add(Code::kUnusedPlaceholder, source, {0, 4}, "another");
  EXPECT_EQ(out.size(), Findings::kMostOfOneCode + 1);
}

TEST(Findings, CarryTheNoteOfTheirTime) {
  std::vector<Diagnostic> out;
  Findings findings(&out);
  const Source source("file", "text");
  findings.set_note("kind `tasks`");
  findings.Add(Code::kUnknownKind, source, {1, 2}, "found", "hint");
  ASSERT_EQ(out.size(), 1u);
  EXPECT_EQ(out[0].notes, std::vector<std::string>{"kind `tasks`"});
  EXPECT_EQ(out[0].hint, "hint");
  EXPECT_EQ(out[0].range.start.column, 2u);
}

}  // namespace
}  // namespace galley
