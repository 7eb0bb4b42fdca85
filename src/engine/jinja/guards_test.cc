#include "engine/jinja/guards.h"

#include <string>

#include <gtest/gtest.h>

#include "diag/source.h"
#include "engine/jinja/parser.h"

namespace galley::jinja {
namespace {

// The mentions of `x` in order: `g` where it is guarded, `-` where it is not.
std::string Mentions(std::string_view text) {
  const Source source("t", text);
  const auto tree = Parse(source, SyntaxOptions(), Limits());
  if (!tree) return "error";
  const std::vector<bool> guarded = FindGuarded(*tree);
  std::string found;
  for (size_t at = 0; at < guarded.size(); ++at) {
    const Node& node = tree->nodes[at];
    if (node.kind != NodeKind::kName || tree->Text(node.name) != "x") continue;
    found += guarded[at] ? 'g' : '-';
  }
  return found;
}

TEST(Guards, DefaultsStandInForWhatIsMissing) {
  EXPECT_EQ(Mentions("{{ x }}"), "-");
  EXPECT_EQ(Mentions("{{ x|default('a') }}{{ x|d }}"), "gg");
  EXPECT_EQ(Mentions("{{ x|upper|default('a') }}"), "-");
  EXPECT_EQ(Mentions("{{ x.y|default('a') }}"), "-");
  EXPECT_EQ(Mentions("{{ y|default(x) }}"), "-");
}

TEST(Guards, TestsGuardWhatFollows) {
  EXPECT_EQ(Mentions("{% if x is defined %}{{ x }}{% else %}{{ x }}{% endif %}{{ x }}"), "gg--");
  EXPECT_EQ(Mentions("{% if x is not defined %}{{ x }}{% else %}{{ x }}{% endif %}"), "g-g");
  EXPECT_EQ(Mentions("{% if x is undefined %}a{% elif x %}{{ x }}{% endif %}"), "ggg");
  EXPECT_EQ(Mentions("{% if y is defined %}{{ x }}{% endif %}"), "-");
  EXPECT_EQ(Mentions("{% if x is defined and y %}{{ x }}{% endif %}"), "gg");
  EXPECT_EQ(Mentions("{% if x is defined or y %}{{ x }}{% endif %}"), "g-");
  EXPECT_EQ(Mentions("{% if x %}{{ x }}{% endif %}"), "--");
}

TEST(Guards, TestsGuardWithinExpressions) {
  EXPECT_EQ(Mentions("{{ x is defined and x > 1 }}"), "gg");
  EXPECT_EQ(Mentions("{{ x > 1 and x is defined }}"), "-g");
  EXPECT_EQ(Mentions("{{ x is not defined or x > 1 }}"), "gg");
  EXPECT_EQ(Mentions("{{ x if x is defined else y }}"), "gg");
  EXPECT_EQ(Mentions("{{ y if x is not defined else x }}"), "gg");
  EXPECT_EQ(Mentions("{{ y if x is defined else x }}"), "g-");
}

}  // namespace
}  // namespace galley::jinja
