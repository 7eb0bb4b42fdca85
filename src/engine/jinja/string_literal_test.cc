#include "engine/jinja/string_literal.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace galley::jinja {
namespace {

// What the literal stands for, or "offset+size: message".
std::string Read(std::string_view inside, std::string_view newline = "\n") {
  std::string out;
  EscapeProblem problem;
  if (AppendUnescaped(inside, newline, &out, &problem)) return out;
  return std::to_string(problem.offset) + "+" + std::to_string(problem.size) + ": " +
         std::string(problem.message);
}

TEST(StringLiteral, TextWithoutEscapesStandsForItself) {
  EXPECT_EQ(Read(""), "");
  EXPECT_EQ(Read("a b é 😀 {{"), "a b é 😀 {{");
}

TEST(StringLiteral, LettersStandForControlCharacters) {
  EXPECT_EQ(Read(R"(\a\b\f\n\r\t\v)"), "\a\b\f\n\r\t\v");
  EXPECT_EQ(Read(R"(\\ \' \")"), "\\ ' \"");
}

TEST(StringLiteral, NumbersStandForCharacters) {
  EXPECT_EQ(Read(R"(\x41\xe9)"), "Aé");
  EXPECT_EQ(Read(R"(\u0041\u20AC)"), "A€");
  EXPECT_EQ(Read(R"(\U0001f600)"), "😀");
  EXPECT_EQ(Read(R"(\101\7\1234\777)"), "A\aS4ǿ");
  EXPECT_EQ(Read(R"(\0)"), std::string(1, '\0'));
}

TEST(StringLiteral, UnknownEscapesStandForThemselves) { EXPECT_EQ(Read(R"(\q\8\/)"), R"(\q\8\/)"); }

TEST(StringLiteral, BackslashTurnsOtherCharactersIntoTheirNumbers) {
  EXPECT_EQ(Read(R"(\é\€\😀)"), R"(\xe9\u20ac\U0001f600)");
}

TEST(StringLiteral, LineBreaksAreWrittenAsTold) {
  EXPECT_EQ(Read("a\r\nb\rc\nd"), "a\nb\nc\nd");
  EXPECT_EQ(Read("a\nb", "\r\n"), "a\r\nb");
}

TEST(StringLiteral, BackslashHidesOnlyTheLineBreakPythonKnows) {
  EXPECT_EQ(Read("a\\\nb"), "ab");
  EXPECT_EQ(Read("a\\\r\nb"), "ab");
  EXPECT_EQ(Read("a\\\nb", "\r\n"), "a\\\r\nb");
}

TEST(StringLiteral, WrongEscapesSayWhereTheyAre) {
  EXPECT_EQ(Read(R"(ab\x4)"), "2+3: the escape has too few digits");
  EXPECT_EQ(Read(R"(\u12g4)"), "0+4: the escape has too few digits");
  EXPECT_EQ(Read(R"(\x4é)"), "0+3: the escape has too few digits");
  EXPECT_EQ(Read(R"(\U00110000)"), "0+10: no character has this number");
  EXPECT_EQ(Read(R"(\ud83d\ude00)"), "0+6: a surrogate is not a character");
  EXPECT_EQ(Read(R"(\N{BULLET})"), "0+2: characters cannot be written by their names");
}

}  // namespace
}  // namespace galley::jinja
