#include "diag/report.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace galley {
namespace {

TEST(Report, TakesCodeAndSeverityFromTheRegistry) {
  const Diagnostic diagnostic = Report(Code::kYamlSyntax, "a message", "a hint");
  EXPECT_EQ(diagnostic.code, "yaml-syntax");
  EXPECT_EQ(diagnostic.severity, Severity::kError);
  EXPECT_EQ(diagnostic.message, "a message");
  EXPECT_EQ(diagnostic.hint, "a hint");
  EXPECT_EQ(diagnostic.file, "");
  EXPECT_EQ(diagnostic.range, Range());
}

TEST(Report, PointsIntoADocument) {
  const Source source("a.yaml", "one\ntwo: [\n");
  const Diagnostic diagnostic = Report(Code::kYamlSyntax, source, {9, 10}, "a message");
  EXPECT_EQ(diagnostic.file, "a.yaml");
  EXPECT_EQ(diagnostic.range.start, (Position{2, 6, 9}));
  EXPECT_EQ(diagnostic.range.end, (Position{2, 7, 10}));
  EXPECT_EQ(diagnostic.line_text, "two: [");
}

TEST(Report, NeverRepeatsData) {
  const Source source("context.json", "{\"password\": secret}", Nature::kData);
  const Diagnostic diagnostic = Report(Code::kJsonSyntax, source, {13, 14}, "a message");
  EXPECT_EQ(diagnostic.range.start, (Position{1, 14, 13}));
  EXPECT_EQ(diagnostic.line_text, "");
}

TEST(Report, OutlivesItsSource) {
  Diagnostic diagnostic;
  {
    const std::string text = "some text of a line";
    diagnostic = Report(Code::kJsonSyntax, Source("a", text), {5, 9}, "a message");
  }
  EXPECT_EQ(diagnostic.line_text, "some text of a line");
}

TEST(Report, KeepsOnlyTheNeighbourhoodOfAPlaceInAVeryLongLine) {
  const std::string text = std::string(100'000, 'a') + "HERE" + std::string(100'000, 'b');
  const Diagnostic diagnostic =
      Report(Code::kJsonSyntax, Source("a", text), {100'000, 100'004}, "a message");
  EXPECT_EQ(diagnostic.range.start.column, 100'001u);
  EXPECT_LT(diagnostic.line_text.size(), 1'000u);
  const size_t at = diagnostic.range.start.column - diagnostic.line_text_column;
  EXPECT_EQ(diagnostic.line_text.substr(at, 4), "HERE");
}

std::string Suggest(std::string_view name, std::vector<std::string_view> candidates) {
  return SuggestNearest(name, candidates);
}

TEST(SuggestNearest, FindsSlips) {
  EXPECT_EQ(Suggest("naem", {"text", "name", "size"}), "did you mean `name`?");
  EXPECT_EQ(Suggest("nam", {"text", "name"}), "did you mean `name`?");
  EXPECT_EQ(Suggest("names", {"text", "name"}), "did you mean `name`?");
  EXPECT_EQ(Suggest("trim_block", {"lstrip_blocks", "trim_blocks"}), "did you mean `trim_blocks`?");
  EXPECT_EQ(Suggest("Name", {"name"}), "did you mean `name`?");
}

TEST(SuggestNearest, PrefersTheNearestThenTheFirst) {
  EXPECT_EQ(Suggest("cat", {"cart", "cast", "cat2"}), "did you mean `cart`?");
  EXPECT_EQ(Suggest("filter", {"filters_of", "filters"}), "did you mean `filters`?");
}

TEST(SuggestNearest, SaysNothingWhereNothingIsNear) {
  EXPECT_EQ(Suggest("naem", {"text", "colour"}), "");
  EXPECT_EQ(Suggest("x", {"y", "z"}), "");
  EXPECT_EQ(Suggest("ab", {"cd"}), "");
  EXPECT_EQ(Suggest("", {"a"}), "");
  EXPECT_EQ(Suggest("name", {}), "");
  EXPECT_EQ(Suggest("name", {""}), "");
  EXPECT_EQ(Suggest(std::string(1000, 'a'), {std::string_view("a")}), "");
}

TEST(SuggestNearest, IsNotConfusedByLongCandidates) {
  const std::string long_name(100'000, 'n');
  EXPECT_EQ(Suggest("naem", {long_name, "name"}), "did you mean `name`?");
}

TEST(Quoted, PutsTextInBackticks) {
  EXPECT_EQ(Quoted("name"), "`name`");
  EXPECT_EQ(Quoted(""), "``");
  EXPECT_EQ(Quoted("日本"), "`日本`");
}

TEST(Quoted, EscapesControls) {
  EXPECT_EQ(Quoted("a\x1b[0m\n\xff\u202e"), "`a\\x1b[0m\\x0a\\xff\\u{202e}`");
}

TEST(Quoted, CutsLongTextAtACharacter) {
  EXPECT_EQ(Quoted(std::string(60, 'a')), "`" + std::string(60, 'a') + "`");
  EXPECT_EQ(Quoted(std::string(61, 'a')), "`" + std::string(60, 'a') + "...`");
  EXPECT_EQ(Quoted(std::string(59, 'a') + "é"), "`" + std::string(59, 'a') + "...`");
  EXPECT_EQ(Quoted(std::string(58, 'a') + "é"), "`" + std::string(58, 'a') + "é`");
}

TEST(Error, ItsCodeIsThatOfTheFirstDiagnostic) {
  std::vector<Diagnostic> diagnostics = {Report(Code::kJsonSyntax, "first"),
                                         Report(Code::kYamlSyntax, "second")};
  const Error error(diagnostics);
  EXPECT_EQ(error.code(), "json-syntax");
  EXPECT_EQ(error.diagnostics().size(), 2u);
  EXPECT_EQ(Error(Report(Code::kUsage, "a")).code(), "usage");
}

TEST(Error, WithoutAReasonIsInternal) {
  const Error error{std::vector<Diagnostic>()};
  EXPECT_EQ(error.code(), "internal");
  EXPECT_EQ(error.diagnostics().size(), 1u);
}

}  // namespace
}  // namespace galley
