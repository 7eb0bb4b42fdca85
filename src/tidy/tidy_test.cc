#include "tidy/tidy.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace galley::tidy {
namespace {

std::string Tidied(std::string_view text, Syntax syntax) {
  const Result<std::string> tidied = Tidy(Source("text", text), syntax, Limits());
  if (!tidied) return "error: " + std::string(tidied.error().code());
  // What is tidy stays as it is.
  const Result<std::string> again = Tidy(Source("text", *tidied), syntax, Limits());
  EXPECT_TRUE(again);
  if (again) {
    EXPECT_EQ(*again, *tidied);
  }
  return *tidied;
}
std::string Jinja(std::string_view text) { return Tidied(text, Syntax::kJinja); }
std::string Handlebars(std::string_view text) { return Tidied(text, Syntax::kHandlebars); }
std::string Yaml(std::string_view text) { return Tidied(text, Syntax::kYaml); }
std::string Json(std::string_view text) { return Tidied(text, Syntax::kJson); }

TEST(TidyJinjaTest, PutsOneBlankIntoTags) {
  EXPECT_EQ(Jinja("{{x}} {{  y  }}{%-if x-%}a{%+ endif%}"),
            "{{ x }} {{ y }}{%- if x -%}a{%+ endif %}");
}

TEST(TidyJinjaTest, SpacesOperatorsCallsAndFilters) {
  EXPECT_EQ(Jinja("{{a+b*-c|join( ', ' )|  upper}}"), "{{ a + b * -c | join(', ') | upper }}");
  EXPECT_EQ(Jinja("{{ f (a , b= 1,*c,** d) [0] [1 : 2].x }}"),
            "{{ f(a, b=1, *c, **d)[0][1:2].x }}");
  EXPECT_EQ(Jinja("{% set x=[1,2 ,-3]+{'a':1 , 'b' : (2,)}.items ( ) %}"),
            "{% set x = [1, 2, -3] + {'a': 1, 'b': (2,)}.items() %}");
  EXPECT_EQ(Jinja("{% for a,b in x.y|dictsort if not(a)and b not in(1,2) %}{% endfor %}"),
            "{% for a, b in x.y | dictsort if not (a) and b not in (1, 2) %}{% endfor %}");
  EXPECT_EQ(Jinja("{% macro m(a,b=2) %}{% endmacro %}{% call(x) m(1) %}{% endcall %}"),
            "{% macro m(a, b=2) %}{% endmacro %}{% call(x) m(1) %}{% endcall %}");
}

TEST(TidyJinjaTest, LeavesTextCommentsRawBlocksAndStringsAlone) {
  const std::string_view text =
      "  {#x#}\t{# a  b #}\n{% raw %}{{x}}{%if%}{%endraw%}  {{ 'a  b' ~ \"{{x}}\" }}  \n\n";
  EXPECT_EQ(Jinja(text), text);
}

TEST(TidyJinjaTest, KeepsTheLinesOfATag) {
  EXPECT_EQ(Jinja("{{ f(  \n    a,  \n    b) }}\n{%\n  if x%}{% endif %}"),
            "{{ f(\n    a,\n    b) }}\n{%\n  if x %}{% endif %}");
}

TEST(TidyJinjaTest, ReportsWhatCannotBeRead) {
  for (const char* text : {"{{ 'a }}", "{{ a + }}", "{% if x %}a", "{% endif %}", "{% nosuch %}",
                           "{{ a", "{% for x %}{% endfor %}"}) {
    EXPECT_EQ(Jinja(text), "error: template-syntax") << text;
  }
}

// Some renders allow them, so they are not broken.
TEST(TidyJinjaTest, KnowsTheStatementsOfExtensions) {
  EXPECT_EQ(Jinja("{%do x.append(1)%}{%for a in b%}{%continue%}{%break%}{%endfor%}"),
            "{% do x.append(1) %}{% for a in b %}{% continue %}{% break %}{% endfor %}");
  EXPECT_EQ(Jinja("{%trans n=2%}a{%pluralize%}b{%endtrans%}{%debug%}"),
            "{% trans n = 2 %}a{% pluralize %}b{% endtrans %}{% debug %}");
  EXPECT_EQ(Jinja("{%generation%}a{%endgeneration%}"), "{% generation %}a{% endgeneration %}");
}

TEST(TidyHandlebarsTest, PutsBlanksWhereOneIsNeeded) {
  EXPECT_EQ(Handlebars("{{ x }} {{{ y }}} {{& z }} {{~ x ~}}"), "{{x}} {{{y}}} {{&z}} {{~x~}}");
  EXPECT_EQ(Handlebars("{{#if   x }}a{{ else  if y}}b{{ else }}c{{/ if }}"),
            "{{#if x}}a{{else if y}}b{{else}}c{{/if}}");
  EXPECT_EQ(Handlebars("{{>p  a = 1  b=( f  x ) }}{{#each  xs  as | x  i | }}{{/each}}"),
            "{{> p a=1 b=(f x)}}{{#each xs as |x i|}}{{/each}}");
}

TEST(TidyHandlebarsTest, NeverPartsOrJoinsArguments) {
  // The first is one path, the second two arguments.
  EXPECT_EQ(Handlebars("{{f.[a b]}}{{f  [a b]}}"), "{{f.[a b]}}{{f [a b]}}");
}

TEST(TidyHandlebarsTest, LeavesTextCommentsAndRawBlocksAlone) {
  const std::string_view text =
      "  {{! a  b }}{{!-- {{ x }} --}}\n\\{{ x }}{{{{raw}}}}{{ x }}{{{{/raw}}}} 'a  b'\n";
  EXPECT_EQ(Handlebars(text), text);
}

TEST(TidyHandlebarsTest, ReportsWhatCannotBeRead) {
  for (const char* text : {"{{#if x}}a", "{{/if}}", "{{#if x}}a{{/each}}", "{{ a", "{{ @ }}",
                           "{{f (g}}", "{{else}}"}) {
    EXPECT_EQ(Handlebars(text), "error: template-syntax") << text;
  }
}

TEST(TidyYamlTest, IndentsByTwo) {
  EXPECT_EQ(Yaml("a:\n    b:   1\n    c:\n    - x\n    -   y:  2\n        z: 3\n"),
            "a:\n  b: 1\n  c:\n    - x\n    - y: 2\n      z: 3\n");
  EXPECT_EQ(Yaml("- - 1\n  - 2\n-   a: 1\n"), "- - 1\n  - 2\n- a: 1\n");
}

TEST(TidyYamlTest, KeepsComments) {
  EXPECT_EQ(Yaml("# top\na:   # of a\n     # of b\n     b: 1   # behind\n# end\n"),
            "# top\na:   # of a\n  # of b\n  b: 1   # behind\n# end\n");
}

TEST(TidyYamlTest, MovesScalarsAsTheyAre) {
  EXPECT_EQ(Yaml("a:\n     text: |\n          x\n            y  \n\n          z\n     b: \"p\n     "
                 "  q\"\n"),
            "a:\n  text: |\n    x\n      y  \n\n    z\n  b: \"p\n    q\"\n");
  EXPECT_EQ(Yaml("a: |+\n  x\n\n\nb: >-\n      folded\n      text\n"),
            "a: |+\n  x\n\n\nb: >-\n  folded\n  text\n");
  EXPECT_EQ(Yaml("- |\n    item\n- b: |2\n      two\n"), "- |\n  item\n- b: |2\n      two\n");
}

TEST(TidyYamlTest, KeepsFlowCollectionsAndMovesTheirLines) {
  EXPECT_EQ(Yaml("a:\n      b: {c: [1,  2],\n          d: 3}\n"),
            "a:\n  b: {c: [1,  2],\n      d: 3}\n");
}

TEST(TidyYamlTest, DropsBlanksAtEndsAndEmptyLinesInARow) {
  EXPECT_EQ(Yaml("\n\na: 1   \n\n\n\nb: 2\t\n\n\n"), "a: 1\n\nb: 2\n");
  EXPECT_EQ(Yaml("a: 1"), "a: 1\n");
  EXPECT_EQ(Yaml("a: 1\r\nb: 2\r\n"), "a: 1\nb: 2\n");
}

TEST(TidyYamlTest, LeavesTheIndentationOfWhatItDoesNotKnow) {
  EXPECT_EQ(Yaml("a: &x\n    b: 1   \nc: *x\n"), "a: &x\n    b: 1\nc: *x\n");
}

TEST(TidyYamlTest, ReportsWhatCannotBeRead) { EXPECT_EQ(Yaml("a: ["), "error: yaml-syntax"); }

TEST(TidyJsonTest, PutsAnItemOnALine) {
  EXPECT_EQ(Json("{\"a\":[1,2.50,{ }],\"b\" : \"x, \\\"y\\\": {\"}"),
            "{\n  \"a\": [\n    1,\n    2.50,\n    {}\n  ],\n  \"b\": \"x, \\\"y\\\": {\"\n}\n");
  EXPECT_EQ(Json("[ ]"), "[]\n");
  EXPECT_EQ(Json("{"), "error: json-syntax");
}

TEST(TidyTest, KeepsAByteOrderMark) {
  EXPECT_EQ(Json("\xEF\xBB\xBF{}"), "\xEF\xBB\xBF{}\n");
  EXPECT_EQ(Yaml("\xEF\xBB\xBF"
                 "a:  1"),
            "\xEF\xBB\xBF"
            "a: 1\n");
}

TEST(TidyTest, KnowsFilesByTheirEnds) {
  EXPECT_EQ(SyntaxOf("a/b.j2"), Syntax::kJinja);
  EXPECT_EQ(SyntaxOf("b.j2.md"), Syntax::kJinja);
  EXPECT_EQ(SyntaxOf("b.hbs"), Syntax::kHandlebars);
  EXPECT_EQ(SyntaxOf("b.chat.yaml"), Syntax::kYaml);
  EXPECT_EQ(SyntaxOf("b.chat.json"), Syntax::kJson);
  EXPECT_EQ(SyntaxOf("b.md"), std::nullopt);
}

}  // namespace
}  // namespace galley::tidy
