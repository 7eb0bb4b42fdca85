// Statements.  Every expectation is what Jinja2 makes of the template.
#include "engine/jinja/parser.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "engine/jinja/parser_testing.h"

namespace galley::jinja {
namespace {

SyntaxOptions AllStatements() {
  SyntaxOptions options;
  options.do_statement = true;
  options.loop_controls = true;
  options.generation = true;
  return options;
}

std::string StatementsOf(std::string_view text) { return Compact(DumpOf(text, AllStatements())); }

void ExpectRefused(std::initializer_list<std::string_view> texts) {
  for (const std::string_view text : texts) {
    EXPECT_EQ(CodeOf(text, AllStatements()), "template-syntax") << text;
  }
}

TEST(Parser, TextAndPrintsInOrder) {
  EXPECT_EQ(DumpOf("a{{ b }}c"), "text \"a\"\nprint\n  name b\ntext \"c\"\n");
  EXPECT_EQ(DumpOf(""), "");
  EXPECT_EQ(DumpOf("no tags { % }"), "text \"no tags { % }\"\n");
}

TEST(Parser, TreeKeepsNothingOfTheSource) {
  std::string source = "a{{ name.field|join('sep') }}";
  const Result<Tree> tree = ParseText(source);
  ASSERT_TRUE(tree);
  const std::string before = DumpTree(*tree);
  source.assign(source.size(), 'x');
  EXPECT_EQ(DumpTree(*tree), before);
}

TEST(Parser, NamesAndAttributesAreKeptOnce) {
  const Result<Tree> tree = ParseText("{{ a.b }}{{ b.b }}{{ a.b.a }}");
  ASSERT_TRUE(tree);
  ASSERT_EQ(tree->names.size(), 2u);
  EXPECT_EQ(tree->names[0].text, "a");
  EXPECT_EQ(tree->names[1].text, "b");
}

TEST(Parser, ManyNamesAreFoundAgain) {
  std::string source;
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 300; ++i) source += "{{ n" + std::to_string(i) + " }}";
  }
  const Result<Tree> tree = ParseText(source);
  ASSERT_TRUE(tree);
  ASSERT_EQ(tree->names.size(), 300u);
  EXPECT_EQ(tree->names[299].text, "n299");
}

TEST(Parser, LineBreaksAreWrittenAsTold) {
  SyntaxOptions options;
  EXPECT_EQ(DumpOf("a\r\nb\rc\nd{{ 'e\r\nf' }}", options),
            "text \"a\\nb\\nc\\nd\"\nprint\n  const \"e\\nf\"\n");
  options.newline_sequence = "\r\n";
  EXPECT_EQ(DumpOf("a\nb\r\nc{{ 'e\nf' }}", options),
            "text \"a\\r\\nb\\r\\nc\"\nprint\n  const \"e\\r\\nf\"\n");
}

TEST(Parser, For) {
  EXPECT_EQ(DumpOf("{% for x in xs if x recursive %}a{% else %}b{% endfor %}"),
            "for recursive\n"
            "  target: name x\n"
            "  in: name xs\n"
            "  if: name x\n"
            "  body:\n"
            "    text \"a\"\n"
            "  else:\n"
            "    text \"b\"\n");
  EXPECT_EQ(StatementsOf("{% for (a, b), c in x, y: %}{% endfor %}"),
            "(for (target: tuple (tuple (name a) (name b)) (name c)) "
            "(in: tuple (name x) (name y)))");
  EXPECT_EQ(StatementsOf("{% for x in (a if b else c) %}{% else: %}{% endfor %}"),
            "(for (target: name x) "
            "(in: condition (then: name a) (if: name b) (else: name c)))");
  EXPECT_EQ(StatementsOf("{% for in in recursive %}{% endfor %}"),
            "(for (target: name in) (in: name recursive))");
}

TEST(Parser, ForRefusesOtherTargets) {
  ExpectRefused({"{% for a.b in x %}{% endfor %}", "{% for (a.b) in x %}{% endfor %}",
                 "{% for [a] in x %}{% endfor %}", "{% for 1 in x %}{% endfor %}",
                 "{% for true in x %}{% endfor %}", "{% for a, in x %}{% endfor %}",
                 "{% for in x %}{% endfor %}", "{% for x %}{% endfor %}",
                 "{% for x in %}{% endfor %}", "{% for x in y %}{% endfor x %}"});
}

TEST(Parser, LoopIsNotAssignedInsideAFor) {
  ExpectRefused({"{% for loop in x %}{% endfor %}", "{% for a, (b, loop) in x %}{% endfor %}",
                 "{% for x in y %}{% set loop = 1 %}{% endfor %}",
                 "{% for x in y %}{% else %}{% set loop %}{% endset %}{% endfor %}",
                 "{% for x in y %}{% macro m() %}{% set loop = 1 %}{% endmacro %}{% endfor %}"});
  EXPECT_EQ(CodeOf("{% set loop = 1 %}"), "ok");
  EXPECT_EQ(CodeOf("{% for x in y %}{% endfor %}{% set loop = 1 %}"), "ok");
  EXPECT_EQ(CodeOf("{% for x in y %}{% with loop=1 %}{% endwith %}{% endfor %}"), "ok");
  EXPECT_EQ(CodeOf("{% for x in y %}{% set loop.a = 1 %}{% endfor %}"), "ok");
}

TEST(Parser, If) {
  EXPECT_EQ(DumpOf("{% if a %}1{% elif b, c %}2{% elif d: %}{% else %}3{% endif %}"),
            "if\n"
            "  branch\n"
            "    name a\n"
            "    body:\n"
            "      text \"1\"\n"
            "  branch\n"
            "    tuple\n"
            "      name b\n"
            "      name c\n"
            "    body:\n"
            "      text \"2\"\n"
            "  branch\n"
            "    name d\n"
            "  else:\n"
            "    text \"3\"\n");
  ExpectRefused({"{% if %}{% endif %}", "{% if a if b %}{% endif %}", "{% if a %}{% endif: %}",
                 "{% if a %}{% else %}{% elif b %}{% endif %}",
                 "{% if a %}{% else %}{% else %}{% endif %}", "{% if a %}", "{% elif a %}",
                 "{% else %}", "{% endif %}", "{% if a %}{% endfor %}",
                 "{% if a = b %}{% endif %}"});
}

TEST(Parser, NestedBlocks) {
  EXPECT_EQ(StatementsOf("{% for x in y %}{% if a %}b{% endif %}c{% endfor %}d"),
            "(for (target: name x) (in: name y) (body: (if (branch (name a) (body: (text \"b\")))) "
            "(text \"c\"))) (text \"d\")");
}

TEST(Parser, Macro) {
  EXPECT_EQ(StatementsOf("{% macro m(a, b=1) %}x{% endmacro %}"),
            "(macro m (parameter a) (parameter b (const 1)) (body: (text \"x\")))");
  EXPECT_EQ(StatementsOf("{% macro m() %}{% endmacro %}"), "(macro m)");
  ExpectRefused({"{% macro m %}{% endmacro %}", "{% macro m(a=1, b) %}{% endmacro %}",
                 "{% macro m(a,) %}{% endmacro %}", "{% macro m(a, a) %}{% endmacro %}",
                 "{% macro m(*a) %}{% endmacro %}", "{% macro m(none) %}{% endmacro %}",
                 "{% macro true() %}{% endmacro %}", "{% macro m() %}{% endmacro m %}"});
}

TEST(Parser, CallBlock) {
  EXPECT_EQ(StatementsOf("{% call f(1) %}x{% endcall %}"),
            "(call block (call (name f) (argument (const 1))) (body: (text \"x\")))");
  EXPECT_EQ(StatementsOf("{% call(a, b=2) m.f() %}{% endcall %}"),
            "(call block (call (attribute f (name m))) (parameter a) (parameter b (const 2)))");
  ExpectRefused({"{% call f %}{% endcall %}", "{% call f()|x %}{% endcall %}",
                 "{% call (f()) %}{% endcall %}", "{% call -f() %}{% endcall %}",
                 "{% call %}{% endcall %}"});
}

TEST(Parser, FilterBlock) {
  EXPECT_EQ(StatementsOf("{% filter a.b(1)|c %}x{% endfilter %}"),
            "(filter block (filter c (filter a.b (argument (const 1)))) (body: (text \"x\")))");
  ExpectRefused({"{% filter %}{% endfilter %}", "{% filter |a %}{% endfilter %}",
                 "{% filter a is b %}{% endfilter %}", "{% filter a(1)(2) %}{% endfilter %}"});
}

TEST(Parser, Set) {
  EXPECT_EQ(StatementsOf("{% set a = 1, 2 %}"),
            "(set (target: name a) (value: tuple (const 1) (const 2)))");
  EXPECT_EQ(StatementsOf("{% set a, b = c if d else e %}"),
            "(set (target: tuple (name a) (name b)) "
            "(value: condition (then: name c) (if: name d) (else: name e)))");
  EXPECT_EQ(StatementsOf("{% set ns.a = 1 %}"),
            "(set (target: namespace target ns . a) (value: const 1))");
  EXPECT_EQ(StatementsOf("{% set ns.a, ns . b = c %}"),
            "(set (target: tuple (namespace target ns . a) (namespace target ns . b)) "
            "(value: name c))");
  EXPECT_EQ(StatementsOf("{% set () = a %}"), "(set (target: tuple) (value: name a))");
  ExpectRefused({"{% set a = %}", "{% set = 1 %}", "{% set 1 = 2 %}", "{% set a.b.c = 1 %}",
                 "{% set a.0 = 1 %}", "{% set 'a'.b = 1 %}", "{% set none = 1 %}",
                 "{% set f() = 1 %}", "{% set (a.b) = 1 %}", "{% set a|b = 1 %}"});
}

TEST(Parser, SetBlock) {
  EXPECT_EQ(StatementsOf("{% set a %}x{% endset %}"),
            "(set block (target: name a) (body: (text \"x\")))");
  EXPECT_EQ(StatementsOf("{% set a | b | c(1): %}{% endset %}"),
            "(set block (target: name a) (value: filter c (filter b) (argument (const 1))))");
  ExpectRefused({"{% set a %}x", "{% set a b %}{% endset %}"});
}

TEST(Parser, IncludeAndItsContext) {
  EXPECT_EQ(StatementsOf("{% include 'a' %}"), "(include with context (const \"a\"))");
  EXPECT_EQ(StatementsOf("{% include ['a', b] ignore missing without context %}"),
            "(include ignore missing (list (const \"a\") (name b)))");
  EXPECT_EQ(StatementsOf("{% include a if b else c with context %}"),
            "(include with context (condition (then: name a) (if: name b) (else: name c)))");
  ExpectRefused({"{% include %}", "{% include 'a' ignore %}",
                 "{% include 'a' with context ignore missing %}"});
}

TEST(Parser, Import) {
  EXPECT_EQ(StatementsOf("{% import 'a' as b %}"), "(import b (const \"a\"))");
  EXPECT_EQ(StatementsOf("{% import 'a' as b with context %}"),
            "(import b with context (const \"a\"))");
  ExpectRefused({"{% import 'a' %}", "{% import 'a' as b.c %}", "{% import 'a' as true %}",
                 "{% import 'a' with context as b %}"});
}

TEST(Parser, FromImport) {
  EXPECT_EQ(StatementsOf("{% from 'a' import b, c as d without context %}"),
            "(from import (const \"a\") (alias b as b) (alias c as d))");
  EXPECT_EQ(StatementsOf("{% from 'a' import b, with context %}"),
            "(from import with context (const \"a\") (alias b as b))");
  EXPECT_EQ(StatementsOf("{% from 'a' import with, context %}"),
            "(from import (const \"a\") (alias with as with) (alias context as context))");
  EXPECT_EQ(StatementsOf("{% from 'a' import with context %}"),
            "(from import with context (const \"a\"))");
  ExpectRefused({"{% from 'a' import %}", "{% from 'a' import b, %}", "{% from 'a' import b c %}",
                 "{% from 'a' import _b %}", "{% from 'a' import (b) %}",
                 "{% from 'a' import b as none %}"});
}

TEST(Parser, ExtendsStandsOutsideOfAllButIf) {
  EXPECT_EQ(StatementsOf("{% extends 'a' %}"), "(extends (const \"a\"))");
  EXPECT_EQ(CodeOf("{% if x %}{% extends 'a' %}{% else %}{% extends 'b' %}{% endif %}"), "ok");
  ExpectRefused(
      {"{% for x in y %}{% extends 'a' %}{% endfor %}", "{% with %}{% extends 'a' %}{% endwith %}",
       "{% if x %}{% block b %}{% extends 'a' %}{% endblock %}{% endif %}",
       "{% autoescape true %}{% extends 'a' %}{% endautoescape %}", "{% extends 'a', 'b' %}"});
}

TEST(Parser, Block) {
  EXPECT_EQ(StatementsOf("{% block a %}x{% endblock %}"), "(block a (body: (text \"x\")))");
  EXPECT_EQ(StatementsOf("{% block a scoped required %} {# c #}\n{% endblock a %}"),
            "(block a scoped required (body: (text \" \") (text \"\\n\")))");
  EXPECT_EQ(StatementsOf("{% block scoped %}{% endblock scoped %}"), "(block scoped)");
  ExpectRefused({"{% block %}{% endblock %}", "{% block a-b %}{% endblock %}",
                 "{% block a %}{% endblock b %}", "{% block a required scoped %}{% endblock %}",
                 "{% block a required %}x{% endblock %}",
                 "{% block a required %}{{ x }}{% endblock %}",
                 "{% block a required %}{% if x %}{% endif %}{% endblock %}",
                 "{% block a %}{% endblock %}{% block a %}{% endblock %}",
                 "{% block a %}{% block a %}{% endblock %}{% endblock %}"});
}

TEST(Parser, With) {
  EXPECT_EQ(StatementsOf("{% with a = 1, b, c = d %}x{% endwith %}"),
            "(with (name a) (const 1) (tuple (name b) (name c)) (name d) (body: (text \"x\")))");
  EXPECT_EQ(StatementsOf("{% with %}{% endwith %}"), "(with)");
  ExpectRefused({"{% with a %}{% endwith %}", "{% with a=1: %}{% endwith %}",
                 "{% with a=1, %}{% endwith %}", "{% with ns.a=1 %}{% endwith %}"});
}

TEST(Parser, Autoescape) {
  EXPECT_EQ(StatementsOf("{% autoescape true %}x{% endautoescape %}"),
            "(autoescape (const True) (body: (text \"x\")))");
  ExpectRefused(
      {"{% autoescape %}{% endautoescape %}", "{% autoescape a, b %}{% endautoescape %}"});
}

TEST(Parser, PrintTag) {
  EXPECT_EQ(StatementsOf("{% print a, b + 1 %}"),
            "(print (name a)) (print (binary + (name b) (const 1)))");
  EXPECT_EQ(StatementsOf("{% print %}"), "");
  ExpectRefused({"{% print a, %}", "{% print a b %}"});
}

TEST(Parser, Do) {
  EXPECT_EQ(StatementsOf("{% do a.b(), c %}"),
            "(do (tuple (call (attribute b (name a))) (name c)))");
  ExpectRefused({"{% do %}", "{% do a: %}"});
}

TEST(Parser, LoopControlsStandInALoop) {
  EXPECT_EQ(StatementsOf("{% for x in y %}{% if x %}{% break %}{% endif %}{% continue %}"
                         "{% endfor %}"),
            "(for (target: name x) (in: name y) (body: (if (branch (name x) (body: (break)))) "
            "(continue)))");
  EXPECT_EQ(CodeOf("{% for x in y %}{% for a in b %}{% else %}{% break %}{% endfor %}{% endfor %}",
                   AllStatements()),
            "ok");
  EXPECT_EQ(CodeOf("{% for x in y %}{% filter f %}{% break %}{% endfilter %}{% endfor %}",
                   AllStatements()),
            "ok");
  ExpectRefused(
      {"{% break %}", "{% for x in y %}{% else %}{% break %}{% endfor %}",
       "{% for x in y %}{% macro m() %}{% break %}{% endmacro %}{% endfor %}",
       "{% for x in y %}{% call f() %}{% continue %}{% endcall %}{% endfor %}",
       "{% for x in y %}{% block b %}{% break %}{% endblock %}{% endfor %}",
       "{% for x in y %}{% generation %}{% break %}{% endgeneration %}{% endfor %}",
       "{% for x in y %}{% for a in b recursive %}{% else %}{% break %}{% endfor %}{% endfor %}",
       "{% for x in y %}{% break x %}{% endfor %}"});
}

TEST(Parser, Generation) {
  EXPECT_EQ(StatementsOf("{% generation %}x{% endgeneration %}"),
            "(generation (body: (text \"x\")))");
}

TEST(Parser, StatementsOfExtensionsAreOffUnlessTold) {
  for (const char* text : {"{% do x %}", "{% for x in y %}{% break %}{% endfor %}",
                           "{% generation %}{% endgeneration %}"}) {
    EXPECT_EQ(CodeOf(text), "template-syntax") << text;
  }
}

TEST(Parser, TagsMustEnd) {
  ExpectRefused({"{%", "{% if", "{% if x", "{% if x %}{% endif", "{{", "{{ x", "{% %}", "{% 'x' %}",
                 "{% set x = 1 y %}", "{{ x y }}", "{{ x; y }}"});
}

TEST(Parser, DumpOfALongChainIsIndentedOnlySoFar) {
  const std::string dump = DumpOf(Printing(Repeat("1+", 200) + "1"));
  EXPECT_LT(dump.size(), 200u * 2 * (2 * 66 + 10));
  EXPECT_EQ(dump.find(std::string(2 * 64 + 1, ' ')), std::string::npos);
}

}  // namespace
}  // namespace galley::jinja
