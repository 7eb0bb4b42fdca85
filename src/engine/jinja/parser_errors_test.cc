// What is said about a template that does not parse.
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "engine/jinja/parser_testing.h"

namespace galley::jinja {
namespace {

// Everything about the problem but the line of the source.
std::string Said(std::string_view text) {
  const Diagnostic problem = ErrorOf(text);
  std::string result = std::to_string(problem.range.start.line) + ":" +
                       std::to_string(problem.range.start.column) + "+" +
                       std::to_string(problem.range.end.offset - problem.range.start.offset) + " " +
                       problem.message;
  for (const std::string& note : problem.notes) result += "; note: " + note;
  if (!problem.hint.empty()) result += "; hint: " + problem.hint;
  return result;
}

TEST(ParserErrors, UnknownTagHasANearName) {
  EXPECT_EQ(Said("a\n{% fro x in y %}"), "2:4+3 unknown tag `fro`; hint: did you mean `for`?");
  EXPECT_EQ(Said("{% for x in y %}{% enfor %}"),
            "1:20+5 unknown tag `enfor`; hint: did you mean `endfor`?");
  EXPECT_EQ(Said("{% if x %}{% elsif y %}"),
            "1:14+5 unknown tag `elsif`; hint: did you mean `elif`?");
  EXPECT_EQ(Said("{% zzz %}"), "1:4+3 unknown tag `zzz`");
}

TEST(ParserErrors, TagOfAnExtensionNamesIt) {
  EXPECT_EQ(Said("{% do x %}"),
            "1:4+2 unknown tag `do`; hint: it belongs to the extension `do`, which is off");
  EXPECT_EQ(Said("{% for x in y %}{% break %}{% endfor %}"),
            "1:20+5 unknown tag `break`; hint: it belongs to the extension `loopcontrols`, which "
            "is off");
}

TEST(ParserErrors, WrongEndSaysWhatIsOpen) {
  EXPECT_EQ(Said("{% for x in y %}\n{% if x %}\n{% endfor %}"),
            "3:4+6 `endfor` does not belong to `if`; note: `if` was opened in line 2, column 4; "
            "hint: expected `elif`, `else` or `endif`");
  EXPECT_EQ(Said("{% for x in y %}{% else %}{% else %}"),
            "1:30+4 `else` does not belong to `for`; note: `for` was opened in line 1, column 4; "
            "hint: expected `endfor`");
  EXPECT_EQ(Said("a{% endif %}"), "1:5+5 `endif` belongs to no open block");
  EXPECT_EQ(Said("{% endraw %}"), "1:4+6 `endraw` belongs to no open block");
}

TEST(ParserErrors, UnclosedBlockIsPointedAt) {
  EXPECT_EQ(Said("a\n{% for x in y %}\n{% if x %}{% endif %}"),
            "2:4+3 `for` is not closed; hint: close it with `{% endfor %}`");
  EXPECT_EQ(Said("{% macro m() %}"),
            "1:10+1 `macro` is not closed; hint: close it with `{% endmacro %}`");
}

TEST(ParserErrors, UnclosedCommentAndRawBlock) {
  EXPECT_EQ(Said("a {# b"), "1:3+2 the comment is not closed; hint: close it with `#}`");
  EXPECT_EQ(Said("a {% raw %}b"),
            "1:3+9 the raw block is not closed; hint: close it with `{% endraw %}`");
}

TEST(ParserErrors, WhatWasFoundAndWhatWasExpected) {
  EXPECT_EQ(Said("{{ a b }}"), "1:6+1 expected `}}`, found `b`");
  EXPECT_EQ(Said("{{ a 'b' }}"), "1:6+3 expected `}}`, found a string");
  EXPECT_EQ(Said("{{ a 12 }}"), "1:6+2 expected `}}`, found `12`");
  EXPECT_EQ(Said("{{ }}"), "1:4+2 expected an expression, found `}}`");
  EXPECT_EQ(Said("{{ a + }}"), "1:8+2 expected an expression, found `}}`");
  EXPECT_EQ(Said("{{ a"), "1:5+0 expected `}}`, found the end of the template");
  EXPECT_EQ(Said("{% import 'a' %}"), "1:15+2 expected `as`, found `%}`");
  EXPECT_EQ(Said("{{ a. }}"), "1:7+2 expected a name or an integer behind `.`, found `}}`");
  EXPECT_EQ(Said("{{ a| -}}  b"), "1:7+3 expected a name, found `}}`");
  EXPECT_EQ(Said("{% if a = b %}{% endif %}"),
            "1:9+1 expected `%}`, found `=`; hint: write `==` to compare");
}

TEST(ParserErrors, DelimitersAreTheOnesInUse) {
  SyntaxOptions options;
  options.block_start = "<%";
  options.block_end = "%>";
  options.line_statement_prefix = "#";
  EXPECT_EQ(ErrorOf("<% if x y %>", options).message, "expected `%>`, found `y`");
  EXPECT_EQ(ErrorOf("<% if x %>", options).hint, "close it with `<% endif %>`");
  EXPECT_EQ(ErrorOf("# set x =\n", options).message,
            "expected an expression, found the end of the line");
}

TEST(ParserErrors, OpenBracketIsNamed) {
  EXPECT_EQ(Said("{{ f(1\n 2) }}"),
            "2:2+1 expected `,` or `)`, found `2`; note: `(` was opened in line 1, column 5");
  EXPECT_EQ(Said("{{ {1} }}"),
            "1:6+1 expected `:` behind the key, found `}`; note: `{` was opened in line 1, column "
            "4");
  EXPECT_EQ(Said("{{ (1 }}"),
            "1:7+1 unexpected `}`, expected `)`; note: `(` was opened in line 1, column 4");
}

TEST(ParserErrors, FirstMistakeIsReported) {
  EXPECT_EQ(Said("{% fro %}\n{{ ! }}"), "1:4+3 unknown tag `fro`; hint: did you mean `for`?");
  EXPECT_EQ(Said("{{ ! }}\n{% fro %}"),
            "1:4+1 unexpected character `!`; hint: write `not` or `!=`");
  EXPECT_EQ(Said("{% if x %}{{ a ? b }}"), "1:16+1 unexpected character `?`");
}

TEST(ParserErrors, MistakesInNames) {
  EXPECT_EQ(Said("{% block a-b %}"),
            "1:11+1 expected `%}`, found `-`; hint: the name of a block has no hyphens; write `_`");
  EXPECT_EQ(Said("{% block a %}{% endblock %}\n{% block a %}"),
            "2:10+1 the block `a` is defined twice; note: the first one is in line 1, column 10");
  EXPECT_EQ(Said("{% macro none() %}"), "1:10+4 `none` is a constant");
  EXPECT_EQ(Said("{% set [a] = 1 %}"), "1:8+3 cannot assign to a list");
  EXPECT_EQ(Said("{% for loop in x %}"), "1:8+4 cannot assign to `loop` in a `for`");
}

TEST(ParserErrors, WrongEscapeIsPointedAt) {
  EXPECT_EQ(Said(R"({{ "ab\x4" }})"), "1:7+3 the escape has too few digits");
  EXPECT_EQ(Said(R"({{ "a" "\ud800" }})"), "1:9+6 a surrogate is not a character");
}

TEST(ParserErrors, LineOfTheTemplateIsShown) {
  EXPECT_EQ(FormatText(ErrorOf("one\ntwo {% fro %}\n"), Colour::kNever),
            "error[template-syntax]: unknown tag `fro`\n"
            " --> t:2:8\n"
            "  |\n"
            "2 | two {% fro %}\n"
            "  |        ^^^\n"
            "  = hint: did you mean `for`?\n");
}

}  // namespace
}  // namespace galley::jinja
