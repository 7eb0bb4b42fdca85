// Tests of FormatText and FormatJson.

#include <string>

#include <gtest/gtest.h>

#include "base/utf8.h"
#include "diag/report.h"
#include "galley/diagnostic.h"

namespace galley {
namespace {

std::string Text(const Diagnostic& diagnostic) { return FormatText(diagnostic, Colour::kNever); }

Diagnostic At(std::string_view text, Span span) {
  return Report(Code::kYamlSyntax, Source("a.yaml", text), span, "a message");
}

// The two lines of the excerpt of one line of text.
std::string Excerpt(std::string_view line, Span span) {
  const std::string text = Text(At(line, span));
  const std::string frame = "error[yaml-syntax]: a message\n --> a.yaml:1:";
  EXPECT_EQ(text.substr(0, frame.size()), frame);
  return text.substr(text.find("\n1 | ") + 1);
}

TEST(FormatText, ShowsTheLineWithCarets) {
  Diagnostic diagnostic = Report(
      Code::kYamlSyntax,
      Source("prompts/summary.j2", std::string(11, '\n') + "- {{ item.naem }}: {{ item.text }}\n"),
      {21, 25}, "`item.naem` is not a field of `item`", "did you mean `name`?");
  diagnostic.notes = {"in slot `turns`", "inherited from prompts/base.j2:4"};
  EXPECT_EQ(Text(diagnostic),
            "error[yaml-syntax]: `item.naem` is not a field of `item`\n"
            "  --> prompts/summary.j2:12:11\n"
            "   |\n"
            "12 | - {{ item.naem }}: {{ item.text }}\n"
            "   |           ^^^^\n"
            "   = note: in slot `turns`\n"
            "   = note: inherited from prompts/base.j2:4\n"
            "   = hint: did you mean `name`?\n");
}

TEST(FormatText, HasNoArrowWithoutAPlace) {
  EXPECT_EQ(Text(Report(Code::kUnknownMethod, "no operation is called `x`", "did you mean `y`?")),
            "error[unknown-method]: no operation is called `x`\n"
            "  = hint: did you mean `y`?\n");
}

TEST(FormatText, NamesAFileWithoutALine) {
  Diagnostic diagnostic = Report(Code::kFileNotFound, "the file does not exist");
  diagnostic.file = "a.yaml";
  EXPECT_EQ(Text(diagnostic), "error[file-not-found]: the file does not exist\n --> a.yaml\n");
}

TEST(FormatText, ShowsWhereButNeverWhatOfData) {
  const Source source("context.json", "{\"key\": secret}", Nature::kData);
  EXPECT_EQ(Text(Report(Code::kJsonSyntax, source, {8, 14}, "a message")),
            "error[json-syntax]: a message\n --> context.json:1:9\n");
}

TEST(FormatText, CallsAWarningAWarning) {
  Diagnostic diagnostic = Report(Code::kYamlSyntax, "a message");
  diagnostic.severity = Severity::kWarning;
  EXPECT_EQ(Text(diagnostic), "warning[yaml-syntax]: a message\n");
}

TEST(FormatText, MarksAtLeastOneColumn) {
  EXPECT_EQ(Excerpt("abc", {1, 1}), "1 | abc\n  |  ^\n");
  EXPECT_EQ(Excerpt("abc", {3, 3}), "1 | abc\n  |    ^\n");
  EXPECT_EQ(Excerpt("abc", {0, 3}), "1 | abc\n  | ^^^\n");
}

TEST(FormatText, MarksTheFirstOfSeveralLines) {
  EXPECT_EQ(Excerpt("abc def\nghi", {4, 10}), "1 | abc def\n  |     ^^^\n");
  EXPECT_EQ(Excerpt("abc\ndef", {3, 4}), "1 | abc\n  |    ^\n");
}

TEST(FormatText, WidensTabsToFourColumns) {
  EXPECT_EQ(Excerpt("\ta\tb", {3, 4}), "1 |     a    b\n  |          ^\n");
  EXPECT_EQ(Excerpt("\ta", {0, 1}), "1 |     a\n  | ^^^^\n");
}

TEST(FormatText, CountsColumnsOfTheTerminal) {
  EXPECT_EQ(Excerpt("日本: x", {8, 9}), "1 | 日本: x\n  |       ^\n");
  EXPECT_EQ(Excerpt("日本", {3, 6}), "1 | 日本\n  |   ^^\n");
  EXPECT_EQ(Excerpt("e\u0301x", {3, 4}), "1 | e\u0301x\n  |  ^\n");
}

TEST(FormatText, EscapesControlsInEveryPart) {
  Diagnostic diagnostic = At("a\x1b[1mb\u202e", {0, 2});
  diagnostic.message = "mess\x1b[2Jage\nerror: forged";
  diagnostic.file = "fi\x1b[2Jle\n";
  diagnostic.notes = {"no\rte"};
  diagnostic.hint = "hi\x9bnt";
  EXPECT_EQ(Text(diagnostic),
            "error[yaml-syntax]: mess\\x1b[2Jage\\x0aerror: forged\n"
            " --> fi\\x1b[2Jle\\x0a:1:1\n"
            "  |\n"
            "1 | a\\x1b[1mb\\u{202e}\n"
            "  | ^^^^^\n"
            "  = note: no\\x0dte\n"
            "  = hint: hi\\x9bnt\n");
}

TEST(FormatText, ShowsBytesThatAreNotUtf8) {
  EXPECT_EQ(Excerpt("ab\xff"
                    "c",
                    {2, 3}),
            "1 | ab\\xffc\n  |   ^^^^\n");
}

TEST(FormatText, CutsLongLinesAroundTheCaret) {
  const std::string before(200, 'a');
  const std::string after(200, 'b');
  EXPECT_EQ(Excerpt(before + "HERE" + after, {200, 204}),
            "1 | ..." + std::string(60, 'a') + "HERE" + std::string(33, 'b') + "...\n  | " +
                std::string(63, ' ') + "^^^^\n");
  EXPECT_EQ(Excerpt("HERE" + after, {0, 4}), "1 | HERE" + std::string(96, 'b') + "...\n  | ^^^^\n");
  EXPECT_EQ(Excerpt(before + "HERE", {200, 204}),
            "1 | ..." + std::string(60, 'a') + "HERE\n  | " + std::string(63, ' ') + "^^^^\n");
  EXPECT_EQ(Excerpt(std::string(100, 'a'), {0, 100}),
            "1 | " + std::string(100, 'a') + "\n  | " + std::string(100, '^') + "\n");
}

TEST(FormatText, MarksOnlyWhatIsShownOfALongRange) {
  EXPECT_EQ(Excerpt(std::string(500, 'a'), {0, 500}),
            "1 | " + std::string(100, 'a') + "...\n  | " + std::string(100, '^') + "\n");
}

TEST(FormatText, FindsThePlaceInALineOfMegabytes) {
  const std::string text = std::string(1 << 20, 'a') + "HERE" + std::string(1 << 20, 'b');
  const std::string shown = Excerpt(text, {1 << 20, (1 << 20) + 4});
  EXPECT_EQ(shown, "1 | ..." + std::string(60, 'a') + "HERE" + std::string(33, 'b') + "...\n  | " +
                       std::string(63, ' ') + "^^^^\n");
}

TEST(FormatText, ColoursAsCompilersDo) {
  const std::string text = FormatText(At("abc", {1, 2}), Colour::kAlways);
  EXPECT_EQ(text,
            "\x1b[1;31merror[yaml-syntax]\x1b[0m\x1b[1m: a message\x1b[0m\n"
            "\x1b[1;34m --> \x1b[0ma.yaml:1:2\n"
            "\x1b[1;34m  |\x1b[0m\n"
            "\x1b[1;34m1 |\x1b[0m abc\n"
            "\x1b[1;34m  |\x1b[0m  \x1b[1;31m^\x1b[0m\n");
  Diagnostic warning = Report(Code::kYamlSyntax, "a message", "a hint");
  warning.severity = Severity::kWarning;
  EXPECT_EQ(FormatText(warning, Colour::kAlways),
            "\x1b[1;33mwarning[yaml-syntax]\x1b[0m\x1b[1m: a message\x1b[0m\n"
            "  \x1b[1;34m=\x1b[0m \x1b[1mhint\x1b[0m: a hint\n");
}

TEST(FormatText, TakesAnyRangeAndAnyLine) {
  Diagnostic diagnostic = At("abc", {0, 1});
  for (const uint32_t start : {0u, 1u, 3u, 4u, 1000u, UINT32_MAX}) {
    for (const uint32_t end : {0u, 1u, 3u, 4u, 1000u, UINT32_MAX}) {
      diagnostic.range.start.column = start;
      diagnostic.range.end.column = end;
      const std::string text = Text(diagnostic);
      EXPECT_NE(text.find('^'), std::string::npos);
      EXPECT_LT(text.size(), 200u);
    }
  }
}

TEST(FormatJson, HoldsEveryField) {
  Diagnostic diagnostic = At("one\ntwo", {4, 6});
  diagnostic.notes = {"first", "second"};
  diagnostic.hint = "a \"hint\"";
  EXPECT_EQ(FormatJson(diagnostic),
            R"({"code":"yaml-syntax","severity":"error","message":"a message","file":"a.yaml",)"
            R"("range":{"start":{"line":2,"column":1,"offset":4},)"
            R"("end":{"line":2,"column":3,"offset":6}},)"
            R"("notes":["first","second"],"hint":"a \"hint\""})");
}

TEST(FormatJson, LeavesOutWhatThereIsNot) {
  Diagnostic diagnostic = Report(Code::kUsage, "a message");
  EXPECT_EQ(FormatJson(diagnostic), R"({"code":"usage","severity":"error","message":"a message"})");
  diagnostic.severity = Severity::kWarning;
  diagnostic.file = "a";
  EXPECT_EQ(FormatJson(diagnostic),
            R"({"code":"usage","severity":"warning","message":"a message","file":"a"})");
}

TEST(FormatJson, IsValidUtf8WhateverTheName) {
  Diagnostic diagnostic = Report(Code::kUsage, "a\n\xff");
  diagnostic.file = "\xc3";
  const std::string json = FormatJson(diagnostic);
  EXPECT_TRUE(IsValidUtf8(json));
  EXPECT_EQ(json,
            "{\"code\":\"usage\",\"severity\":\"error\",\"message\":\"a\\n\ufffd\","
            "\"file\":\"\ufffd\"}");
}

}  // namespace
}  // namespace galley
