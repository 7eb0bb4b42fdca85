// Handlebars templates that kill other engines.  Each must give a text or a
// diagnostic, on a stack of 64 KiB, within the limits.
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "galley/galley.h"
#include "tests/hostile/hostile_case.h"

namespace galley::testing {
namespace {

constexpr int kMany = 150'000;
constexpr int kDeep = 100'000;
constexpr int kWide = 30'000;

// A chain is as deep as nesting to an engine that recurses.
std::vector<Case> Chains() {
  std::vector<Case> cases;
  const auto add = [&](std::string_view name, std::string source) {
    cases.push_back({"chain " + std::string(name), std::move(source)});
  };
  add("names", Repeat("{{a}}", kMany));
  add("new names", [] {
    std::string source;
    for (int i = 0; i < kMany / 2; ++i) source += "{{a" + std::to_string(i) + "}}";
    return source;
  }());
  add("triple stashes", Repeat("{{{a}}}", kMany));
  add("comments", Repeat("{{!a}}", kMany));
  add("blanks", Repeat(" ", kMany) + "{{a}}" + Repeat("\n", kMany) + "{{#if a}}" +
                    Repeat(" ", kMany) + "{{/if}}");
  add("line breaks around tags", Repeat("\n{{! a }}\n", kMany / 4));
  add("stripped blanks", Repeat(" {{~a~}} ", kMany / 4));
  add("else if", "{{#if a}}" + Repeat("{{else if a}}", kWide) + "{{/if}}");
  add("else if within the limit", "{{#if no}}" + Repeat("{{else if no}}x", 9'000) + "{{/if}}");
  add("else with within the limit",
      "{{#with no}}" + Repeat("{{else with no}}x", 9'000) + "{{/with}}");
  add("else each", "{{#each a}}" + Repeat("{{else each a as |x|}}{{x}}", kWide) + "{{/each}}");
  add("path", "{{a" + Repeat(".a", kMany) + "}}");
  add("path within the limit", "{{a" + Repeat(".a", 9'000) + "}}");
  add("slashes", "{{a" + Repeat("/a", kMany) + "}}");
  add("brackets", "{{a" + Repeat("[a]", kMany) + "}}");
  add("parents", "{{" + Repeat("../", kMany) + "a}}");
  add("parents within the limit", "{{" + Repeat("../", 9'000) + "a}}");
  add("data parents", "{{@" + Repeat("../", 9'000) + "index}}");
  add("path of this", "{{this" + Repeat("/a", 9'000) + "}}");
  add("arguments", "{{f " + Repeat("a ", kMany) + "}}");
  add("hash", "{{f " + Repeat("a=1 ", kMany) + "}}");
  add("hash of a partial", "{{> p " + Repeat("a=1 ", 255) + "}}");
  add("block parameters", "{{#each a as |" + Repeat("x ", kMany) + "|}}{{x}}{{/each}}");
  add("ifs", Repeat("{{#if a}}x{{/if}}", kMany / 4));
  add("eaches", Repeat("{{#each l}}x{{/each}}", kMany / 4));
  add("sections", Repeat("{{#a}}x{{/a}}", kMany / 4));
  add("partials", Repeat("{{> p}}", kMany / 4));
  add("inline partials", Repeat("{{#*inline \"i\"}}x{{/inline}}", kWide) + "{{> i}}");
  add("new inline partials", [] {
    std::string source;
    for (int i = 0; i < 20'000; ++i) {
      source += "{{#*inline \"i" + std::to_string(i) + "\"}}x{{/inline}}";
    }
    return source + Repeat("{{> i0}}", 10'000);
  }());
  add("raw blocks", Repeat("{{{{if a}}}}{{x}}{{{{/if}}}}", kMany / 8));
  add("escaped tags", Repeat("\\{{a}}", kMany));
  add("backslashes", Repeat("\\", kMany) + "{{a}}");
  add("one long name", "{{" + Repeat("a", kDeep) + "}}");
  add("one long number", "{{lookup a " + Repeat("9", kDeep) + "}}");
  add("one long string", "{{lookup a \"" + Repeat("\\\"", kDeep) + "\"}}");
  add("unclosed string", "{{lookup a \"" + Repeat("\\\"", kDeep));
  add("unclosed bracket", "{{[" + Repeat("a", kDeep));
  add("unclosed comment", "{{!--" + Repeat("-", kDeep));
  add("unclosed raw block", "{{{{a}}}}" + Repeat("{", kDeep));
  return cases;
}

std::vector<Case> Nests() {
  std::vector<Case> cases;
  const auto nest = [&](std::string_view name, std::string_view open, std::string_view close) {
    cases.push_back({"nest " + std::string(name), Around(open, "x", close, kDeep)});
    cases.push_back({"unclosed " + std::string(name), Repeat(open, kDeep)});
    cases.push_back({"unopened " + std::string(name), Repeat(close, kDeep)});
    cases.push_back({"allowed " + std::string(name), Around(open, "x", close, 120)});
  };
  nest("if", "{{#if a}}", "{{/if}}");
  nest("else", "{{#if no}}{{else}}", "{{/if}}");
  nest("unless", "{{#unless no}}", "{{/unless}}");
  nest("each", "{{#each l}}", "{{/each}}");
  nest("with", "{{#with m}}", "{{/with}}");
  nest("section", "{{#m}}", "{{/m}}");
  nest("inverted section", "{{^no}}", "{{/no}}");
  nest("block parameters", "{{#each l as |x|}}", "{{/each}}");
  nest("partial block", "{{#> p}}", "{{/p}}");
  nest("missing partial", "{{#> none}}", "{{/none}}");
  nest("inline partial", "{{#*inline \"i\"}}", "{{/inline}}");
  nest("sub-expression", "{{lookup a (", ")}}");
  cases.push_back(
      {"sub-expressions", "{{lookup a " + Around("(lookup a ", "1", ")", kDeep) + "}}"});
  cases.push_back(
      {"allowed sub-expressions", "{{lookup a " + Around("(lookup a ", "1", ")", 120) + "}}"});
  cases.push_back({"sub-expressions in hashes",
                   "{{lookup a b=" + Around("(lookup a b=", "1", ")", kDeep) + "}}"});
  cases.push_back({"unclosed sub-expressions", "{{a " + Repeat("(a ", kDeep)});
  cases.push_back({"open tags", Repeat("{{", kDeep)});
  cases.push_back({"braces", Repeat("{", kDeep)});
  cases.push_back({"closing braces", "{{a" + Repeat("}", kDeep)});
  cases.push_back({"raw in raw", Repeat("{{{{a}}}}", kDeep)});
  cases.push_back({"raw in raw, closed", Around("{{{{a}}}}", "x", "{{{{/a}}}}", kWide)});
  return cases;
}

// Little text that asks for much.
std::vector<Case> Bombs() {
  std::vector<Case> cases;
  const auto add = [&](std::string_view name, std::string source) {
    cases.push_back({"bomb " + std::string(name), std::move(source)});
  };
  add("partial that calls itself", "{{> self}}");
  add("partial that calls itself twice", "{{> twice}}");
  add("partials in a circle", "{{> one}}");
  add("partial with itself as block", "{{> block}}");
  add("growing contexts", "{{> grow x=1}}");
  add("indentation that grows", "{{> indent}}");
  add("inline partial that calls itself", "{{#*inline \"i\"}}{{> i}}{{/inline}}{{> i}}");
  add("inline partial that calls itself twice",
      "{{#*inline \"i\"}}{{> i}}{{> i}}{{/inline}}{{> i}}");
  add("inline partials that double", [] {
    std::string source = "{{#*inline \"i0\"}}xxxxxxxxxx{{/inline}}";
    for (int i = 1; i < 60; ++i) {
      const std::string before = "{{> i" + std::to_string(i - 1) + "}}";
      source += "{{#*inline \"i" + std::to_string(i) + "\"}}" + before + before + "{{/inline}}";
    }
    return source + "{{> i59}}";
  }());
  add("inline partials that define themselves",
      "{{#*inline \"i\"}}{{#*inline \"i\"}}{{> i}}{{/inline}}{{> i}}{{/inline}}{{> i}}");
  add("blocks that define partials",
      Around("{{#> p}}{{#*inline \"a\"}}", "x", "{{/inline}}{{/p}}", 60));
  add("many definitions in every call", "{{#*inline \"i\"}}" +
                                            Repeat("{{#*inline \"j\"}}x{{/inline}}", 20'000) +
                                            "{{> i}}{{/inline}}{{> i}}");
  add("block of a block", "{{#> wrap}}{{#> wrap}}{{#> wrap}}x{{/wrap}}{{/wrap}}{{/wrap}}");
  add("blocks that print their block twice", Around("{{#> pair}}", "xxxxxxxx", "{{/pair}}", 60));
  add("block that calls its block", "{{#> loop}}{{> @partial-block}}{{/loop}}");
  add("nested loops", Around("{{#each big}}", "", "{{/each}}", 8));
  add("nested loops with output", Around("{{#each big}}", "xxxxxxxxxx", "{{/each}}", 8));
  add("nested sections", Around("{{#big}}", "{{.}}", "{{/big}}", 8));
  add("loops through the root",
      "{{#each big}}" + Around("{{#each @root.big}}", "{{@index}}", "{{/each}}", 7) + "{{/each}}");
  add("printing large lists", "{{#each big}}{{#each ../big}}{{../../big}}{{/each}}{{/each}}");
  add("JSON of large lists",
      "{{#each big}}{{#each @root.big}}{{json @root.big indent=16}}{{/each}}{{/each}}");
  add("joins", "{{join big (join big (join big (join big (join big \"xxxxxxxxxx\"))))}}");
  add("logs",
      "{{#each big}}{{#each @root.big}}{{#each @root.big}}{{log "
      "@root.big}}{{/each}}{{/each}}{{/each}}");
  add("truncation", "{{truncate long 9007199254740992 end=long}}");
  add("negative truncation", "{{truncate long -1}}");
  add("indentation of JSON", "{{json big indent=9007199254740992}}");
  add("characters of a string",
      "{{#each big}}{{#each @root.big}}{{@root.long.[9999]}}{{/each}}{{/each}}");
  add("length of a string", Around("{{#each big}}", "{{@root.long.length}}", "{{/each}}", 6));
  add("a string as a map",
      "{{#each big}}{{#each @root.big}}{{> p @root.long x=1}}{{/each}}{{/each}}");
  add("comparing long contexts",
      "{{#with long}}" +
          Around("{{#each @root.big}}{{#with @root.long}}", "{{../x}}", "{{/with}}{{/each}}", 5) +
          "{{/with}}");
  add("names in outer contexts", Around("{{#each big}}", "{{none}}", "{{/each}}", 6));
  return cases;
}

// Names that lead out of the data elsewhere.
std::vector<Case> Names() {
  std::vector<Case> cases;
  for (const char* object : {"this", "a", "l", "m", "a.b", "@root", "lookup", "f"}) {
    for (const char* name :
         {"constructor", "__proto__", "prototype", "toString", "valueOf", "hasOwnProperty",
          "__defineGetter__", "__lookupGetter__", "call", "apply", "bind", "push", "map",
          "charCodeAt", "_parent", "partial-block"}) {
      const std::string path = std::string(object) + "." + name;
      cases.push_back({path, "{{" + path + "}}"});
      cases.push_back({path + " called", "{{" + path + " 1}}"});
      cases.push_back(
          {path + " as a key", "{{lookup " + std::string(object) + " \"" + name + "\"}}"});
      cases.push_back({path + " as a section", "{{#" + path + "}}x{{/" + path + "}}"});
      cases.push_back({path + " as a partial", "{{> (lookup . \"" + std::string(name) + "\")}}"});
    }
  }
  return cases;
}

std::string BigList() { return "[" + Repeat("[1,2],", 199) + "0]"; }

std::string Parameters(const std::string& source, std::string_view options) {
  return JsonObject()
      .Set("language", "handlebars")
      .Set("source", source)
      .SetJson("options", options)
      .SetJson("data", JsonObject()
                           .Set("a", "x")
                           .Set("no", false)
                           .SetJson("l", "[1]")
                           .SetJson("m", R"({"m": {"m": {}}})")
                           .SetJson("big", BigList())
                           .Set("long", Repeat("y\u20ac", 10'000))
                           .text())
      .SetJson("templates", JsonObject()
                                .Set("p", "x")
                                .Set("self", "{{> self}}")
                                .Set("twice", "{{> twice}}{{> twice}}")
                                .Set("one", "{{> two}}")
                                .Set("two", "{{#each l}}{{> one}}{{/each}}{{> one}}")
                                .Set("block", "{{#> block}}{{> @partial-block}}{{/block}}")
                                .Set("grow", "{{> grow x=this y=this}}")
                                .Set("indent", "x\n    {{> indent}}\n")
                                .Set("wrap", "[{{> @partial-block}}{{> @partial-block}}]")
                                .Set("pair", "{{> @partial-block}}{{> @partial-block}}")
                                .Set("loop", "{{#> loop}}{{> @partial-block}}{{/loop}}")
                                .text())
      .text();
}

void ExpectSurvives(const Case& hostile, std::string_view options = "{}") {
  testing::ExpectSurvives(hostile.name, Parameters(hostile.source, options));
}

TEST(HandlebarsHostileTest, ChainsMeetALimitOrRender) {
  for (const Case& hostile : Chains()) ExpectSurvives(hostile);
}

TEST(HandlebarsHostileTest, NestsMeetALimitOrRender) {
  for (const Case& hostile : Nests()) ExpectSurvives(hostile);
}

TEST(HandlebarsHostileTest, BombsMeetALimit) {
  for (const Case& hostile : Bombs()) ExpectSurvives(hostile);
}

TEST(HandlebarsHostileTest, BombsMeetALimitWhereContextsAreSearched) {
  for (const Case& hostile : Bombs()) ExpectSurvives(hostile, R"({"compat": true})");
}

TEST(HandlebarsHostileTest, NamesThatLeadOutsideAreOrdinaryMissingKeys) {
  for (const Case& hostile : Names()) ExpectSurvives(hostile);
}

TEST(HandlebarsHostileTest, ThereAreEnoughCases) {
  EXPECT_GE(Chains().size() + Nests().size() + Bombs().size(), 100u);
  EXPECT_GE(Names().size(), 500u);
}

}  // namespace
}  // namespace galley::testing
