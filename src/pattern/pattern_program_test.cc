#include "pattern/pattern_program.h"

#include <gtest/gtest.h>

#include "pattern/pattern_parser.h"

namespace galley {
namespace {

std::vector<PatternProgram> Translate(std::u16string_view text, PatternFlags flags = {}) {
  const Result<PatternTree> tree = PatternParser(text, flags, Limits()).Parse();
  if (!tree) return {};
  uint64_t steps = Limits().steps;
  Result<std::vector<PatternProgram>> programs = TranslatePattern(*tree, flags, &steps);
  return programs ? std::move(*programs) : std::vector<PatternProgram>();
}

std::string Text(std::u16string_view text, PatternFlags flags = {}) {
  const std::vector<PatternProgram> programs = Translate(text, flags);
  // Every pattern pays where it is tried.
  return programs.empty() ? "" : programs.front().text.substr(std::string_view("(?C0)").size());
}

TEST(PatternProgram, WritesCharactersAsNumbers) {
  EXPECT_EQ(Text(u"a1-\u00e9"), R"(a1\x{2d}\x{e9})");
  EXPECT_EQ(Text(u"[]a]"), R"([^\x{0}-\x{ffff}]a\x{5d})");
  EXPECT_EQ(Text(u"\\Q"), "Q");
}

TEST(PatternProgram, PaysForEveryChoice) {
  EXPECT_EQ(Text(u"a*b"), "a{0,}(?C0)b");
  EXPECT_EQ(Text(u"a{3}b"), "a{3}b");
  EXPECT_EQ(Text(u"a|b|c"), "a|(?C0)b|(?C0)c");
  EXPECT_EQ(Text(u"(?:ab)+?"), "(?:(?C0)(?:ab)){1,}?");
}

TEST(PatternProgram, MarksTurnsThatNeedIt) {
  // One marker, for the turn must move on.
  EXPECT_EQ(Text(u"(a*)*"), "(?:(?C0)()(a{0,}(?C0))(?C'0')){0,}");
  // The group is set in every turn: nothing can be stale.
  EXPECT_EQ(Text(u"(?:(a)b)*"), "(?:(?C0)(?:(a)b)){0,}");
  EXPECT_EQ(Text(u"(?:(a)|b)*"), "(?:(?C0)()(?:(a)|(?C0)b)){0,}");
}

TEST(PatternProgram, TurnsLooksWithoutLengthRound) {
  const std::vector<PatternProgram> programs = Translate(u"(?<=^ab*)c");
  ASSERT_EQ(programs.size(), 2u);
  EXPECT_EQ(programs[0].text, "(?C0)(?C'0')c");
  EXPECT_EQ(programs[0].checks[0].kind, CheckKind::kLook);
  EXPECT_TRUE(programs[1].reversed);
  EXPECT_EQ(programs[1].text, R"(b{0,}(?C0)a\z)");
  EXPECT_EQ(Text(u"(?<=ab|c)d"), "(?<=ab|(?C0)c)d");
}

TEST(PatternProgram, RepeatsNoLook) {
  EXPECT_EQ(Text(u"(?=(a))*"), "(?:(?=(a))){0}");
  EXPECT_EQ(Text(u"(?=a)+"), "(?:(?=a))");
}

}  // namespace
}  // namespace galley
