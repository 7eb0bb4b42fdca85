// Templates made to exhaust something: each parses or meets a limit, on a stack
// that any recursion over the input would overflow.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/stack_testing.h"
#include "engine/jinja/parser_testing.h"

namespace galley::jinja {
namespace {

constexpr size_t kMany = 100'000;

Limits Generous() {
  Limits limits = Limits::Ceiling();
  limits.nesting = limits.chain = limits.keys = limits.arguments = 1'000'000;
  return limits;
}

SyntaxOptions AllStatements() {
  SyntaxOptions options;
  options.do_statement = options.loop_controls = options.generation = true;
  return options;
}

// Parses, dumps and frees `text` on a small stack, and returns the code.
std::string CodeOnSmallStack(std::string_view text, const Limits& limits) {
  std::string code;
  RunOnSmallStack([&] {
    const Result<Tree> tree = ParseText(text, AllStatements(), limits);
    code = tree ? "ok" : std::string(tree.error().code());
    if (tree) code += DumpTree(*tree).empty() ? " without a dump" : "";
  });
  return code;
}

std::string Nested(std::string_view open, std::string_view inside, std::string_view close,
                   size_t depth) {
  return Repeat(open, depth) + std::string(inside) + Repeat(close, depth);
}

struct Case {
  std::string_view name;
  std::string text;
};

// Nesting and chains of every kind, `times` times.
std::vector<Case> Cases(size_t times) {
  return {
      {"sum", Printing(Repeat("1+", times) + "1")},
      {"product", Printing(Repeat("1*", times) + "1")},
      {"power", Printing(Repeat("1**", times) + "1")},
      {"concat", Printing(Repeat("a~", times) + "a")},
      {"and", Printing(Repeat("a and ", times) + "a")},
      {"compare", Printing(Repeat("a<", times) + "a")},
      {"not", Printing(Repeat("not ", times) + "a")},
      {"sign", Printing(Repeat("-", times) + "a")},
      {"condition", Printing(Repeat("a if b else ", times) + "c")},
      {"open condition", Printing("a" + Repeat(" if b", times))},
      {"filters", Printing("a" + Repeat("|f", times))},
      {"tests", Printing("a" + Repeat(" is b(1)", times))},
      {"attributes", Printing("a" + Repeat(".b", times))},
      {"items", Printing("a" + Repeat("[0]", times))},
      {"calls", Printing("a" + Repeat("()", times))},
      {"calls of a filter", Printing("a|f" + Repeat("()", times))},
      {"elifs", "{% if a %}" + Repeat("{% elif b %}", times) + "{% endif %}"},
      {"parentheses", Printing(Nested("(", "a", ")", times))},
      {"lists", Printing(Nested("[", "a", "]", times))},
      {"dicts", Printing(Nested("{a:", "a", "}", times))},
      {"subscripts", Printing(Nested("a[", "a", "]", times))},
      {"arguments", Printing(Nested("f(", "a", ")", times))},
      {"filter arguments", Printing(Nested("a|f(", "a", ")", times))},
      {"test arguments", Printing(Nested("a is b [", "a", "]", times))},
      {"ifs", Nested("{% if a %}", "x", "{% endif %}", times)},
      {"fors", Nested("{% for a in b %}", "x", "{% endfor %}", times)},
      {"else fors", Nested("{% for a in b %}{% else %}", "x", "{% endfor %}", times)},
      {"macros", Nested("{% macro m() %}", "x", "{% endmacro %}", times)},
      {"calls with bodies", Nested("{% call f() %}", "x", "{% endcall %}", times)},
      {"filter blocks", Nested("{% filter f %}", "x", "{% endfilter %}", times)},
      {"set blocks", Nested("{% set a %}", "x", "{% endset %}", times)},
      {"withs", Nested("{% with %}", "x", "{% endwith %}", times)},
      {"generations", Nested("{% generation %}", "x", "{% endgeneration %}", times)},
      {"targets", "{% for " + Nested("(", "a", ")", times) + " in b %}{% endfor %}"},
      {"nested tuples", "{% set " + Nested("(", "a", ",)", times) + " = b %}"},
  };
}

TEST(ParserHostile, DeepAndLongTemplatesMeetALimit) {
  for (const Case& hostile : Cases(kMany)) {
    Limits limits;
    limits.file = 64 << 20;
    EXPECT_EQ(CodeOnSmallStack(hostile.text, limits), "limit-depth") << hostile.name;
  }
}

TEST(ParserHostile, DeepAndLongTemplatesParseWhereTheyMay) {
  for (const Case& hostile : Cases(kMany / 5)) {
    EXPECT_EQ(CodeOnSmallStack(hostile.text, Generous()), "ok") << hostile.name;
  }
}

TEST(ParserHostile, EveryLimitHoldsAtItsNumber) {
  // Templates that need exactly N + 1 levels or operands, and those that need N.
  Limits limits;
  limits.nesting = 20;
  limits.chain = 20;
  for (const Case& fits : Cases(19)) {
    EXPECT_EQ(CodeOf(fits.text, AllStatements(), limits), "ok") << fits.name;
  }
  for (const Case& hostile : Cases(21)) {
    EXPECT_EQ(CodeOf(hostile.text, AllStatements(), limits), "limit-depth") << hostile.name;
  }
  EXPECT_EQ(CodeOf(Printing(Repeat("1+", 20) + "1"), {}, limits), "limit-depth");
  EXPECT_EQ(CodeOf(Printing(Nested("(", "a", ")", 20)), {}, limits), "ok");
  EXPECT_EQ(CodeOf(Nested("{% if a %}", "", "{% endif %}", 20), {}, limits), "ok");
}

TEST(ParserHostile, BlocksAndBracketsNestTogether) {
  Limits limits;
  limits.nesting = 10;
  const auto nested = [](size_t blocks, size_t brackets) {
    return Nested("{% if a %}", Printing(Nested("(", "a", ")", brackets)), "{% endif %}", blocks);
  };
  EXPECT_EQ(CodeOf(nested(4, 6), {}, limits), "ok");
  EXPECT_EQ(CodeOf(nested(4, 7), {}, limits), "limit-depth");
  EXPECT_EQ(CodeOf(nested(5, 6), {}, limits), "limit-depth");
}

TEST(ParserHostile, ChainsOfDifferentItemsDoNotAddUp) {
  Limits limits;
  limits.chain = 5;
  EXPECT_EQ(
      CodeOf("{{ [a.b.c.d, a.b.c.d, f(a.b.c.d, k=a.b.c.d), {a.b.c.d: a.b.c.d}] }}", {}, limits),
      "ok");
}

TEST(ParserHostile, ArgumentsParametersAndItemsAreCounted) {
  Limits limits;
  limits.arguments = 3;
  limits.keys = 3;
  EXPECT_EQ(CodeOf("{{ f(1, 2, 3) }}", {}, limits), "ok");
  EXPECT_EQ(CodeOf("{{ f(1, 2, 3, 4) }}", {}, limits), "limit-size");
  EXPECT_EQ(CodeOf("{% macro m(a, b, c) %}{% endmacro %}", {}, limits), "ok");
  EXPECT_EQ(CodeOf("{% macro m(a, b, c, d) %}{% endmacro %}", {}, limits), "limit-size");
  EXPECT_EQ(CodeOf("{{ [1, 2, 3] }}{{ (1, 2, 3) }}{{ 1, 2, 3 }}{{ a[1, 2, 3] }}", {}, limits),
            "ok");
  EXPECT_EQ(CodeOf("{{ {1: 1, 2: 2, 3: 3} }}", {}, limits), "ok");
  for (const char* text :
       {"{{ [1, 2, 3, 4] }}", "{{ (1, 2, 3, 4) }}", "{{ 1, 2, 3, 4 }}", "{{ a[1, 2, 3, 4] }}",
        "{{ {1: 1, 2: 2, 3: 3, 4: 4} }}", "{% set a, b, c, d = e %}"}) {
    EXPECT_EQ(CodeOf(text, {}, limits), "limit-size") << text;
  }
}

TEST(ParserHostile, DelimitersWithoutEnd) {
  const std::pair<std::string_view, std::string_view> expected[] = {
      {"{ ", "ok"},
      {"{{", "limit-depth"},
      {"{%", "template-syntax"},
      {"{#", "template-syntax"},
      {"#}", "ok"},
      {"-%}", "ok"},
      {"{%-", "template-syntax"},
      {"{{ '", "template-syntax"},
      {"{{ (", "limit-depth"},
      {"{% raw %}", "template-syntax"},
      {"{% if x %}", "limit-depth"},
      {"{{ x }}", "ok"},
      {"\n# ", "ok"},
  };
  for (const auto& [part, code] : expected) {
    EXPECT_EQ(CodeOnSmallStack(Repeat(part, kMany / 10), Limits()), code) << part;
  }
}

TEST(ParserHostile, EveryCutOfATemplateIsHandled) {
  const std::string text =
      "a{%- for x, (y, z) in f(1, *b, k='\\u00e9')|d if not x is e 3 recursive -%}\n{# c #}"
      "{{ x[1:2].b ~ -1.5e3 if {'a': [()]} else none }}{% else %}{% raw %}{{{% endraw %}"
      "{% set ns.a = 1 %}{% endfor %}";
  ASSERT_EQ(CodeOf(text), "ok");
  for (size_t size = 0; size < text.size(); ++size) {
    const std::string front = CodeOf(text.substr(0, size));
    EXPECT_EQ(front, size <= 2 ? "ok" : "template-syntax") << size;
    const std::string back = CodeOf(text.substr(size));
    EXPECT_TRUE(back == "ok" || back == "template-syntax") << back << " at " << size;
  }
}

}  // namespace
}  // namespace galley::jinja
