#include "emit/explain_text.h"

#include <string>

#include <gtest/gtest.h>

namespace galley::chat {
namespace {

TEST(TruncateToWidth, KeepsWhatFits) {
  EXPECT_EQ(TruncateToWidth("", 3), "");
  EXPECT_EQ(TruncateToWidth("abc", 3), "abc");
}

TEST(TruncateToWidth, EndsWithASignWhereSomethingIsLeftOut) {
  EXPECT_EQ(TruncateToWidth("abcd", 3), "ab…");
  EXPECT_EQ(TruncateToWidth("abcd", 1), "…");
  EXPECT_EQ(TruncateToWidth("abcd", 0), "");
}

TEST(TruncateToWidth, CountsWideCharactersAsTwo) {
  EXPECT_EQ(TruncateToWidth("月亮", 4), "月亮");
  EXPECT_EQ(TruncateToWidth("月亮也", 5), "月亮…");
  EXPECT_EQ(TruncateToWidth("月亮也", 4), "月…");
}

TEST(TruncateToWidth, ShowsLineBreaksAndControlsOnOneLine) {
  EXPECT_EQ(TruncateToWidth("a\nb", 9), "a⏎b");
  EXPECT_EQ(TruncateToWidth("\x1b[1m", 9), "\\x1b[1m");
}

TEST(Bar, IsFullAtTheLimitAndNeverEmptyForSomething) {
  EXPECT_EQ(Bar(0, 100, 4), "░░░░");
  EXPECT_EQ(Bar(1, 100, 4), "█░░░");
  EXPECT_EQ(Bar(50, 100, 4), "██░░");
  EXPECT_EQ(Bar(100, 100, 4), "████");
  EXPECT_EQ(Bar(900, 100, 4), "████");
  EXPECT_EQ(Bar(0, 0, 2), "░░");
  EXPECT_EQ(Bar(1, 0, 2), "██");
}

Explanation Told() {
  Explanation told;
  told.name = "Name";
  told.max_tokens = 10;
  told.budgets.resize(2);
  told.budgets[0].limit = 10;
  told.budgets[1].kind = BudgetUse::Kind::kLayout;
  for (size_t at = 0; at < 70; ++at) {
    Drop drop;
    drop.record.event = LedgerRecord::Event::kSkip;
    drop.record.where = "injections[" + std::to_string(at) + "]";
    drop.why = "a reason that is quite long and so has to be broken at a blank somewhere";
    told.drops.push_back(drop);
  }
  return told;
}

TEST(ExplainAsText, CountsDropsBeyondFifty) {
  const std::string text = ExplainAsText(Told(), {});
  EXPECT_NE(text.find("injections[49]"), text.npos);
  EXPECT_EQ(text.find("injections[50]"), text.npos);
  EXPECT_NE(text.find("and 20 more, which `--format json` lists"), text.npos);
}

TEST(ExplainAsText, BreaksReasonsAtBlanks) {
  TextStyle style;
  style.width = 40;
  const std::string text = ExplainAsText(Told(), style);
  EXPECT_NE(text.find("    a reason that is quite long and so\n    has to be broken"), text.npos)
      << text;
}

}  // namespace
}  // namespace galley::chat
