// Single rules; whole templates are in tests/spec/handlebars/whitespace.
#include "engine/handlebars/whitespace.h"

#include <string>

#include <gtest/gtest.h>

#include "engine/handlebars/parser.h"

namespace galley::handlebars {
namespace {

// The texts that are left, in the order of the template, each in angle brackets.
std::string Left(std::string_view source, bool ignore_standalone = false) {
  Result<Tree> tree = Parse(Source("t", source), Limits());
  if (!tree) return "error";
  ControlWhitespace(source, ignore_standalone, &*tree);
  std::string left;
  for (const Node& node : tree->nodes) {
    if (node.kind != NodeKind::kContent) continue;
    left +=
        '<' + std::string(source.substr(node.value.begin, node.value.end - node.value.begin)) + '>';
  }
  return left;
}

TEST(HandlebarsWhitespace, AMustacheKeepsItsLine) {
  EXPECT_EQ(Left("a\n {{b}} \nc"), "<a\n >< \nc>");
}

TEST(HandlebarsWhitespace, ATildeTakesAllBlanks) {
  EXPECT_EQ(Left("a \n {{~b~}} \n\n c"), "<a><c>");
  EXPECT_EQ(Left("a {{~b}} c"), "<a>< c>");
}

TEST(HandlebarsWhitespace, ATagAloneTakesItsLine) {
  EXPECT_EQ(Left("a\n  {{#b}}  \n c\n {{/b}} \nd"), "<a\n>< c\n><d>");
  EXPECT_EQ(Left("{{#b}}\n{{/b}}"), "<>");
  EXPECT_EQ(Left("a\n{{! c }}\nb"), "<a\n><b>");
  EXPECT_EQ(Left("a\n  {{> p}}\nb"), "<a\n><b>");
}

TEST(HandlebarsWhitespace, NotBesideOtherThings) {
  EXPECT_EQ(Left("a {{#b}}\nc\n{{/b}}"), "<a ><\nc\n>");
  EXPECT_EQ(Left("{{a}}{{#b}}\nc{{/b}}"), "<\nc>");
}

TEST(HandlebarsWhitespace, AnElseAloneTakesItsLine) {
  EXPECT_EQ(Left("{{#a}}\nb\n{{else}}\nc\n{{/a}}\n"), "<b\n><c\n><>");
}

TEST(HandlebarsWhitespace, OrNothingDoes) {
  EXPECT_EQ(Left("a\n{{#b}}\nc\n{{/b}}\n", true), "<a\n><\nc\n><\n>");
  EXPECT_EQ(Left("a\n{{~#b}}\nc\n{{/b}}\n", true), "<a><\nc\n><\n>");
}

TEST(HandlebarsWhitespace, APartialRemembersItsIndent) {
  constexpr std::string_view kSource = "a\n \t{{> p}}\n";
  Result<Tree> tree = Parse(Source("t", kSource), Limits());
  ASSERT_TRUE(tree);
  ControlWhitespace(kSource, false, &*tree);
  for (const Node& node : tree->nodes) {
    if (node.kind != NodeKind::kPartial) continue;
    EXPECT_EQ(node.indent, (Span{2, 4}));
  }
}

}  // namespace
}  // namespace galley::handlebars
