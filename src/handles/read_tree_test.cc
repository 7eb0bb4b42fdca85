#include "galley/read_tree.h"

#include <map>
#include <string>

#include <gtest/gtest.h>

#include "galley/template.h"
#include "galley/workspace.h"

namespace galley {
namespace {

// `.a[]` for the items of the variable `a`.
std::string PathTo(const ReadTree& reads, uint32_t at) {
  if (at == 0) return "";
  const ReadTree::Node& parent = reads.nodes[reads.nodes[at].parent];
  std::string step = "[]";
  for (const auto& [name, child] : parent.fields) {
    if (child == at) step = "." + name;
  }
  return PathTo(reads, reads.nodes[at].parent) + step;
}

// `*`: the whole, `#`: which keys there are; `{a: ...}` fields, `[0: ...]` items, `[: ...]` every
// item.
std::string Shown(const ReadTree& reads, uint32_t at) {
  const ReadTree::Node& node = reads.nodes[at];
  if (node.is_whole) return "*";
  std::string text = node.needs_keys ? "#" : "";
  for (const auto& [name, child] : std::map(node.fields.begin(), node.fields.end())) {
    text += "{" + name + Shown(reads, child) + "}";
  }
  for (const auto& [number, child] : std::map(node.items.begin(), node.items.end())) {
    text += "[" + std::to_string(number) + Shown(reads, child) + "]";
  }
  for (const uint32_t number : node.numbers) text += "[@" + PathTo(reads, number) + "]";
  if (node.each != 0) text += "[" + Shown(reads, node.each) + "]";
  return text;
}

std::string Reads(std::string_view source) {
  Workspace workspace = *Workspace::InMemory();
  EXPECT_TRUE(workspace.AddTemplate("other.j2", "{{ user.id }}"));
  const Result<Template> made = workspace.Compile(source, {});
  return made ? Shown(FindReads(*made), 0) : "error";
}

TEST(ReadTree, PathsAreParts) {
  EXPECT_EQ(Reads("{{ user.name }}"), "{user{name*}}");
  EXPECT_EQ(Reads("{{ user['name'].first }}{{ user.age + 1 }}"), "{user{age*}{name{first*}}}");
  EXPECT_EQ(Reads("{{ xs[3] }}{{ xs[0].a }}"), "{xs[0{a*}][3*]}");
  EXPECT_EQ(Reads("{{ xs[i + 1].a }}"), "{i*}{xs[{a*}]}");
  EXPECT_EQ(Reads("{{ user }}{{ user.name }}"), "{user*}");
}

TEST(ReadTree, WhatIsNotKnownTakesTheWhole) {
  EXPECT_EQ(Reads("{{ user|tojson }}"), "{user*}");
  EXPECT_EQ(Reads("{{ user.items() }}"), "{user*}");
  EXPECT_EQ(Reads("{{ user.name.upper() }}"), "{user{name*}}");
  EXPECT_EQ(Reads("{% set u = user %}{{ u.name }}"), "{u{name*}}{user*}");
  EXPECT_EQ(Reads("{{ f(user.a, b=user.c) }}"), "{f*}{user{a*}{c*}}");
  EXPECT_EQ(Reads("{{ x or y.a }}"), "{x*}{y{a*}}");
  EXPECT_EQ(Reads("{{ 'k' in x }}"), "{x*}");
}

TEST(ReadTree, LoopsReadWhatTheirVariableReads) {
  EXPECT_EQ(Reads("{% for m in ms if m.b %}{{ m.a }}{{ loop.index }}{% endfor %}"),
            "{loop{index*}}{m{a*}{b}}{ms[{a*}{b}]}");
  EXPECT_EQ(Reads("{% for m in ms[1:] %}{{ m[0] }}{% endfor %}"), "{m[0*]}{ms[[0*]]}");
  EXPECT_EQ(Reads("{% for a in x.y %}{% for b in a.z %}{{ b.c }}{% endfor %}{% endfor %}"),
            "{a{z[{c*}]}}{b{c*}}{x{y[{z[{c*}]}]}}");
  EXPECT_EQ(Reads("{% for x in x.y %}{{ x.z }}{% endfor %}"), "{x{y[{z*}]}{z*}}");
}

// What is read of an item may be out of sight.
TEST(ReadTree, LoopsThatHandTheirItemsOnReadAll) {
  EXPECT_EQ(Reads("{% for m in ms %}{{ loop.previtem.a }}{% endfor %}"),
            "{loop{previtem{a*}}}{ms*}");
  EXPECT_EQ(Reads("{% for m in ms %}{% include 'other' %}{% endfor %}"), "{ms*}{user{id*}}");
  EXPECT_EQ(Reads("{% for m in ms %}{% block b scoped %}{{ m.a }}{% endblock %}{% endfor %}"),
            "{m{a*}}{ms*}");
  EXPECT_EQ(Reads("{% for m in ms recursive %}{{ loop(m.c) }}{% endfor %}"), "{loop*}{m{c*}}{ms*}");
  EXPECT_EQ(Reads("{% for k, v in ms %}{{ v.a }}{% endfor %}"), "{ms*}{v{a*}}");
}

// `@path`: the values there are the numbers.
TEST(ReadTree, NumbersThatAreKnownAreTold) {
  EXPECT_EQ(Reads("{{ xs[i].a }}"), "{i*}{xs[@.i][{a*}]}");
  EXPECT_EQ(Reads("{% for i in is %}{{ xs[i].a }}{% endfor %}"),
            "{i*}{is[*]}{xs[@.is[]][@.i][{a*}]}");
  // Whatever else is asked of the list, or gives the number, any item may be read.
  for (const char* more :
       {"{{ xs[0] }}", "{{ xs[j + 1] }}", "{% for x in xs %}{{ x.a }}{% endfor %}",
        "{% if xs %}{% endif %}", "{{ xs|length }}", "{% set i = 1 %}",
        "{% for i in range(2) %}{{ xs[i].a }}{% endfor %}",
        "{% for i in [1, 0] %}{{ xs[i].a }}{% endfor %}",
        "{% for i in ks|sort %}{{ xs[i].a }}{% endfor %}",
        "{% set ks = [1] %}{% for i in ks %}{{ xs[i].a }}{% endfor %}",
        "{% for y in ys %}{{ xs[loop.index0].a }}{% endfor %}",
        "{% with i = 1 %}{{ xs[i].a }}{% endwith %}", "{% macro m(i) %}{{ xs[i].a }}{% endmacro %}",
        "{% for i, j in ys %}{{ xs[i] }}{% endfor %}", "{% include 'other' %}",
        "{{ xs[1:][i].a }}"}) {
    EXPECT_EQ(Reads(std::string("{{ xs[i].a }}") + more).find('@'), std::string::npos) << more;
  }
}

TEST(ReadTree, QuestionsReadNothing) {
  EXPECT_EQ(Reads("{% if user %}{{ user.a }}{% endif %}"), "{user{a*}}");
  EXPECT_EQ(Reads("{{ 1 if not user else 2 }}{{ user.a is defined }}"), "{user{a}}");
  EXPECT_EQ(Reads("{{ xs|length }}"), "{xs#}");
}

TEST(ReadTree, WhatIsNamedReadsToo) {
  EXPECT_EQ(Reads("{% include 'other' %}{{ user.name }}"), "{user{id*}{name*}}");
  EXPECT_EQ(Reads("{% include name %}"), "*");
}

TEST(ReadTree, WhatPrintsEverythingReadsEverything) {
  Workspace workspace = *Workspace::InMemory();
  Context options;
  options.Key("extensions").OpenList().Text("debug").Close();
  const Json given = options.values();
  const Result<Template> made = workspace.Compile("{% debug %}", {.options = given});
  ASSERT_TRUE(made);
  EXPECT_FALSE(made->inputs().is_complete);
  EXPECT_TRUE(FindReads(*made).nodes.front().is_whole);
}

TEST(ReadTree, ManyWaysAreTheWhole) {
  std::string source;
  for (int at = 0; at < 2'000; ++at) source += "{{ x.a" + std::to_string(at) + " }}";
  EXPECT_EQ(Reads(source), "*");
}

}  // namespace
}  // namespace galley
