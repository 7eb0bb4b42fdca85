#include "emit/instruction_export.h"

#include <string>

#include <gtest/gtest.h>

namespace galley {
namespace {

InstructionSet SetOf(std::string text) {
  InstructionSet set;
  KindInstructions kind;
  kind.kind = "context";
  kind.inputs.push_back({InputSource::kBase, "context.iai", ".iaip/context.iai", std::nullopt,
                         Value::Map(nullptr, 0), std::move(text)});
  set.kinds.push_back(std::move(kind));
  return set;
}

std::string Export(std::string text, ExportTarget target) {
  Meter meter{Limits()};
  return ExportInstructions(SetOf(std::move(text)), target, &meter);
}

constexpr ExportTarget kTargets[] = {ExportTarget::kAgents, ExportTarget::kClaude,
                                     ExportTarget::kCopilot, ExportTarget::kCursor};

TEST(InstructionExport, KnowsWhatItWrote) {
  for (const ExportTarget target : kTargets) {
    const std::string text = Export("Be kind.", target);
    EXPECT_TRUE(IsExported(text, target)) << text;
    EXPECT_FALSE(IsExported(text + "more", target));
    EXPECT_FALSE(IsExported("Be kind.\n", target));
    EXPECT_FALSE(IsExported("", target));
    EXPECT_FALSE(IsExported(text.substr(0, text.size() - 2), target));
    EXPECT_FALSE(IsExported(" " + text, target));
  }
}

TEST(InstructionExport, NamesTheSourceOfEachPart) {
  const std::string text = Export("Be kind.", ExportTarget::kAgents);
  EXPECT_NE(text.find("\n<!-- from .iaip/context.iai (base) -->\n\nBe kind.\n"), std::string::npos)
      << text;
}

TEST(InstructionExport, APathCannotEndAComment) {
  InstructionSet set = SetOf("x");
  set.kinds[0].inputs[0].file = "a-->\n# b.iai";
  Meter meter{Limits()};
  const std::string text = ExportInstructions(set, ExportTarget::kAgents, &meter);
  EXPECT_NE(text.find("<!-- from a- -># b.iai (base) -->"), std::string::npos) << text;
}

TEST(InstructionExport, EachTargetHasItsPlace) {
  EXPECT_EQ(ExportPath(ExportTarget::kAgents), "AGENTS.md");
  EXPECT_EQ(ExportPath(ExportTarget::kClaude), "CLAUDE.md");
  EXPECT_EQ(ExportPath(ExportTarget::kCopilot), ".github/copilot-instructions.md");
  EXPECT_EQ(ExportPath(ExportTarget::kCursor), ".cursor/rules/instructions.mdc");
  EXPECT_EQ(ExportTargetName(ExportTarget::kCursor), "cursor");
}

}  // namespace
}  // namespace galley
