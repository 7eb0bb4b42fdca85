#include "format/toml.h"

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "base/stack_testing.h"
#include "format/format_testing.h"

namespace galley {
namespace {

std::string Read(std::string_view text, const Limits& limits = Limits()) {
  return Outcome(ReadToml(Document(text), limits));
}

TEST(TomlTest, EveryKindOfValue) {
  EXPECT_EQ(Read("s = \"a\"\ni = 1_000\nh = 0xff\nf = 1.5\nn = -inf\nb = true # c\n"),
            "{'s': 'a', 'i': 1000, 'h': 255, 'f': 1.5, 'n': -inf, 'b': True}");
  EXPECT_EQ(Read(""), "{}");
  EXPECT_EQ(Read("\n # only\n\t\n"), "{}");
  EXPECT_EQ(Read("\xEF\xBB\xBF"
                 "a = 1\r\nb=2"),
            "{'a': 1, 'b': 2}");
}

TEST(TomlTest, Arrays) {
  EXPECT_EQ(Read("a = []\nb = [ 1 , 2 ]\nc = [[1], [], ['x', true]]\n"),
            "{'a': [], 'b': [1, 2], 'c': [[1], [], ['x', True]]}");
  EXPECT_EQ(Read("a = [ # c\n  1, # d\n\n  2\n  , 3,\n]\n"), "{'a': [1, 2, 3]}");
}

TEST(TomlTest, InlineTables) {
  EXPECT_EQ(Read("a = {}\nb = { x = 1, y.z = [ {w = 2} ] }\n"),
            "{'a': {}, 'b': {'x': 1, 'y': {'z': [{'w': 2}]}}}");
  EXPECT_EQ(Read("a = {b.c = 1, b.d = 2}"), "{'a': {'b': {'c': 1, 'd': 2}}}");
}

TEST(TomlTest, StringsOfEveryKind) {
  EXPECT_EQ(Read(R"(a = "\b\t\n\f\r\"\\ \u00e9 \U0001F600")"), R"({'a': '\x08\t\n\x0c\r"\\ é 😀'})");
  EXPECT_EQ(Read(R"(a = 'C:\x\n')"), R"({'a': 'C:\\x\\n'})");
  EXPECT_EQ(Read("a = \"\"\"\nx\r\ny \"\" z\"\"\"\n"), "{'a': 'x\\ny \"\" z'}");
  EXPECT_EQ(Read("a = \"\"\"x \\  \n\n   y\"\"\""), "{'a': 'x y'}");
  EXPECT_EQ(Read("a = \"\"\"x\"\"\"\"\""), "{'a': 'x\"\"'}");
  EXPECT_EQ(Read("a = '''\n\\'x''''\n"), "{'a': \"\\\\'x'\"}");
  EXPECT_EQ(Read("a = ''\nb = \"\"\nc = ''''''\nd = \"\"\"\"\"\""),
            "{'a': '', 'b': '', 'c': '', 'd': ''}");
  EXPECT_EQ(Read("a = \"tab\there é\""), "{'a': 'tab\\there é'}");
}

TEST(TomlTest, DatesAndTimesAreStringsAsWritten) {
  EXPECT_EQ(Read("a = 2024-01-02\nb = 07:30:00.50\nc = 2024-01-02T03:04:05Z\n"
                 "d = 2024-01-02 03:04:05 # x\ne = [2024-01-02 ]\n"),
            "{'a': '2024-01-02', 'b': '07:30:00.50', 'c': '2024-01-02T03:04:05Z', "
            "'d': '2024-01-02 03:04:05', 'e': ['2024-01-02']}");
}

TEST(TomlTest, Keys) {
  EXPECT_EQ(Read("a-b_1 = 1\n\"q k\" = 2\n'l\\' = 3\n\"\" = 4\n123 = 5\n\"\\u00e9\" = 6"),
            "{'a-b_1': 1, 'q k': 2, 'l\\\\': 3, '': 4, '123': 5, 'é': 6}");
  EXPECT_EQ(Read("a . \"b\".c = 1\na.d = 2\n3.14 = 'x'"),
            "{'a': {'b': {'c': 1}, 'd': 2}, '3': {'14': 'x'}}");
}

TEST(TomlTest, TablesKeepTheOrderOfTheText) {
  EXPECT_EQ(Read("z = 1\na.y = 2\n[m]\nb = 3\na = 4\n[a.x]\nq = 5\n[[k]]\nn = 1\n[[k]]\nn = 2\n"),
            "{'z': 1, 'a': {'y': 2, 'x': {'q': 5}}, 'm': {'b': 3, 'a': 4}, "
            "'k': [{'n': 1}, {'n': 2}]}");
}

TEST(TomlTest, HeadersReachIntoTables) {
  EXPECT_EQ(Read("[a.b]\nx = 1\n[a]\ny = 2\n[ a . \"b\" . c ] # d\nz = 3\n"),
            "{'a': {'b': {'x': 1, 'c': {'z': 3}}, 'y': 2}}");
  EXPECT_EQ(Read("[[a]]\n[a.b]\nx = 1\n[[a.c]]\ny = 2\n[[a]]\n[a.b]\nx = 3\n"),
            "{'a': [{'b': {'x': 1}, 'c': [{'y': 2}]}, {'b': {'x': 3}}]}");
  EXPECT_EQ(Read("[a]\nb.c = 1\n[a.b.d]\nx = 2\n"), "{'a': {'b': {'c': 1, 'd': {'x': 2}}}}");
  EXPECT_EQ(Read("[a.b.c]\n[a]\nb.x = 1\n"), "{'a': {'b': {'c': {}, 'x': 1}}}");
}

TEST(TomlTest, KeyOrTableTwiceIsAnError) {
  for (const char* text : {"a = 1\na = 2",
                           "a = 1\n'a' = 2",
                           "[a]\n[a]",
                           "a = 1\n[a]",
                           "a = {b = 1, b = 2}",
                           "a.b = 1\na = 2",
                           "a = 1\na.b = 2",
                           "a.b = 1\n[a]",
                           "a.b = 1\na.b.c = 2",
                           "[a]\nb = 1\n[a.b]",
                           "a = {}\n[a.b]",
                           "a = {}\na.b = 1",
                           "a = {b = {}}\n[a.b.c]",
                           "a = []\n[[a]]",
                           "[[a]]\n[a]",
                           "[a]\n[[a]]",
                           "a = [{}]\n[a.b]",
                           "[a.b.c]\nz = 9\n[a]\nb.c.t = 1",
                           "[a]\n[a.b]\n[a]",
                           "[a.b]\n[a]\nb.x = 1",
                           "a = {b = {}, b.c = 1}",
                           "[a]\nb.c = 1\n[a.b]"}) {
    EXPECT_EQ(Read(text), "[duplicate-key]") << text;
  }
  const auto result = ReadToml(Document("a = 1\n[b]\nc = 2\nc = 3\n"), Limits());
  EXPECT_EQ(PlaceOf(result), "4:1");
  EXPECT_EQ(result.error().diagnostics()[0].message, "the key `c` is already defined");
  EXPECT_EQ(result.error().diagnostics()[0].notes[0], "it is defined first at line 3, column 1");
}

void ExpectRefused(std::initializer_list<const char*> texts) {
  for (const char* text : texts) EXPECT_EQ(Read(text), "[toml-syntax]") << text;
}

TEST(TomlTest, WhatIsNotTomlIsRefused) {
  // Keys and what follows them.
  ExpectRefused({"a", "a =", "= 1", "a = b", "a = 1 b = 2", "a = 1,", "a == 1", "a b = 1", "a. = 1",
                 ".a = 1", "a..b = 1", "\"\"\"a\"\"\" = 1", "'''a''' = 1", "é = 1", "a\n= 1",
                 "a =\n1"});
  // Headers.
  ExpectRefused({"[a", "[a]]", "[[a]", "[[a] ]", "[ [a]]", "[]", "[[]]", "[a.]", "[.a]",
                 "[a] b = 1", "[a b]"});
  // Arrays.
  ExpectRefused({"a = [1", "a = [1 2]", "a = [,]", "a = [1,,2]", "a = [1}", "a = ]"});
  // Inline tables.
  ExpectRefused({"a = {b = 1", "a = {b = 1,}", "a = {,}", "a = {b}", "a = {b = 1 c = 2}",
                 "a = {b = 1\n}", "a = {\n}", "a = {b = 1]", "a = }", "a = {b = 1, # c\n d = 2}"});
  // Strings.
  ExpectRefused({"a = 'x", "a = \"x", "a = \"x\ny\"", "a = 'x\ny'", "a = \"\"\"x", "a = '''x''",
                 "a = \"\\q\"", "a = \"\\x41\"", "a = \"\\u12\"", "a = \"\\ud800\"",
                 "a = \"\\U00110000\"", "a = \"\\UFFFFFFFF\"", "a = \"\\ \n\"",
                 "a = \"\"\"\\ x\"\"\"", "a = \"\x01\"", "a = '\x7F'", "a = \"\"\"\x02\"\"\""});
  // Comments and line breaks.
  ExpectRefused({"# \x01", "a = 1 # \x1F\n", "a = 1\rb = 2", "a = 1 # c\r", "a = \x01", "\x0C",
                 "a = \"\"\"\"\"\"\"\"\""});
  // Numbers and dates, and two texts that ended another parser.
  ExpectRefused({"a = 01", "a = 1.", "a = 0xg", "a = 2024-13-01", "a = 1979-05-27 7:30:00",
                 "[,\"é\" .[[[[[", "\"\"é \".  b= \x15rue\r\n"});
  EXPECT_EQ(Read("a = '\xFF'"), "[invalid-utf8]");
  EXPECT_EQ(Read(std::string_view("a = 1\0", 6)), "[invalid-utf8]");
}

TEST(TomlTest, NumbersThatDoNotFitAreRefused) {
  EXPECT_EQ(Read("a = 9223372036854775807"), "{'a': 9223372036854775807}");
  EXPECT_EQ(Read("a = 9223372036854775808"), "[number-range]");
  EXPECT_EQ(Read("a = [1e400]"), "[number-range]");
}

TEST(TomlTest, NodesKnowWhereTheyAreWritten) {
  const Source source = Document(
      "\xEF\xBB\xBF# é\n[roots.deep]\n\"ä\" = 'ö' # ü\nlist = ['é', 12]\nx.y = 1\n[[t]]\n");
  const auto tree = ReadToml(source, Limits());
  ASSERT_TRUE(tree) << Outcome(tree);
  const auto key = [&](NodeId id) { return Written(source, (*tree)[id].key_span); };
  const auto value = [&](NodeId id) { return Written(source, (*tree)[id].span); };
  const NodeId roots = tree->Find(Tree::root(), "roots");
  EXPECT_EQ(key(roots), "roots");
  EXPECT_EQ(value(roots), "[roots.deep]");
  const NodeId deep = tree->Find(roots, "deep");
  EXPECT_EQ(key(deep), "deep");
  EXPECT_EQ(key(tree->Find(deep, "ä")), "\"ä\"");
  EXPECT_EQ(value(tree->Find(deep, "ä")), "'ö'");
  const NodeId list = tree->Find(deep, "list");
  EXPECT_EQ(value(list), "['é', 12]");
  EXPECT_EQ(value(NodeId{static_cast<uint32_t>(list) + 2}), "12");
  EXPECT_EQ(key(tree->Find(deep, "x")), "x");
  EXPECT_EQ(key(tree->Find(tree->Find(deep, "x"), "y")), "y");
  EXPECT_EQ(value(tree->Find(Tree::root(), "t")), "[[t]]");
}

TEST(TomlTest, ErrorsStandWhereTheyAre) {
  const std::vector<std::pair<const char*, const char*>> cases = {
      {"'ä' = 'é'\nb = ?\n", "2:5"}, {"'é' = 1 x", "1:9"},   {"a = [1,\n 2\n 3]", "3:2"},
      {"a = \"x\\q\"", "1:7"},       {"a = \"abc\n", "1:5"}, {"a = {b = 1,\n}", "1:12"},
      {"a = \"\x01\"", "1:6"},       {"[a", "1:3"},          {"x = 99999999999999999999", "1:5"},
  };
  for (const auto& [text, place] : cases) {
    EXPECT_EQ(PlaceOf(ReadToml(Document(text), Limits())), place) << text;
  }
}

TEST(TomlTest, DataIsNeverShown) {
  Heap heap{Limits()};
  const auto value = ReadTomlData(Data("a = 'b'"), &heap, Limits());
  ASSERT_TRUE(value);
  EXPECT_FALSE(value->entries()[0].value.is_written());
  for (const char* text : {"a = sesame", "sesame = 1\nsesame = 2"}) {
    const auto refused = ReadTomlData(Data(text), &heap, Limits());
    ASSERT_FALSE(refused);
    const Diagnostic& diagnostic = refused.error().diagnostics()[0];
    EXPECT_EQ(diagnostic.message.find("sesame"), std::string::npos);
    EXPECT_EQ(diagnostic.line_text, "");
  }
}

TEST(TomlTest, NestingUpToTheLimit) {
  Limits limits;
  limits.nesting = 3;
  EXPECT_EQ(Read("a = [[1]]", limits), "{'a': [[1]]}");
  EXPECT_EQ(Read("a = [[[]]]", limits), "[limit-nesting]");
  EXPECT_EQ(Read("a.b.c = 1", limits), "{'a': {'b': {'c': 1}}}");
  EXPECT_EQ(Read("a.b.c.d = 1", limits), "[limit-nesting]");
  EXPECT_EQ(Read("[a.b]\nc = 1", limits), "{'a': {'b': {'c': 1}}}");
  EXPECT_EQ(Read("[a.b]\nc = {}", limits), "[limit-nesting]");
  EXPECT_EQ(Read("[a.b.c]", limits), "[limit-nesting]");
  EXPECT_EQ(Read("[[a]]\nb = 1", limits), "{'a': [{'b': 1}]}");
  EXPECT_EQ(Read("[[a.b]]", limits), "[limit-nesting]");
  EXPECT_EQ(PlaceOf(ReadToml(Document("b = 1\na = [[\n[]]]"), limits)), "3:1");
}

TEST(TomlTest, SizeUpToTheLimit) {
  Limits limits;
  limits.file = 5;
  EXPECT_EQ(Read("a = 1", limits), "{'a': 1}");
  EXPECT_EQ(Read("a = 12", limits), "[limit-size]");
}

TEST(TomlTest, TextThatDoesNotFitIntoTheHeapIsRefused) {
  Limits limits;
  limits.string = 3;
  EXPECT_EQ(Read("a = 'abc'", limits), "{'a': 'abc'}");
  EXPECT_EQ(Read("a = 'abcd'", limits), "[limit-heap]");
}

TEST(TomlTest, HostileNestingNeedsNoStack) {
  Limits deep;
  deep.nesting = UINT64_MAX;
  RunOnSmallStack([&] {
    for (const char* piece : {"[", "{a=", "a.", "\"a\".", "'a' . ", "[{a=", "[[[["}) {
      for (const char* before : {"a = ", "a."}) {
        const std::string outcome = Read(before + Repeat(piece, 100'000));
        EXPECT_TRUE(outcome == "[limit-nesting]" || outcome == "[toml-syntax]") << piece;
      }
    }
    EXPECT_EQ(Read("[" + Repeat("a.", 100'000) + "a]"), "[limit-nesting]");
    EXPECT_EQ(Read(Repeat("a.", 100'000) + "a = 1"), "[limit-nesting]");
    EXPECT_EQ(Read("a = " + Repeat("[", 100'000)), "[limit-nesting]");
    EXPECT_EQ(Read("a = " + Repeat("[", 100'000), deep), "[toml-syntax]");
    const std::string text = "a = " + Repeat("{a=", 30'000) + "1" + Repeat("}", 30'000);
    const auto tree = ReadToml(Document(text), deep);
    ASSERT_TRUE(tree);
    EXPECT_EQ(tree->size(), 30'002u);
  });
}

TEST(TomlTest, ManyTablesInTurnStayLinear) {
  std::string text = "# ü\n";
  for (int i = 0; i < 20'000; ++i) text += "[t" + std::to_string(i) + "]\nx = 1\n";
  for (int i = 0; i < 20'000; ++i) text += "[t" + std::to_string(i) + ".y]\nz = 1\n";
  const Source source = Document(text);
  const auto tree = ReadToml(source, Limits());
  ASSERT_TRUE(tree) << Outcome(tree);
  const NodeId table = tree->Find(tree->Find(Tree::root(), "t77"), "y");
  EXPECT_EQ(Written(source, (*tree)[table].span), "[t77.y]");
}

}  // namespace
}  // namespace galley
