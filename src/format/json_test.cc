#include "format/json.h"

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "base/stack_testing.h"
#include "format/format_testing.h"

namespace galley {
namespace {

std::string Read(std::string_view text) { return Outcome(ReadJson(Document(text), Limits())); }

TEST(JsonTest, EveryKindOfValue) {
  EXPECT_EQ(Read("null"), "None");
  EXPECT_EQ(Read(" true "), "True");
  EXPECT_EQ(Read("\t\r\nfalse\n"), "False");
  EXPECT_EQ(Read("-12"), "-12");
  EXPECT_EQ(Read("1.5e3"), "1500.0");
  EXPECT_EQ(Read("\"a\""), "'a'");
  EXPECT_EQ(Read("[]"), "[]");
  EXPECT_EQ(Read("{}"), "{}");
  EXPECT_EQ(Read(R"({"b": [1, {"c": null}], "a": []})"), "{'b': [1, {'c': None}], 'a': []}");
}

TEST(JsonTest, KeysKeepTheirOrder) {
  EXPECT_EQ(Read(R"({"z":1,"a":2,"m":3})"), "{'z': 1, 'a': 2, 'm': 3}");
}

TEST(JsonTest, StringsAreDecoded) {
  EXPECT_EQ(Read(R"("\"\\\/\b\f\n\r\t")"), R"('"\\/\x08\x0c\n\r\t')");
  EXPECT_EQ(Read(R"("\u00e9\u20AC\ud83d\ude00")"), "'é€😀'");
  EXPECT_EQ(Read("\"é😀\x7F\""), "'é😀\\x7f'");
  EXPECT_EQ(Read(R"("\u0000x")"), R"('\x00x')");
  EXPECT_EQ(Read(R"("")"), "''");
}

TEST(JsonTest, Numbers) {
  EXPECT_EQ(Read("0"), "0");
  EXPECT_EQ(Read("-0"), "0");
  EXPECT_EQ(Read("-0.0"), "-0.0");
  EXPECT_EQ(Read("0e0"), "0.0");
  EXPECT_EQ(Read("1E+2"), "100.0");
  EXPECT_EQ(Read("1e-2"), "0.01");
  EXPECT_EQ(Read("9223372036854775807"), "9223372036854775807");
  EXPECT_EQ(Read("-9223372036854775808"), "-9223372036854775808");
}

TEST(JsonTest, NumberThatDoesNotFitIsRefused) {
  for (const char* text : {"9223372036854775808", "18446744073709551615", "18446744073709551616",
                           "-9223372036854775809", "1e400", "-1e400", "[1, 1e309]"}) {
    EXPECT_EQ(Read(text), "[number-range]") << text;
  }
  EXPECT_EQ(Read(std::string(1000, '9')), "[number-range]");
}

void ExpectRefused(std::initializer_list<const char*> texts) {
  for (const char* text : texts) EXPECT_EQ(Read(text), "[json-syntax]") << text;
}

TEST(JsonTest, WhatIsNotJsonIsRefused) {
  // Nothing, or words that are none.
  ExpectRefused({"", " ", "nul", "nulll", "truE", "tru", "True", "None", "undefined", "NaN",
                 "Infinity", "-Infinity"});
  // Numbers.
  ExpectRefused(
      {"+1", "01", "-01", "1.", ".5", "-", "-.5", "1e", "1e+", "1.e1", "0x1", "1_0", "1a"});
  // Lists.
  ExpectRefused({"1 2", "[1] 2", "[", "]", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "[1,,2]", "[1}"});
  // Maps.
  ExpectRefused({"{", "}", "{]", "{\"a\"", "{\"a\":", "{\"a\":}", "{\"a\" 1}", "{\"a\":1",
                 "{\"a\":1,}", "{,}", "{a:1}", "{'a':1}", "{1:2}", "{null:1}", "{\"a\":1 \"b\":2}",
                 "{\"a\":1,,\"b\":2}", "{\"a\"::1}", "[\"a\":1]"});
  // Strings.
  ExpectRefused({"\"", "\"a", "'a'", "\"\\\"", "\"\\x41\"", "\"\\U0041\"", "\"\\a\"", "\"\\\n\"",
                 "\"\\u12\"", "\"\\u12G4\"", "\"\\u\"", "\"a\nb\"", "\"a\tb\"", "\"\x01\""});
  // Comments, marks and blanks of others.
  ExpectRefused({"// x\n1", "/* x */1", "1//", "#", "[1]#", "\xEF\xBB\xBF",
                 "\xEF\xBB\xBF\xEF\xBB\xBF[1]", "\xC2\xA0[1]", "\x0C[1]", "\x0B[1]"});
  // Halves of surrogate pairs.
  ExpectRefused({"\"\\ud800\"", "\"\\udc00\"", "\"\\ud800x\"", "\"\\ud800\\n\"",
                 "\"\\ud800\\u0041\"", "\"\\ud800\\ud800\"", "\"\\udc00\\ud800\"", "\"\\ud800\\u\"",
                 "\"\\ud800\\", "[\"\\ud83d\\ude00\\ude00\"]"});
}

TEST(JsonTest, BytesThatAreNoTextAreRefused) {
  EXPECT_EQ(Read("\"\xFF\""), "[invalid-utf8]");
  EXPECT_EQ(Read("\"\xED\xA0\x80\""), "[invalid-utf8]");
  EXPECT_EQ(Read("\"\xC0\x80\""), "[invalid-utf8]");
  EXPECT_EQ(Read("\xFF\xFE[\0]\0"), "[invalid-utf8]");
  EXPECT_EQ(Read(std::string_view("[1]\0", 4)), "[invalid-utf8]");
  EXPECT_EQ(Read(std::string_view("\"a\0b\"", 5)), "[invalid-utf8]");
}

TEST(JsonTest, OneByteOrderMarkIsSkipped) { EXPECT_EQ(Read("\xEF\xBB\xBF[1]"), "[1]"); }

TEST(JsonTest, ErrorsStandWhereTheyAre) {
  const std::vector<std::pair<const char*, const char*>> cases = {
      {"[1,\n 2,\n x]", "3:2"},
      {"{\"a\": 1\n \"b\": 2}", "2:2"},
      {"[\"é\", x]", "1:7"},
      {"[1, 2", "1:6"},
      {"", "1:1"},
      {"\"abc", "1:1"},
      {"[\"a\\qb\"]", "1:4"},
      {"[\"a\\u12x4\"]", "1:4"},
      {"[01]", "1:3"},
      {"[1e999]", "1:2"},
      {"{\"a\":1,\r\n\"b\"}", "2:4"},
      {"[1]\n\n2", "3:1"},
  };
  for (const auto& [text, place] : cases) {
    EXPECT_EQ(PlaceOf(ReadJson(Document(text), Limits())), place) << text;
  }
}

TEST(JsonTest, MessageSaysWhatWasExpected) {
  const auto result = ReadJson(Document("{\"a\": 1 \"b\": 2}"), Limits());
  ASSERT_FALSE(result);
  const Diagnostic& diagnostic = result.error().diagnostics()[0];
  EXPECT_EQ(diagnostic.message, "expected `,` or `}` after the value");
  EXPECT_EQ(diagnostic.line_text, "{\"a\": 1 \"b\": 2}");
}

TEST(JsonTest, NodesKnowWhereTheyAreWritten) {
  const Source source = Document("{\"ä\": [1, \"x\\n\"], \"b\" : {} }");
  const auto tree = ReadJson(source, Limits());
  ASSERT_TRUE(tree);
  const NodeId list = tree->Find(Tree::root(), "ä");
  EXPECT_EQ(Written(source, (*tree)[list].key_span), "\"ä\"");
  EXPECT_EQ(Written(source, (*tree)[list].span), "[1, \"x\\n\"]");
  const NodeId one = *tree->Children(list).begin();
  EXPECT_EQ(Written(source, (*tree)[one].span), "1");
  EXPECT_EQ(Written(source, (*tree)[(*tree)[one].end].span), "\"x\\n\"");
  const NodeId map = tree->Find(Tree::root(), "b");
  EXPECT_EQ(Written(source, (*tree)[map].span), "{}");
  EXPECT_EQ(Written(source, (*tree)[Tree::root()].span), source.text());
}

TEST(JsonTest, KeyTwiceInOneMapIsAnError) {
  const auto result =
      ReadJson(Document("{\"a\": 1,\n \"b\": {\"a\": 1},\n \"\\u0061\": 2}"), Limits());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code(), "duplicate-key");
  EXPECT_EQ(PlaceOf(result), "3:2");
  const Diagnostic& diagnostic = result.error().diagnostics()[0];
  EXPECT_EQ(diagnostic.message, "the key `a` stands twice in one map");
  ASSERT_EQ(diagnostic.notes.size(), 1u);
  EXPECT_EQ(diagnostic.notes[0], "it stands first at line 1, column 2");
}

TEST(JsonTest, CheckingTakesKeysTwiceAndFindsTheRest) {
  EXPECT_TRUE(CheckJson(Data("{\"a\": 1, \"a\": [true]}"), Limits()));
  EXPECT_EQ(PlaceOf(CheckJson(Data("[1,\n}"), Limits())), "2:1");
}

TEST(JsonTest, DataIsNeverShown) {
  const auto result = CheckJson(Data("{\"secret\": \"sesame\" x}"), Limits());
  ASSERT_FALSE(result);
  const Diagnostic& diagnostic = result.error().diagnostics()[0];
  EXPECT_EQ(PlaceOf(result), "1:21");
  EXPECT_EQ(diagnostic.line_text, "");
  EXPECT_EQ(diagnostic.message.find("sesame"), std::string::npos);
}

TEST(JsonTest, NestingUpToTheLimit) {
  Limits limits;
  limits.nesting = 3;
  EXPECT_EQ(Outcome(ReadJson(Document("[[[1]]]"), limits)), "[[[1]]]");
  EXPECT_EQ(Outcome(ReadJson(Document("[[{}]]"), limits)), "[[{}]]");
  const auto refused = ReadJson(Document("[[{\"a\":\n[]}]]"), limits);
  EXPECT_EQ(Outcome(refused), "[limit-nesting]");
  EXPECT_EQ(PlaceOf(refused), "2:1");
}

TEST(JsonTest, HostileNestingNeedsNoStack) {
  Limits limits;
  limits.nesting = UINT64_MAX;
  const std::string lists = Repeat("[", 100'000);
  const std::string maps = Repeat("{\"a\":", 100'000);
  RunOnSmallStack([&] {
    EXPECT_EQ(Outcome(ReadJson(Document(lists), Limits())), "[limit-nesting]");
    EXPECT_EQ(Outcome(ReadJson(Document(maps), Limits())), "[limit-nesting]");
    EXPECT_EQ(Outcome(ReadJson(Document(lists), limits)), "[json-syntax]");
    EXPECT_EQ(Outcome(ReadJson(Document(maps), limits)), "[json-syntax]");
    const std::string closed = lists + Repeat("]", 100'000);
    const auto tree = ReadJson(Document(closed), limits);
    ASSERT_TRUE(tree);
    EXPECT_EQ(tree->size(), 100'000u);
  });
}

TEST(JsonTest, TextThatDoesNotFitIntoTheHeapIsRefused) {
  Limits limits;
  limits.string = 5;
  EXPECT_EQ(Outcome(ReadJson(Document("\"12345\""), limits)), "'12345'");
  EXPECT_EQ(Outcome(ReadJson(Document("\"123456\""), limits)), "[limit-heap]");
}

TEST(JsonTest, SizeUpToTheLimit) {
  Limits limits;
  limits.file = 5;
  EXPECT_EQ(Outcome(ReadJson(Document("[1,2]"), limits)), "[1, 2]");
  EXPECT_EQ(Outcome(ReadJson(Document("[1,2] "), limits)), "[limit-size]");
}

}  // namespace
}  // namespace galley
