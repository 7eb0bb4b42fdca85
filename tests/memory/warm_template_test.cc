// Through the public classes too, what is warm asks the system for no memory.
#include <string>

#include <gtest/gtest.h>

#include "galley/galley.h"
#include "tests/memory/allocations.h"

namespace galley {
namespace {

constexpr std::string_view kData = R"({
  "name": "Ann", "count": 3, "long": "a sentence that fits into no small buffer at all",
  "items": [{"name": "a", "kind": "X", "tags": ["p", "q"]}, {"name": "b", "kind": "Y", "tags": []}],
  "messages": [{"role": "user", "content": " hello "}, {"role": "assistant", "content": "hi"}]})";

class WarmTemplateTest : public ::testing::Test {
 protected:
  WarmTemplateTest() : workspace_(*Workspace::InMemory()) {
    EXPECT_TRUE(workspace_.AddTemplate("item.j2", "- {{ item.name }} ({{ item.kind|lower }})\n"));
    EXPECT_TRUE(workspace_.AddTemplate(
        "parts.j2", "{% macro line(text, end='.') %}{{ text }}{{ end }}{% endmacro %}"));
    EXPECT_TRUE(workspace_.AddTemplate(
        "page.j2", "# {% block title %}Page{% endblock %}\n{% block body %}{% endblock %}"));
    EXPECT_TRUE(workspace_.AddTemplate("line.hbs", "- {{name}}\n"));
  }

  // How many allocations ten rounds of `run` make after three.
  template <class Run>
  static size_t Allocations(Run run) {
    size_t before = 0;
    for (int round = 0; round < 13; ++round) {
      if (round == 3) before = AllocationCount();
      run();
    }
    return AllocationCount() - before;
  }

  size_t AllocationsOf(const Result<Template>& made, const Context& context) {
    if (!made) ADD_FAILURE() << made.error().diagnostics().front().message;
    return Allocations([&] {
      out_.clear();
      if (!made->RenderTo(context, &out_)) ADD_FAILURE();
    });
  }

  Workspace workspace_;
  std::string out_;
};

TEST_F(WarmTemplateTest, RenderingAsksForNothing) {
  const Result<Context> context = Context::FromJson(kData);
  ASSERT_TRUE(context);
  for (const char* text :
       {"plain text", "Hello {{ name }}!",
        "{{ long }}{{ long|upper }}{{ long|replace('a', 'bb') }}",
        "{% for item in items %}{{ loop.index }}{{ item.tags|join(', ') }}{% endfor %}",
        "{% for item in items %}{% include 'item' %}{% endfor %}",
        "{% from 'parts' import line %}{{ line(name) }}{{ line(end='?', text=1) }}",
        "{% extends 'page' %}{% block title %}{{ super() }}: {{ name }}{% endblock %}"}) {
    EXPECT_EQ(AllocationsOf(workspace_.Compile(text), *context), 0u) << text;
  }
  const CompileOptions handlebars = {.language = Language::kHandlebars};
  for (const char* text : {"Hello {{name}}!", "{{#each items}}{{> line}}{{/each}}"}) {
    EXPECT_EQ(AllocationsOf(workspace_.Compile(text, handlebars), *context), 0u) << text;
  }
}

TEST_F(WarmTemplateTest, FindingATemplateAgainAsksForNothing) {
  EXPECT_EQ(Allocations([&] { EXPECT_TRUE(workspace_.Load("page")); }), 0u);
}

TEST_F(WarmTemplateTest, ContextsForRowAfterRowAskForNothing) {
  const Result<Template> made =
      workspace_.Compile("{{ name }}{% for tag in tags %}{{ tag }}{% endfor %}");
  ASSERT_TRUE(made);
  Context context;
  EXPECT_EQ(Allocations([&] {
              context.Clear();
              context.Set("name", "a sentence that fits into no small buffer at all");
              context.Set("tags", {"p", "q"}).Key("more").OpenMap().Key("n").Int(1).Close();
              out_.clear();
              if (!made->RenderTo(context, &out_)) ADD_FAILURE();
            }),
            0u);
}

}  // namespace
}  // namespace galley
