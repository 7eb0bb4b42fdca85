#include "emit/explain_html.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "emit/explain_page.h"

namespace galley::chat {
namespace {

// A page in which every text that comes from outside is `text`.
std::string PageOf(const std::string& text) {
  WhatIfPoint point;
  Explanation& told = point.told;
  told.name = text;
  told.max_tokens = 10;
  told.budgets.resize(2);
  told.budgets[1].kind = BudgetUse::Kind::kSlot;
  told.budgets[1].name = text;
  ExplainedPart part;
  part.where = text;
  part.source = text;
  part.slot = text;
  part.content = text;
  told.parts = {part};
  told.messages = {{Role::kUser, false, 1, {0, 1}}};
  Drop drop;
  drop.record.where = text;
  drop.source = text;
  drop.why = text;
  told.drops = {drop};
  point.appeared = {part};
  point.vanished = {part};
  WhatIf found;
  found.points = {point};
  return ExplainAsHtml(found, 0);
}

size_t Count(std::string_view text, std::string_view part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(ExplainAsHtml, HasNoMarkupButItsOwn) {
  const std::string harmless = PageOf("x");
  for (const std::string_view hostile :
       {"<script>", "</script>", "</title>", "</pre>", "<!--", "<img src=x onerror=y>",
        "\" onload=\"", "' onload='", "&lt;", "</style>"}) {
    const std::string page = PageOf(std::string(hostile));
    EXPECT_EQ(Count(page, "<"), Count(harmless, "<")) << hostile;
    EXPECT_EQ(Count(page, ">"), Count(harmless, ">")) << hostile;
    EXPECT_EQ(Count(page, "'"), Count(harmless, "'")) << hostile;
    if (hostile.find('&') != hostile.npos) {
      EXPECT_NE(page.find("&amp;lt;"), page.npos);
    }
  }
}

TEST(ExplainAsHtml, AllowsOnlyItsOwnScriptAndStyle) {
  const std::string page = PageOf("x");
  EXPECT_EQ(Count(page, "default-src 'none'"), 1u);
  EXPECT_EQ(Count(page, "unsafe"), 0u);
  EXPECT_EQ(Count(page, "'sha256-"), 2u);
  // 32 bytes in base 64 are 43 letters and a sign.
  const size_t name = page.find("'sha256-") + 8;
  EXPECT_EQ(page.find("='", name), name + 43);
  EXPECT_EQ(Count(page, PageScript()), 1u);
  EXPECT_EQ(Count(page, PageStyle()), 1u);
}

TEST(ExplainAsHtml, IsTheSameForTheSame) { EXPECT_EQ(PageOf("a"), PageOf("a")); }

TEST(PageScript, MakesNoMarkupFromText) {
  for (const std::string_view way :
       {"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "fetch("}) {
    EXPECT_EQ(PageScript().find(way), PageScript().npos) << way;
  }
}

}  // namespace
}  // namespace galley::chat
