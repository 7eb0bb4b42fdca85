// What is warm asks the system for no memory: rendering for none at all, compiling
// for that of the result.
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "compile/text_set.h"
#include "engine/jinja/compile.h"
#include "engine/vm/machine.h"
#include "engine/vm/output.h"
#include "format/json_data.h"
#include "tests/memory/allocations.h"

namespace galley {
namespace {

constexpr std::string_view kData = R"({
  "name": "Ann", "count": 3, "long": "a sentence that fits into no small buffer at all",
  "items": [{"name": "a", "kind": "X", "tags": ["p", "q"]}, {"name": "b", "kind": "Y", "tags": []}],
  "messages": [{"role": "user", "content": " hello "}, {"role": "assistant", "content": "hi"}]})";

class WarmTest : public ::testing::Test {
 protected:
  WarmTest() : set_(JinjaCompilation{}, Limits()) {
    set_.Add("item", "- {{ item.name }} ({{ item.kind|lower }})\n");
    set_.Add("parts", "{% macro line(text, end='.') %}{{ text }}{{ end }}{% endmacro %}");
    set_.Add("page", "# {% block title %}Page{% endblock %}\n{% block body %}{% endblock %}");
    const Source source("data", kData, Nature::kData);
    const Result<Value> data = ReadJsonData(source, &data_heap_, Limits());
    if (data) data_ = *data;
  }

  // How many allocations ten renders make after three.
  size_t Allocations(std::string_view text) {
    const Result<Unit> unit = set_.Compile("t", text);
    if (!unit) ADD_FAILURE() << unit.error().diagnostics().front().message;
    RenderRequest request;
    request.unit = &*unit;
    request.data = data_;
    request.loader = &set_;
    size_t before = 0;
    for (int round = 0; round < 13; ++round) {
      if (round == 3) before = AllocationCount();
      out_.Reset(request.limits.output);
      const Result<void> done = machine_.Render(request, &out_);
      if (!done) ADD_FAILURE() << done.error().diagnostics().front().message;
    }
    return AllocationCount() - before;
  }

  TextSet set_;
  Heap data_heap_{Limits()};
  Value data_;
  Machine machine_;
  Output out_;
};

TEST_F(WarmTest, RenderingAsksForNothing) {
  for (const char* text :
       {"plain text", "Hello {{ name }}!",
        "{{ long }}{{ long|upper }}{{ long|replace('a', 'bb') }}",
        "{% for item in items %}{{ loop.index }}{{ item.name }}{{ item.tags|join(', ') }}{% endfor "
        "%}",
        "{% for m in messages %}{{ '<' + m.role + '>' + m['content']|trim + '\n' }}{% endfor %}",
        "{% if count > 2 and name == 'Ann' %}{{ count * 2 + 1 }}{% endif %}",
        "{% set ns = namespace(n=0) %}{% for i in items %}{% set ns.n = ns.n + 1 %}{% endfor %}{{ "
        "ns.n }}",
        "{% for item in items %}{% include 'item' %}{% endfor %}",
        "{% from 'parts' import line %}{{ line(name) }}{{ line(name, '!') }}{{ line(end='?', "
        "text=1) }}",
        "{% extends 'page' %}{% block title %}{{ super() }}: {{ name }}{% endblock %}",
        "{% set text %}{{ name }}{% endset %}{{ text }}{% filter upper %}{{ name }}{% endfilter %}",
        "{% for i in items recursive %}{{ i.name }}{% endfor %}{{ items|map(attribute='name')|list "
        "}}",
        "{{ name.upper() }}{{ long.split(' ') }}{{ items|tojson }}{{ '%s' % name }}"}) {
    EXPECT_EQ(Allocations(text), 0u) << text;
  }
}

TEST_F(WarmTest, CompilingAsksForTheResult) {
  jinja::Compiler compiler({}, false, Limits());
  for (const char* text : {"Hello {{ name }}!",
                           "{% for item in items %}{{ item.name }}{% if item.kind == 'X' %}!{% "
                           "endif %}{% endfor %}"}) {
    const Source source("t", text);
    for (int round = 0; round < 3; ++round) ASSERT_TRUE(compiler.Compile(source));
    const size_t before = AllocationCount();
    ASSERT_TRUE(compiler.Compile(source));
    EXPECT_LE(AllocationCount() - before, 2u) << text;
  }
}

}  // namespace
}  // namespace galley
