#include "format/yaml.h"

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "base/stack_testing.h"
#include "format/format_testing.h"

namespace galley {
namespace {

std::string Read(std::string_view text, const Limits& limits = Limits()) {
  return Outcome(ReadYaml(Document(text), limits));
}

// The value that `path` (keys, one after the other) leads to.
NodeId At(const Tree& tree, std::initializer_list<std::string_view> path) {
  NodeId id = Tree::root();
  for (std::string_view key : path) id = tree.Find(id, key);
  return id;
}

TEST(YamlTest, BlockAndFlowStyle) {
  EXPECT_EQ(Read("a: 1\nb:\n  - x\n  - y: 2\n    z: 3\nc: {d: [1, 'e'], f: \"g\"}\n"),
            "{'a': 1, 'b': ['x', {'y': 2, 'z': 3}], 'c': {'d': [1, 'e'], 'f': 'g'}}");
  EXPECT_EQ(Read("- - 1\n  - 2\n-\n  a:\n"), "[[1, 2], {'a': None}]");
  EXPECT_EQ(Read("{\"a\":1,\"b\":[true,null]}"), "{'a': 1, 'b': [True, None]}");
  EXPECT_EQ(Read("[a: b, {}]"), "[{'a': 'b'}, {}]");
}

TEST(YamlTest, StringsOfEveryStyle) {
  EXPECT_EQ(Read("|\n a\n  b\n\n c\n"), "'a\\n b\\n\\nc\\n'");
  EXPECT_EQ(Read(">-\n a\n b\n\n c\n"), "'a b\\nc'");
  EXPECT_EQ(Read("|+\n a\n\n"), "'a\\n\\n'");
  EXPECT_EQ(Read("plain over\n two lines"), "'plain over two lines'");
  EXPECT_EQ(Read("'it''s'"), "\"it's\"");
  EXPECT_EQ(Read(R"("\x41\u00e9\U0001F600\n\/\0")"), R"('Aé😀\n/\x00')");
}

TEST(YamlTest, OnlyPlainScalarsHaveTypes) {
  EXPECT_EQ(Read("[1, '1', \"1\", no, on, true, 'true', ~, '~', 1.0]"),
            "[1, '1', '1', 'no', 'on', True, 'true', None, '~', 1.0]");
  EXPECT_EQ(Read("|\n 1\n"), "'1\\n'");
}

TEST(YamlTest, KeysAreStringsAsWritten) {
  EXPECT_EQ(Read("1: a\n1.0: b\nnull: c\n~: d\ntrue: e\n'q': f\n0x1: g\n? \n: h\n"),
            "{'1': 'a', '1.0': 'b', 'null': 'c', '~': 'd', 'true': 'e', 'q': 'f', '0x1': 'g', "
            "'': 'h'}");
}

TEST(YamlTest, TextWithoutAValueIsNull) {
  EXPECT_EQ(Read(std::string_view()), "None");
  for (const char* text :
       {"", "\n\n", "# comment\n", "---\n", "---\n...\n", "\xEF\xBB\xBF", "--- # c\n"}) {
    EXPECT_EQ(Read(text), "None") << text;
  }
}

TEST(YamlTest, CommentsAndMarkersAreNoValue) {
  EXPECT_EQ(Read("# a\n--- # b\nx: 1 # c\n# d\n...\n# e\n\n"), "{'x': 1}");
  EXPECT_EQ(Read("%YAML 1.2\n---\nx: 1\n"), "{'x': 1}");
  EXPECT_EQ(Read("\xEF\xBB\xBFx: 1"), "{'x': 1}");
  EXPECT_EQ(Read("x: 1\r\ny: |\r\n  a\r\n  b\r\n"), "{'x': 1, 'y': 'a\\nb\\n'}");
}

void ExpectRefused(std::initializer_list<const char*> texts) {
  for (const char* text : texts) EXPECT_EQ(Read(text), "[yaml-syntax]") << text;
}

TEST(YamlTest, WhatIsNotYamlIsRefused) {
  ExpectRefused({"a: b: c",
                 "[1, 2",
                 "{a: 1",
                 "]",
                 "\"abc",
                 "'abc",
                 "a: 1\n b: 2",
                 "- 1\nb: 2",
                 "@x",
                 "`x`",
                 "a\n...\nb",
                 "\"\\q\"",
                 "\"\\ud800\"",
                 "{a b: c: d}",
                 "\x01",
                 "a: \x7F",
                 "key: [1,\n\tb: 2",
                 "a: |9x\n b",
                 "\"k\":v",
                 "*nowhere",
                 "%YAML 2.0\n---\nx"});
}

TEST(YamlTest, CommonMistakesGetAHint) {
  const auto hint = [](const char* text) {
    return ReadYaml(Document(text), Limits()).error().diagnostics()[0].hint;
  };
  EXPECT_EQ(hint("a: b: c"), "a value that holds `: ` needs quotes");
  EXPECT_EQ(hint("a:\n\t- b"),
            "indent with blanks, not tabs; a value that starts like this needs quotes");
  EXPECT_EQ(hint("\x01"), "in double quotes it can be written as an escape, like `\\x07`");
}

TEST(YamlTest, BytesThatAreNoTextAreRefused) {
  EXPECT_EQ(Read("a: \xFF"), "[invalid-utf8]");
  EXPECT_EQ(Read(std::string_view("a: \0", 4)), "[invalid-utf8]");
  EXPECT_EQ(Read(std::string_view("\xFF\xFE"
                                  "a\0",
                                  4)),
            "[invalid-utf8]");
  EXPECT_EQ(Read(std::string_view("\0a\0:", 4)), "[invalid-utf8]");
}

TEST(YamlTest, TagsAreRefused) {
  for (const char* text :
       {"!!str 1", "! 1", "!x 1", "!<tag:a> 1", "a: !!int '1'", "!!map {}", "! [1]", "- ! {}",
        "!!str a: b", "&a !!str 1", "!!binary aGk=", "&x\n # c\n ! v"}) {
    EXPECT_EQ(Read(text), "[yaml-unsupported]") << text;
  }
}

TEST(YamlTest, DirectivesOtherThanTheVersionAreRefused) {
  EXPECT_EQ(Read("%TAG ! tag:x,2000:\n---\na"), "[yaml-unsupported]");
  EXPECT_EQ(Read("# c\n\n%TAG !a! b\n---\na"), "[yaml-unsupported]");
  EXPECT_EQ(Read("%YAML 1.2\n%TAG !a! b\n---\na"), "[yaml-unsupported]");
  EXPECT_EQ(Read("a: 50\nb: '%'\n"), "{'a': 50, 'b': '%'}");
}

TEST(YamlTest, KeysThatAreNoScalarsAreRefused) {
  for (const char* text : {"? [a]\n: b", "{[a]: b}", "{{}: b}", "? {a: b}\n: c", "? - a\n: b",
                           "&k a: b", "- &a x\n- *a : b", "{[]}"}) {
    EXPECT_EQ(Read(text), "[yaml-unsupported]") << text;
  }
  EXPECT_EQ(Read("? a\n: b"), "{'a': 'b'}");
}

TEST(YamlTest, SecondDocumentIsRefused) {
  EXPECT_EQ(Read("a\n---\nb"), "[yaml-unsupported]");
  EXPECT_EQ(Read("---\n---\n"), "[yaml-unsupported]");
  EXPECT_EQ(Read("a\n...\n---\nb"), "[yaml-unsupported]");
  EXPECT_EQ(Read("a\n...\n%TAG ! x\n---\nb"), "[yaml-unsupported]");
  EXPECT_EQ(PlaceOf(ReadYaml(Document("a: 1\n---\nb: 2\n"), Limits())), "2:1");
}

TEST(YamlTest, LineBreaksOfYaml11AreRefusedNotFolded) {
  for (const char* text : {"a: x\xC2\x85y", "a: \"x\xE2\x80\xA8y\"", "a: 'x\xE2\x80\xA9y'"}) {
    EXPECT_EQ(Read(text), "[yaml-unsupported]") << text;
  }
  EXPECT_EQ(Read(R"("\u2028")"), "'\\u2028'");
}

TEST(YamlTest, MergeKeyIsAKeyLikeAnyOther) {
  EXPECT_EQ(Read("a: &a {x: 1}\nb: {<<: *a, y: 2}\n"),
            "{'a': {'x': 1}, 'b': {'<<': {'x': 1}, 'y': 2}}");
}

TEST(YamlTest, KeyTwiceInOneMapIsAnError) {
  const auto result = ReadYaml(Document("a: 1\nb:\n  a: 2\n'a': 3\n"), Limits());
  EXPECT_EQ(Outcome(result), "[duplicate-key]");
  EXPECT_EQ(PlaceOf(result), "4:1");
  EXPECT_EQ(result.error().diagnostics()[0].notes[0], "it stands first at line 1, column 1");
  EXPECT_EQ(Read("{a: 1, a: 2}"), "[duplicate-key]");
  EXPECT_EQ(Read("{a, a}"), "[duplicate-key]");
}

TEST(YamlTest, NumberThatDoesNotFitIsRefused) {
  const auto result = ReadYaml(Document("a:\n  - 9223372036854775808\n"), Limits());
  EXPECT_EQ(Outcome(result), "[number-range]");
  EXPECT_EQ(PlaceOf(result), "2:5");
  EXPECT_EQ(Read("1e400"), "[number-range]");
  EXPECT_EQ(Read("'9223372036854775808'"), "'9223372036854775808'");
}

TEST(YamlTest, AliasesAreCopies) {
  EXPECT_EQ(Read("- &a x\n- *a\n- &b [1, {c: *a}]\n- *b\n- {k: *b}\n"),
            "['x', 'x', [1, {'c': 'x'}], [1, {'c': 'x'}], {'k': [1, {'c': 'x'}]}]");
  EXPECT_EQ(Read("a: &x 1\nb: &x 2\nc: *x\n"), "{'a': 1, 'b': 2, 'c': 2}");
  EXPECT_EQ(Read("- &a [&a 1, *a]\n- *a\n"), "[[1, 1], 1]");
  EXPECT_EQ(Read("- &a\n- *a\n"), "[None, None]");
}

TEST(YamlTest, AliasNeedsAnAnchorThatIsComplete) {
  EXPECT_EQ(Read("*a"), "[yaml-syntax]");
  EXPECT_EQ(Read("&a [*a]"), "[yaml-syntax]");
  EXPECT_EQ(Read("a: &a {b: {c: *a}}"), "[yaml-syntax]");
  EXPECT_EQ(PlaceOf(ReadYaml(Document("é: &a\n  - x\n  - *a\n"), Limits())), "3:5");
}

TEST(YamlTest, NodesKnowWhereTheyAreWritten) {
  const Source source = Document(
      "# größe\n"
      "\"ä\": &anchor plain text   # é\n"
      "list:\n"
      "  - 'é'\n"
      "  - [a, ü]\n"
      "\n"
      "block: |\n"
      "  é\n"
      "copy: *anchor\n"
      "empty:\n"
      "last: {k: 1}\n");
  const auto tree = ReadYaml(source, Limits());
  ASSERT_TRUE(tree) << Outcome(tree);
  const auto key = [&](NodeId id) { return Written(source, (*tree)[id].key_span); };
  const auto value = [&](NodeId id) { return Written(source, (*tree)[id].span); };
  EXPECT_EQ(key(At(*tree, {"ä"})), "\"ä\"");
  EXPECT_EQ(value(At(*tree, {"ä"})), "plain text");
  const NodeId list = At(*tree, {"list"});
  EXPECT_EQ(key(list), "list");
  EXPECT_EQ(value(list), "- 'é'\n  - [a, ü]");
  const NodeId first = *tree->Children(list).begin();
  EXPECT_EQ(value(first), "'é'");
  EXPECT_EQ(value((*tree)[first].end), "[a, ü]");
  EXPECT_EQ(value(NodeId{static_cast<uint32_t>((*tree)[first].end) + 2}), "ü");
  EXPECT_EQ(value(At(*tree, {"block"})), "|\n  é\n");
  EXPECT_EQ(key(At(*tree, {"copy"})), "copy");
  EXPECT_EQ(value(At(*tree, {"copy"})), "plain text");
  EXPECT_EQ(value(At(*tree, {"empty"})), "");
  EXPECT_EQ(value(At(*tree, {"last"})), "{k: 1}");
  EXPECT_EQ(value(At(*tree, {"last", "k"})), "1");
}

TEST(YamlTest, AnchoredContainersPointAtThemselves) {
  const Source source = Document("a: &x # c\n  b: 1\nc: &y\n  [1]\n");
  const auto tree = ReadYaml(source, Limits());
  ASSERT_TRUE(tree);
  EXPECT_EQ(Written(source, (*tree)[At(*tree, {"a"})].span), "b: 1");
  EXPECT_EQ(Written(source, (*tree)[At(*tree, {"c"})].span), "[1]");
}

TEST(YamlTest, PlacesHoldWithCarriageReturnsAndAByteOrderMark) {
  const Source source = Document(
      "\xEF\xBB\xBF"
      "é: ü\r\nb:\r\n  - ß\r\n");
  const auto tree = ReadYaml(source, Limits());
  ASSERT_TRUE(tree);
  EXPECT_EQ(Written(source, (*tree)[At(*tree, {"é"})].span), "ü");
  EXPECT_EQ(Written(source, (*tree)[*tree->Children(At(*tree, {"b"})).begin()].span), "ß");
}

TEST(YamlTest, ErrorsStandWhereTheyAre) {
  const std::vector<std::pair<const char*, const char*>> cases = {
      {"é: b: c", "1:5"},     {"a: 1\nb: !!str x", "2:4"}, {"ü: [1,\n  2", "2:4"},
      {"a: ä\n\x01", "2:1"},  {"a\n...\nb", "3:1"},        {"x: \xE2\x80\xA8", "1:4"},
      {"- é\n- *x\n", "2:3"}, {"# ä\n%TAG ! a\n", "2:1"},
  };
  for (const auto& [text, place] : cases) {
    EXPECT_EQ(PlaceOf(ReadYaml(Document(text), Limits())), place) << text;
  }
}

TEST(YamlTest, PartOfATextHasThePlacesOfTheWhole) {
  const Source source = Document("é\n---\na: ü\nb: [\n---\nrest: [");
  const Span part{7, 13};
  const auto tree = ReadYaml(source, part, Limits());
  ASSERT_TRUE(tree) << Outcome(tree);
  EXPECT_EQ(Show(*tree), "{'a': 'ü'}");
  EXPECT_EQ(Written(source, (*tree)[At(*tree, {"a"})].span), "ü");
  EXPECT_EQ(PlaceOf(ReadYaml(source, {7, 18}, Limits())), "5:1");
}

TEST(YamlTest, NestingUpToTheLimit) {
  Limits limits;
  limits.nesting = 3;
  EXPECT_EQ(Read("[[[1]]]", limits), "[[[1]]]");
  EXPECT_EQ(Read("[[[[]]]]", limits), "[limit-nesting]");
  EXPECT_EQ(Read("- - - 1", limits), "[[[1]]]");
  EXPECT_EQ(Read("- - a: []", limits), "[limit-nesting]");
  EXPECT_EQ(PlaceOf(ReadYaml(Document("- - -\n      - 1"), limits)), "2:7");
}

TEST(YamlTest, NestingCountsWhatAliasesStandFor) {
  Limits limits;
  limits.nesting = 3;
  EXPECT_EQ(Read("- &a [[1]]\n- *a", limits), "[[[1]], [[1]]]");
  EXPECT_EQ(Read("- &a [[1]]\n- [*a]", limits), "[limit-nesting]");
  EXPECT_EQ(Read("- &a 1\n- [[*a]]", limits), "[1, [[1]]]");
}

TEST(YamlTest, NodesUpToTheLimit) {
  Limits limits;
  limits.yaml_nodes = 4;
  EXPECT_EQ(Read("[1, 2, 3]", limits), "[1, 2, 3]");
  EXPECT_EQ(Read("[1, 2, 3, 4]", limits), "[limit-nodes]");
  EXPECT_EQ(Read("[1, 2, 3, []]", limits), "[limit-nodes]");
  limits.yaml_nodes = 5;
  EXPECT_EQ(Read("[&a [1], *a]", limits), "[[1], [1]]");
  EXPECT_EQ(Read("[&a [1], *a, 2]", limits), "[limit-nodes]");
  EXPECT_EQ(Read("[&a [1, 2], *a]", limits), "[limit-nodes]");
}

TEST(YamlTest, BillionLaughsStopsAtTheLimit) {
  std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 10; ++i) {
    const std::string last = "*a" + std::to_string(i - 1);
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + last;
    text += Repeat(", " + last, 8) + "]\n";
  }
  EXPECT_EQ(Read(text), "[limit-nodes]");
}

TEST(YamlTest, ManyAnchorsStayLinear) {
  Limits limits;
  limits.file = 64 << 20;
  limits.yaml_nodes = 1'000'000;
  std::string text;
  for (int i = 0; i < 200'000; ++i) {
    text += "- &a" + std::to_string(i) + " x\n- *a" + std::to_string(i) + "\n";
  }
  const auto tree = ReadYaml(Document(text), limits);
  ASSERT_TRUE(tree) << Outcome(tree);
  EXPECT_EQ(tree->size(), 400'001u);
}

TEST(YamlTest, ManyDirectivesAreRefusedAtTheFirst) {
  std::string text;
  for (int i = 0; i < 50'000; ++i) text += "%TAG !a" + std::to_string(i) + "! x\n";
  EXPECT_EQ(Read(text + "---\na"), "[yaml-unsupported]");
}

TEST(YamlTest, LongTextBeyondAsciiStaysLinear) {
  Limits limits;
  limits.file = 64 << 20;
  limits.yaml_nodes = 1'000'000;
  const std::string text = Repeat("- é: [ü, 'ß']\n", 100'000);
  const Source source = Document(text);
  const auto tree = ReadYaml(source, limits);
  ASSERT_TRUE(tree) << Outcome(tree);
  const Node& last = (*tree)[NodeId{static_cast<uint32_t>(tree->size() - 1)}];
  EXPECT_EQ(Written(source, last.span), "'ß'");
  EXPECT_GT(last.span.begin, text.size() - 10);
}

TEST(YamlTest, HostileNestingNeedsNoStack) {
  Limits deep;
  deep.nesting = 1024;
  RunOnSmallStack([&] {
    for (const char* piece : {"[", "{a: ", "- ", "? ", "{a: b, c: ", "[a, ", "&a [", "{? "}) {
      const std::string outcome = Read(Repeat(piece, 100'000), deep);
      EXPECT_TRUE(outcome == "[limit-nesting]" || outcome == "[yaml-unsupported]")
          << piece << outcome;
    }
    EXPECT_EQ(Read(Repeat("[", 100'000)), "[limit-nesting]");
    EXPECT_EQ(Read(Repeat("[", 128) + Repeat("]", 128)), Repeat("[", 128) + Repeat("]", 128));
  });
}

TEST(YamlTest, SizeUpToTheLimitOfItsNature) {
  Limits limits;
  limits.file = 4;
  limits.context = 6;
  EXPECT_EQ(Outcome(ReadYaml(Document("a: 1"), limits)), "{'a': 1}");
  EXPECT_EQ(Outcome(ReadYaml(Document("a: 12"), limits)), "[limit-size]");
  EXPECT_EQ(Outcome(ReadYaml(Data("a: 123"), limits)), "{'a': 123}");
  EXPECT_EQ(Outcome(ReadYaml(Data("a: 1234"), limits)), "[limit-size]");
}

TEST(YamlTest, DataIsNeverShown) {
  Heap heap{Limits()};
  const auto value = ReadYamlData(Data("a: b"), &heap, Limits());
  ASSERT_TRUE(value);
  EXPECT_FALSE(value->entries()[0].value.is_written());
  const auto refused = ReadYamlData(Data("sesame: open\nsesame: 1"), &heap, Limits());
  ASSERT_FALSE(refused);
  const Diagnostic& diagnostic = refused.error().diagnostics()[0];
  EXPECT_EQ(diagnostic.message, "a key stands twice in one map");
  EXPECT_EQ(diagnostic.line_text, "");
}

TEST(YamlTest, ValueThatDoesNotFitIsRefused) {
  Limits limits;
  limits.string = 3;
  EXPECT_EQ(Read("abc", limits), "'abc'");
  EXPECT_EQ(Read("abcd", limits), "[limit-heap]");
}

}  // namespace
}  // namespace galley
