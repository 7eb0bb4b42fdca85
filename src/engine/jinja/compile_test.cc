#include "engine/jinja/compile.h"

#include <optional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "base/try.h"
#include "engine/code/disassemble.h"
#include "engine/code/verify.h"
#include "engine/jinja/lower.h"
#include "engine/jinja/parser.h"

namespace galley::jinja {
namespace {

std::string Positions(const Unit& unit) {
  std::string text;
  for (const Span span : unit.positions) {
    text += std::to_string(span.begin) + "-" + std::to_string(span.end) + " ";
  }
  return text;
}

std::string CodeOf(const Result<Unit>& unit) {
  if (!unit) return unit.error().diagnostics().front().message;
  const std::optional<std::string> problem = Verify(*unit);
  if (problem) return *problem;
  return Disassemble(*unit) + Positions(*unit) + std::string(unit->text);
}

// Through the parser and the lowering, whatever the template is.
Result<Unit> TheLongWay(std::string_view text, const SyntaxOptions& options = {}) {
  const Source source("t", text);
  Tree tree = TRY(Parse(source, options, Limits()));
  return Lower(std::move(tree), source, false, Limits());
}

TEST(Compiler, GivesTheSameCodeForLeavesAsTheLongWay) {
  Compiler compiler({}, false, Limits());
  for (const char* text :
       {"", "text", "{{ a }}", "Hello {{ name }}!", "{{ a }}{{ b }}{{ a }}", "{{ a.b }}",
        "x{{ a.items }}y{{ b.c }}", "{{a.a}}{{ a }}", "{# note #}{{ a }}", "{{- a -}} b",
        "{{ \u00e9t\u00e9 }}", "{% raw %}{{ a }}{% endraw %}{{ b }}\n"}) {
    EXPECT_EQ(CodeOf(compiler.Compile(Source("t", text))), CodeOf(TheLongWay(text))) << text;
  }
}

TEST(Compiler, LeavesWhatIsNotQuiteALeafToTheLongWay) {
  Compiler compiler({}, false, Limits());
  for (const char* text :
       {"{{ a.b.c }}", "{{ self }}", "{{ true }}", "{{ a", "{{ a. }}", "{{ a b }}", "{{ 'a' }}",
        "{{ loop.index }}", "{{ a }}\r\n", "{{ a|upper }}", "{{ if }}"}) {
    EXPECT_EQ(CodeOf(compiler.Compile(Source("t", text))), CodeOf(TheLongWay(text))) << text;
  }
  SyntaxOptions options;
  options.newline_sequence = "\r\n";
  Compiler other(options, false, Limits());
  EXPECT_EQ(CodeOf(other.Compile(Source("t", "a\n{{ b }}"))),
            CodeOf(TheLongWay("a\n{{ b }}", options)));
}

TEST(Compiler, RemembersNothingOfTheTemplatesBefore) {
  const char* texts[] = {
      "{% macro m(a, b=a.c) %}{{ a }}{{ caller() }}{{ loop }}{% endmacro %}{{ m(1) }}",
      "{% for a in b if a.x %}{{ loop.index }}{% else %}{{ c }}{% endfor %}",
      "{% if a %}{% set b = 1 %}{% elif c %}{% set b = 2 %}{% endif %}{{ b }}",
      "{% if a %}{% for b in (c",  // fails in the parser, two blocks deep
      "{% block a %}{{ super() }}{% block b scoped %}{% endblock %}{% endblock %}",
      "{% for a in b %}{{ a|nosuch(c|join) }}{% endfor %}",  // fails in the lowering
      "{{ a }}",
      "{% extends 'x' %}{% from 'y' import z %}{% set loop = 1 %}"};
  Compiler compiler({}, false, Limits());
  for (int round = 0; round < 3; ++round) {
    for (const char* text : texts) {
      const Source source("t", text);
      EXPECT_EQ(CodeOf(compiler.Compile(source)), CodeOf(Compile(source, {}, false, Limits())))
          << text;
    }
  }
}

TEST(Compiler, RefusesDelimitersForEveryTemplate) {
  SyntaxOptions options;
  options.block_start = "";
  Compiler compiler(options, false, Limits());
  EXPECT_EQ(CodeOf(compiler.Compile(Source("t", "a"))), "a delimiter is empty");
  EXPECT_EQ(CodeOf(compiler.Compile(Source("t", "b"))), "a delimiter is empty");
}

// A name that only a macro inside an `if` assigns is looked up in the context, and
// has a register of its own for that.
TEST(Compiler, ReservesRegistersForNamesThatOnlyStatementsMention) {
  const Result<Unit> unit =
      Compile(Source("t", "{% if x %}{% macro m() %}{% endmacro %}{% set b = 1 %}{% endif %}"), {},
              false, Limits());
  ASSERT_TRUE(unit);
  EXPECT_GE(unit->routines[0].registers, 5);  // x, m, b, each looked up; m and b themselves
}

}  // namespace
}  // namespace galley::jinja
