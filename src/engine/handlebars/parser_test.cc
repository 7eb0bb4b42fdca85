#include "engine/handlebars/parser.h"

#include <string>

#include <gtest/gtest.h>

namespace galley::handlebars {
namespace {

std::string CodeOf(std::string_view text, const Limits& limits = {}) {
  const Result<Tree> tree = Parse(Source("t", text), limits);
  return tree ? "" : std::string(tree.error().code());
}

const Path& OnlyPath(const Tree& tree) { return tree.paths.front(); }

TEST(HandlebarsParser, Paths) {
  const Result<Tree> tree = Parse(Source("t", "{{../a/[b c].d}}"), Limits());
  ASSERT_TRUE(tree);
  const Path& path = OnlyPath(*tree);
  EXPECT_EQ(path.original, "../a/b c.d");
  EXPECT_EQ(path.depth, 1u);
  EXPECT_EQ(path.parts.size, 3u);
  EXPECT_TRUE(path.is_scoped);
  EXPECT_FALSE(path.is_simple());
}

TEST(HandlebarsParser, ScopedPaths) {
  EXPECT_TRUE(IsScopedPath("this"));
  EXPECT_TRUE(IsScopedPath("this.a"));
  EXPECT_TRUE(IsScopedPath("./a"));
  EXPECT_TRUE(IsScopedPath("a-this"));
  EXPECT_FALSE(IsScopedPath("thistle"));
  EXPECT_FALSE(IsScopedPath("a"));
}

TEST(HandlebarsParser, BracketsMayFollowAtOnce) {
  const Result<Tree> path = Parse(Source("t", "{{a[0]}}"), Limits());
  ASSERT_TRUE(path);
  EXPECT_EQ(OnlyPath(*path).parts.size, 2u);
  const Result<Tree> call = Parse(Source("t", "{{a [0]}}"), Limits());
  ASSERT_TRUE(call);
  EXPECT_EQ(OnlyPath(*call).parts.size, 1u);
}

TEST(HandlebarsParser, ABlockKnowsItsBodies) {
  const Result<Tree> tree = Parse(Source("t", "{{^a}}x{{else}}y{{/a}}"), Limits());
  ASSERT_TRUE(tree);
  const Node& block = (*tree)[tree->Statements(tree->root)[0]];
  const Node& program = (*tree)[tree->Statements(block.program)[0]];
  EXPECT_EQ(program.span.begin, 15u);  // the `y`: an inverted block has its bodies swapped
}

TEST(HandlebarsParser, ChainsAreBlocksInBodies) {
  const Result<Tree> tree = Parse(Source("t", "{{#if a}}{{else if b}}{{else}}{{/if}}"), Limits());
  ASSERT_TRUE(tree);
  const Node& block = (*tree)[tree->Statements(tree->root)[0]];
  const Body& inverse = (*tree)[block.inverse];
  EXPECT_TRUE(inverse.chained);
  EXPECT_EQ(inverse.statements.size, 1u);
}

TEST(HandlebarsParser, WhatDoesNotParse) {
  for (const char* text : {"{{}}",
                           "{{.a}}",
                           "{{a..b}",
                           "{{#a}}",
                           "{{/a}}",
                           "{{#a}}{{/b}}",
                           "{{else}}",
                           "{{#>a}}{{else}}{{/a}}",
                           "{{#*a}}{{else}}{{/a}}",
                           "{{^a}}{{else if b}}{{/a}}",
                           "{{#a}}{{else}}{{else}}{{/a}}",
                           "{{(a)}}",
                           "{{a|b}}",
                           "{{a=b}}",
                           "{{#a as |}}{{/a}}",
                           "{{#a as |b}}{{/a}}",
                           "{{a b=}}",
                           "{{a (b}}",
                           "{{a b)}}",
                           "{{{a}}",
                           "{{a}}}",
                           "{{{{a}}}}",
                           "{{{{a}}}}{{{{/b}}}}",
                           "{{{{1}}}}{{{{/1}}}}",
                           "{{> a b c}}",
                           "{{#> (a)}}{{/a}}",
                           "{{@}}",
                           "{{a.this}}",
                           "{{a/..}}",
                           "{{!",
                           "{{!--",
                           "{{\"a}}",
                           "{{[a}}",
                           "{{else.x}}",
                           "{{#1}}{{/2}}"}) {
    EXPECT_EQ(CodeOf(text), "template-syntax") << text;
  }
}

TEST(HandlebarsParser, WhatParses) {
  for (const char* text :
       {"", "a}}", "{ {a} }", "{{a..b}}", "{{a b c=d}}", "{{#1}}{{/1}}", "{{#\"a\"}}{{/a}}",
        "{{#[a]}}{{/a}}", "{{#a}}{{^b}}{{/b}}{{/a}}", "{{[else]}}", "{{as}}", "{{> 1}}{{> \"a\"}}",
        "{{> (a)}}", "{{#> @partial-block}}{{/@partial-block}}", "{{* a}}", "{{@../a}}"}) {
    EXPECT_EQ(CodeOf(text), "") << text;
  }
}

TEST(HandlebarsParser, LimitsHoldAtTheirValue) {
  Limits limits;
  limits.nesting = 2;
  EXPECT_EQ(CodeOf("{{#a}}{{#a}}{{/a}}{{/a}}", limits), "");
  EXPECT_EQ(CodeOf("{{#a}}{{#a}}{{#a}}{{/a}}{{/a}}{{/a}}", limits), "limit-depth");
  EXPECT_EQ(CodeOf("{{a (a b)}}", limits), "");
  EXPECT_EQ(CodeOf("{{a (a (a b))}}", limits), "limit-depth");
  limits = {};
  limits.chain = 2;
  EXPECT_EQ(CodeOf("{{a.b}}", limits), "");
  EXPECT_EQ(CodeOf("{{a.b.c}}", limits), "limit-size");
  EXPECT_EQ(CodeOf("{{#a}}{{else a}}{{else a}}{{/a}}", limits), "");
  EXPECT_EQ(CodeOf("{{#a}}{{else a}}{{else a}}{{else a}}{{/a}}", limits), "limit-size");
  limits = {};
  limits.arguments = 2;
  EXPECT_EQ(CodeOf("{{a b c d=1 e=1}}", limits), "");
  EXPECT_EQ(CodeOf("{{a b c d}}", limits), "limit-size");
  EXPECT_EQ(CodeOf("{{a b=1 c=1 d=1}}", limits), "limit-size");
}

TEST(HandlebarsParser, ThreeBracesGetAHint) {
  const Result<Tree> tree = Parse(Source("t", R"({"a":{{x}}})"), Limits());
  ASSERT_FALSE(tree);
  EXPECT_EQ(tree.error().diagnostics().front().hint, "put a blank before the last brace");
}

}  // namespace
}  // namespace galley::handlebars
