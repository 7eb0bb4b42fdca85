// Templates that kill other engines, through the same door as any other.  Each
// must give a text or a diagnostic, on a stack of 64 KiB, within the limits.
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "galley/galley.h"
#include "tests/hostile/hostile_case.h"

namespace galley::testing {
namespace {

constexpr int kMany = 200'000;
constexpr int kDeep = 100'000;

std::string Print(std::string_view expression) { return "{{ " + std::string(expression) + " }}"; }

// A chain is as deep as nesting to an engine that recurses.
std::vector<Case> Chains() {
  std::vector<Case> cases;
  const auto chain = [&](std::string_view name, std::string_view first, std::string_view link) {
    cases.push_back(
        {"chain " + std::string(name), Print(std::string(first) + Repeat(link, kMany))});
  };
  chain("add", "1", "+1");
  chain("subtract", "1", "-1");
  chain("multiply", "1", "*1");
  chain("divide", "1", "/1");
  chain("floor divide", "1", "//1");
  chain("modulo", "1", "%2");
  chain("power", "1", "**1");
  chain("concatenate", "1", "~1");
  chain("and", "1", " and 1");
  chain("or", "0", " or 0");
  chain("less", "1", "<2");
  chain("equal", "1", "==1");
  chain("in", "1", " in x");
  chain("not in", "1", " not in x");
  chain("is", "1", " is defined");
  chain("is not", "1", " is not none");
  chain("filter", "x", "|trim");
  chain("filter with argument", "x", "|default(1)");
  chain("attribute", "x", ".b");
  chain("item", "x", "['b']");
  chain("integer attribute", "x", ".0");
  chain("slice", "x", "[1:]");
  chain("call", "x", "()");
  chain("method", "x", ".upper()");
  chain("condition", "1", " if 1 else 1");
  chain("string literals", "'a'", " 'a'");
  chain("tuple", "1", ",1");
  cases.push_back({"chain not", Print(Repeat("not ", kMany) + "1")});
  cases.push_back({"chain minus", Print(Repeat("-", kMany) + "1")});
  cases.push_back({"chain plus", Print(Repeat("+", kMany) + "1")});
  cases.push_back({"chain elif", "{% if 0 %}" + Repeat("{% elif 0 %}", kMany) + "{% endif %}"});
  cases.push_back({"chain set", Repeat("{% set x = 1 %}", kMany)});
  cases.push_back({"chain print", Repeat("{{ 1 }}", kMany)});
  cases.push_back({"chain comment", Repeat("{# x #}", kMany)});
  cases.push_back({"chain if", Repeat("{% if 1 %}{% endif %}", kMany / 2)});
  cases.push_back({"chain for", Repeat("{% for x in y %}{% endfor %}", kMany / 4)});
  cases.push_back({"chain macro", Repeat("{% macro m() %}{% endmacro %}", kMany / 4)});
  cases.push_back({"chain raw", Repeat("{% raw %}{{{% endraw %}", kMany / 4)});
  cases.push_back({"chain filter block", Repeat("{% filter upper %}x{% endfilter %}", kMany / 4)});
  cases.push_back({"chain of named filters",
                   "{% filter upper" + Repeat("|lower", kMany) + " %}x{% endfilter %}"});
  return cases;
}

std::vector<Case> Nests() {
  std::vector<Case> cases;
  const auto nest = [&](std::string_view name, std::string_view open, std::string_view middle,
                        std::string_view close) {
    cases.push_back({"nest " + std::string(name), Print(Around(open, middle, close, kDeep))});
    cases.push_back({"unclosed " + std::string(name), "{{ " + Repeat(open, kDeep)});
  };
  nest("parentheses", "(", "1", ")");
  nest("lists", "[", "1", "]");
  nest("tuples", "(", "1", ",)");
  nest("maps", "{1:", "1", "}");
  nest("calls", "f(", "1", ")");
  nest("keyword arguments", "f(a=", "1", ")");
  nest("items", "x[", "1", "]");
  nest("filters", "x|d(", "1", ")");
  nest("conditions", "1 if (", "1", ") else 1");
  nest("not", "not (", "1", ")");
  nest("concatenation", "1 ~ (", "1", ")");
  const auto block = [&](std::string_view name, std::string_view open, std::string_view close) {
    cases.push_back({"nest " + std::string(name), Around(open, "x", close, kDeep)});
    cases.push_back({"unclosed " + std::string(name), Repeat(open, kDeep)});
    cases.push_back({"unopened " + std::string(name), Repeat(close, kDeep)});
  };
  block("if", "{% if 1 %}", "{% endif %}");
  block("else", "{% if 1 %}{% else %}", "{% endif %}");
  block("for", "{% for x in [1] %}", "{% endfor %}");
  block("for else", "{% for x in [] %}{% else %}", "{% endfor %}");
  block("recursive for", "{% for x in [1] recursive %}", "{% endfor %}");
  block("filtered for", "{% for x in [1] if x %}", "{% endfor %}");
  block("macro", "{% macro m() %}", "{% endmacro %}");
  block("call", "{% call m() %}", "{% endcall %}");
  block("filter", "{% filter upper %}", "{% endfilter %}");
  block("set", "{% set x %}", "{% endset %}");
  block("with", "{% with a = 1 %}", "{% endwith %}");
  block("autoescape", "{% autoescape true %}", "{% endautoescape %}");
  cases.push_back({"open tags", Repeat("{% ", kDeep)});
  cases.push_back({"open prints", Repeat("{{ ", kDeep)});
  cases.push_back({"open comments", Repeat("{# ", kDeep)});
  cases.push_back({"open raw", Repeat("{% raw %}", kDeep)});
  cases.push_back({"braces", Repeat("{", kDeep)});
  cases.push_back({"closing braces", Repeat("}", kDeep)});
  cases.push_back({"one long name", Print(Repeat("a", kDeep))});
  cases.push_back({"one long number", Print(Repeat("9", kDeep))});
  cases.push_back({"one long fraction", Print("0." + Repeat("9", kDeep))});
  cases.push_back({"one long exponent", Print("1e" + Repeat("9", kDeep))});
  cases.push_back({"one long string", Print("'" + Repeat("\\x41", kDeep) + "'")});
  cases.push_back({"unclosed string", Print("'" + Repeat("a", kDeep))});
  cases.push_back({"many list items", Print("[" + Repeat("1,", kMany) + "]")});
  cases.push_back({"many map keys", Print("{" + Repeat("1:1,", kMany) + "}")});
  cases.push_back({"many arguments", Print("f(" + Repeat("1,", kMany) + ")")});
  cases.push_back({"many parameters", "{% macro m(" + Repeat("a,", kMany) + "b) %}{% endmacro %}"});
  cases.push_back({"many targets", "{% set " + Repeat("a,", kMany) + "b = 1 %}"});
  cases.push_back({"many imports", "{% from 'x' import " + Repeat("a,", kMany) + "b %}"});
  return cases;
}

// One short step that asks for gigabytes, or for hours.
std::vector<Case> Amplifiers() {
  std::vector<Case> cases;
  for (const char* expression : {"'x' * 9999999999",
                                 "[0] * 9999999999",
                                 "(0,) * 9999999999",
                                 "'x' * 9223372036854775807",
                                 "('x' * 30000000) * 30000000",
                                 "'a'.center(9999999999)",
                                 "'a'.ljust(9999999999)",
                                 "'a'.rjust(9999999999)",
                                 "'a'.zfill(9999999999)",
                                 "'a'|center(9999999999)",
                                 "'a\nb'|indent(9999999999)",
                                 "'a'.expandtabs(9999999999)",
                                 "'\t'.expandtabs(999999999)",
                                 "'%9999999999d' % 1",
                                 "'%.9999999999f' % 1",
                                 "'%*d' % (999999999, 1)",
                                 "'%0999999999d' % 1",
                                 "'{:9999999999}'.format(1)",
                                 "'{:.999999999f}'.format(1.5)",
                                 "'{:>{}}'.format(1, 999999999)",
                                 "('x' * 10000000).replace('', 'yyyyyyyyyy')",
                                 "('x' * 1000000).replace('x', 'y' * 1000000)",
                                 "('x' * 1000000)|replace('x', 'y' * 1000000)",
                                 "([1] * 1000000)|join('y' * 1000000)",
                                 "('y' * 1000000).join('x' * 1000000)",
                                 "[1]|batch(9999999999, 0)|list",
                                 "[1]|slice(9999999999, 0)|list",
                                 "range(9999999999)",
                                 "range(100001)",
                                 "range(0, 9223372036854775807, 2)",
                                 "range(-9223372036854775808, 9223372036854775807)",
                                 "range(5, 0, -9223372036854775808)|list",
                                 "lipsum(n=999999999)",
                                 "lipsum(n=1, min=999999999, max=9999999999)",
                                 "[1]|tojson(indent=9999999999)",
                                 "1.5|round(9999999999)",
                                 "1.5|round(-9999999999)",
                                 "1|round(9223372036854775807)",
                                 "'<' * 1000000 | striptags",
                                 "('<a' * 300000)|striptags",
                                 "('<!--' * 300000)|striptags",
                                 "('http://a' * 100000)|urlize",
                                 "('a@b.c ' * 100000)|urlize",
                                 "('(' * 300000)|urlize",
                                 "('www.' * 200000)|urlize",
                                 "('a ' * 1000000)|wordcount",
                                 "('a ' * 300000)|wordwrap(1)",
                                 "('a' * 1000000)|wordwrap(1)",
                                 "('-' * 500000)|wordwrap(2)",
                                 "('a ' * 500000)|title",
                                 "('&' * 1000000)|escape|escape|escape",
                                 "('a' * 1000000)|list|sort|join",
                                 "('ab' * 500000)|list|unique|list",
                                 "(range(100000)|list)|sort(reverse=true)|length",
                                 "(range(99999)|list)|map('string')|join(',')",
                                 "range(99999)|groupby('real')|list",
                                 "range(99999)|sum",
                                 "[[0] * 1000000] * 1000",
                                 "('a' * 100000).split('a')|length",
                                 "('a' * 1000000).split('')",
                                 "('a' * 1000000).count('')",
                                 "('a' * 1000000).find('b' * 500000)",
                                 "('ab' * 500000).rfind('ba' * 100000)",
                                 "('a' * 1000000)[::-1]|length",
                                 "('a' * 1000000)[::9223372036854775807]",
                                 "('a' * 100)[-9223372036854775808::-1]",
                                 "[1,2,3][9223372036854775807]",
                                 "[1,2,3][-9223372036854775808]",
                                 "'abc'[9223372036854775807:]",
                                 "'a'.replace('', 'b', 9223372036854775807)",
                                 "'a,b'.split(',', -9223372036854775808)",
                                 "'a'.center(-9223372036854775808)",
                                 "x|map('map', 'map', 'map', 'map')|list",
                                 "[x]|map('default', x)|map('string')|list",
                                 "9223372036854775807 + 1",
                                 "-9223372036854775807 - 2",
                                 "9223372036854775807 * 2",
                                 "(-9223372036854775807 - 1) // -1",
                                 "(-9223372036854775807 - 1) % -1",
                                 "-(-9223372036854775807 - 1)",
                                 "(-9223372036854775807 - 1)|abs",
                                 "1 // 0",
                                 "1 % 0",
                                 "1 / 0",
                                 "1.0 // 0",
                                 "1.0 % 0",
                                 "0 ** -1",
                                 "2 ** 9999999999",
                                 "2.0 ** 999999999",
                                 "(-8) ** 0.5",
                                 "1e308 * 10 // 1",
                                 "1e999|int",
                                 "'9' * 400 | int",
                                 "'9' * 400 | float",
                                 "'1' * 100000 | int",
                                 "dict(a=1)['a' * 1000000]",
                                 "cycler(*range(100000)).next()",
                                 "namespace(**{'a' * 1000000: 1})"}) {
    cases.push_back({std::string("amplifier ") + expression, Print(expression)});
  }
  const auto loop = [&](std::string_view name, std::string_view source) {
    cases.push_back({"loop " + std::string(name), std::string(source)});
  };
  loop("doubling strings",
       "{% set ns = namespace(s='x') %}{% for i in range(99) %}{% set ns.s = ns.s ~ ns.s %}{% "
       "endfor %}");
  loop("doubling lists",
       "{% set ns = namespace(s=[1]) %}{% for i in range(99) %}{% set ns.s = ns.s + ns.s %}{% "
       "endfor %}");
  const std::string sharing =
      "{% set ns = namespace(s=[1]) %}{% for i in range(60) %}{% set ns.s = [ns.s, ns.s] %}{% "
      "endfor %}";
  loop("printing a shared tree", sharing + "{{ ns.s }}");
  loop("comparing shared trees", sharing + "{{ ns.s == [ns.s, ns.s] }}");
  loop("ordering shared trees", sharing + "{{ ns.s < [ns.s, ns.s] }}");
  loop("searching a shared tree", sharing + "{{ [1] in ns.s }}");
  loop("JSON of a shared tree", sharing + "{{ ns.s|tojson }}");
  loop("pprint of a shared tree", sharing + "{{ ns.s|pprint }}");
  const std::string tuples =
      "{% set ns = namespace(s=(1,)) %}{% for i in range(60) %}{% set ns.s = (ns.s, ns.s) %}{% "
      "endfor %}";
  loop("hashing a shared tree", tuples + "{{ {ns.s: 1} }}");
  loop("unique of shared trees", tuples + "{{ [ns.s, ns.s]|unique|list|length }}");
  const std::string nesting =
      "{% set ns = namespace(s=[]) %}{% for i in range(99999) %}{% set ns.s = [ns.s] %}{% endfor "
      "%}";
  loop("printing a deep list", nesting + "{{ ns.s|string|length }}");
  loop("comparing deep lists", nesting + "{{ ns.s == [ns.s] }}");
  loop("JSON of a deep list", nesting + "{{ ns.s|tojson|length }}");
  loop("pprint of a deep list", nesting + "{{ ns.s|pprint|length }}");
  loop("deep tuples as keys",
       "{% set ns = namespace(s=()) %}{% for i in range(99999) %}"
       "{% set ns.s = (ns.s,) %}{% endfor %}{{ {ns.s: 1}[ns.s] }}");
  loop("empty bodies",
       "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}");
  loop("output",
       "{% for a in range(99999) %}{% for b in range(99999) %}xxxxxxxxxx{% endfor %}{% endfor %}");
  loop("captures",
       "{% for a in range(99999) %}{% set x %}{% for b in range(999) %}xxxxxxxxxx{% endfor %}{% "
       "endset %}{% endfor %}");
  loop("namespaces",
       "{% for a in range(99999) %}{% set ns = namespace(a=a, b='x' * 1000) %}{% endfor %}");
  loop("calls without end", "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}");
  loop("two macros",
       "{% macro a() %}{{ b() }}{% endmacro %}{% macro b() %}{{ a() }}{% endmacro %}{{ a() }}");
  loop(
      "exponential calls",
      "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(60) }}");
  loop("call blocks",
       "{% macro m() %}{% call m() %}{{ caller() }}{% endcall %}{% endmacro %}{% call m() %}x{% "
       "endcall %}");
  loop("callers",
       "{% macro m(n) %}{% if n %}{% call m(n - 1) %}{{ caller() }}{{ caller() }}{% endcall %}{% "
       "else %}{{ caller() }}{% endif %}{% endmacro %}{% call m(50) %}x{% endcall %}");
  loop("recursive loops", "{% for x in [1] recursive %}{{ loop([1]) }}{% endfor %}");
  loop("wide recursive loops", "{% for x in [1] recursive %}{{ loop([1, 1]) }}{% endfor %}");
  loop("including itself", "{% include 'self' %}");
  loop("including itself twice", "{% include 'twice' %}");
  loop("extending itself", "{% extends 'child' %}");
  loop("extending in a circle", "{% extends 'one' %}");
  loop("importing itself", "{% import 'importer' as x %}{{ x }}");
  loop("super without end", "{% block a %}{{ self.a() }}{% endblock %}");
  return cases;
}

// Names that lead out of the sandbox elsewhere.
std::vector<Case> Names() {
  std::vector<Case> cases;
  for (const char* object :
       {"''", "[]", "{}", "1", "x", "range", "namespace()", "cycler(1)", "self"}) {
    for (const char* name : {"__class__", "__globals__", "__init__", "__subclasses__", "__mro__",
                             "mro", "__proto__", "constructor", "__builtins__", "func_globals",
                             "gi_frame", "_TemplateReference__context"}) {
      const std::string attribute = std::string(object) + "." + name;
      cases.push_back({attribute, Print(attribute)});
      cases.push_back(
          {attribute + " as filter", Print(std::string(object) + "|attr('" + name + "')")});
      cases.push_back({attribute + " called", Print(attribute + "()")});
    }
  }
  cases.push_back({"format", Print("'{0.__class__.__mro__}'.format(1)")});
  cases.push_back({"format of item", Print("'{x[__class__]}'.format(x={})")});
  cases.push_back({"format_map", Print("'{a.__init__}'.format_map({'a': 1})")});
  cases.push_back({"map of attribute", Print("[1]|map(attribute='__class__')|list")});
  return cases;
}

std::string Parameters(const std::string& source) {
  return JsonObject()
      .Set("language", "jinja")
      .Set("source", source)
      .SetJson("data", R"({"x": "x", "y": [1, 2], "f": 1})")
      .SetJson("templates", JsonObject()
                                .Set("self", "{% include 'self' %}")
                                .Set("twice", "{% include 'twice' %}{% include 'twice' %}")
                                .Set("child", "{% extends 'child' %}")
                                .Set("one", "{% extends 'two' %}")
                                .Set("two", "{% extends 'one' %}")
                                .Set("importer", "{% import 'importer' as x %}")
                                .text())
      .text();
}

void ExpectSurvives(const Case& hostile) {
  testing::ExpectSurvives(hostile.name, Parameters(hostile.source));
}

TEST(JinjaHostileTest, ChainsMeetALimitOrRender) {
  for (const Case& hostile : Chains()) ExpectSurvives(hostile);
}

TEST(JinjaHostileTest, NestsMeetALimitOrRender) {
  for (const Case& hostile : Nests()) ExpectSurvives(hostile);
}

TEST(JinjaHostileTest, AmplifiersMeetALimit) {
  for (const Case& hostile : Amplifiers()) ExpectSurvives(hostile);
}

TEST(JinjaHostileTest, NamesThatLeadOutsideAreOrdinaryMissingKeys) {
  for (const Case& hostile : Names()) ExpectSurvives(hostile);
}

TEST(JinjaHostileTest, ThereAreEnoughCases) {
  EXPECT_GE(Chains().size() + Nests().size() + Amplifiers().size(), 150u);
  EXPECT_GE(Names().size(), 200u);
}

}  // namespace
}  // namespace galley::testing
