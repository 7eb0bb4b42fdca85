#include "engine/handlebars/compile.h"

#include <string>

#include <gtest/gtest.h>

#include "engine/code/disassemble.h"
#include "engine/code/verify.h"

namespace galley::handlebars {
namespace {

constexpr std::string_view kTemplates[] = {
    "",
    "text",
    "{{a}}{{a.b}}{{{a}}}{{this}}{{..}}{{../a}}{{@index}}{{@../key}}{{@root.a.b}}{{@x}}",
    "{{#if a}}x{{else if b}}y{{else}}z{{/if}}{{#unless a includeZero=b}}x{{/unless}}",
    "{{#each a as |x i|}}{{x.y}}{{i}}{{../b}}{{else}}z{{/each}}",
    "{{#with a as |b c|}}{{b}}{{c}}{{/with}}",
    "{{#a}}{{b}}{{else}}{{c}}{{/a}}{{^a}}x{{/a}}{{#a as |x|}}{{x}}{{/a}}",
    "{{lookup a b}}{{lookup a}}{{log a b level=1}}{{log}}{{upper (join a b)}}{{f a}}{{if a}}",
    "{{> p}}{{> p a b=c}}{{> (lookup a b) c}}\n  {{> p}}\n",
    "{{#> p}}{{#*inline \"i\"}}x{{/inline}}y{{/p}}",
    "{{#*inline \"i\"}}{{#each a as |x|}}{{#> p}}{{x}}{{/p}}{{/each}}{{/inline}}{{> i}}",
    "{{* inline}}",
    "{{{{if a}}}}{{x}}{{{{/if}}}}",
};

Result<Unit> CompileText(std::string_view text, const CompileOptions& options = {},
                         const Limits& limits = {}) {
  return Compile(Source("t", text), options, limits);
}

TEST(HandlebarsCompile, CodePassesTheVerifier) {
  for (int bits = 0; bits < 64; ++bits) {
    CompileOptions options;
    options.no_escape = bits & 1;
    options.strict = bits & 2;
    options.assume_objects = bits & 4;
    options.compat = bits & 8;
    options.explicit_partial_context = bits & 16;
    options.adds_numbers = options.prevent_indent = bits & 32;
    for (const std::string_view text : kTemplates) {
      const Result<Unit> unit = CompileText(text, options);
      ASSERT_TRUE(unit) << text;
      EXPECT_EQ(Verify(*unit), std::nullopt) << text;
      EXPECT_FALSE(Disassemble(*unit).empty());
    }
  }
}

TEST(HandlebarsCompile, BlocksAreCodeInPlace) {
  const Result<Unit> unit =
      CompileText("{{#each a}}{{#if b}}{{#with c}}{{d}}{{/with}}{{/if}}{{/each}}");
  ASSERT_TRUE(unit);
  EXPECT_EQ(unit->routines.size(), 1u);
}

TEST(HandlebarsCompile, NestedDefinitionsAreLoweredOnce) {
  std::string source = "x";
  for (int i = 0; i < 40; ++i) source = "{{#> p}}{{#*inline \"i\"}}" + source + "{{/inline}}{{/p}}";
  const Result<Unit> unit = CompileText(source);
  ASSERT_TRUE(unit);
  EXPECT_EQ(unit->routines.size(), 81u);
}

TEST(HandlebarsCompile, KnowsThePartialsThatItNames) {
  const Result<Unit> unit = CompileText("{{> a/b}}{{> (lookup . 'x')}}{{#> c}}{{/c}}");
  ASSERT_TRUE(unit);
  ASSERT_EQ(unit->links.size(), 2u);
  EXPECT_EQ(unit->constants[unit->links[0]].as_string(), "a/b");
  EXPECT_EQ(unit->constants[unit->links[1]].as_string(), "c");
}

TEST(HandlebarsCompile, UnknownHelpersAreRefusedOnDemand) {
  constexpr std::string_view kSource = "{{#if a}}{{lokup b 1}}{{/if}}";
  EXPECT_TRUE(CompileText(kSource));
  CompileOptions options;
  options.refuse_unknown_helpers = true;
  const Result<Unit> unit = CompileText(kSource, options);
  ASSERT_FALSE(unit);
  const Diagnostic& reason = unit.error().diagnostics().front();
  EXPECT_EQ(reason.code, "unknown-helper");
  EXPECT_EQ(reason.hint, "did you mean `lookup`?");
  EXPECT_EQ(reason.range.start.column, 12u);
}

TEST(HandlebarsCompile, InstructionsAreLimited) {
  std::string source = "{{> p";
  for (int i = 0; i < 20; ++i) source += " a" + std::to_string(i) + "=1";
  source += "}}";
  CompileOptions options;
  options.compat = true;
  Limits limits;
  limits.tokens = 66;
  EXPECT_TRUE(CompileText(source, options, limits));
  limits.tokens = 65;
  const Result<Unit> unit = CompileText(source, options, limits);
  ASSERT_FALSE(unit);
  EXPECT_EQ(unit.error().code(), "limit-depth");
}

}  // namespace
}  // namespace galley::handlebars
