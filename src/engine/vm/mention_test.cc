#include "engine/vm/mention.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace galley {
namespace {

// What is pointed at, where `^` stands before and after what the machine points at.
std::string Mention(std::string_view marked, std::string_view name,
                    MentionOf what = MentionOf::kVariable) {
  const size_t begin = marked.find('^');
  const size_t end = marked.find('^', begin + 1) - 1;
  std::string text(marked);
  std::erase(text, '^');
  const Span found =
      FindMention(text, name, what, {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)});
  text.insert(found.end, "^");
  text.insert(found.begin, "^");
  return text;
}

TEST(MentionTest, StandsNextToTheOperator) {
  EXPECT_EQ(Mention("{{ gone ^+^ 1 }}", "gone"), "{{ ^gone^ + 1 }}");
  EXPECT_EQ(Mention("{{ 1 ^+^ gone }}", "gone"), "{{ 1 + ^gone^ }}");
  EXPECT_EQ(Mention("{% ^extends^ gone %}", "gone"), "{% extends ^gone^ %}");
}

TEST(MentionTest, IsTheSpanItselfWhereThatIsTheName) {
  EXPECT_EQ(Mention("{{ gone + ^gone^ }}", "gone"), "{{ gone + ^gone^ }}");
}

TEST(MentionTest, IsAWholeName) {
  EXPECT_EQ(Mention("{{ gones ^+^ a.gone + _gone + gone }}", "gone"),
            "{{ gones + a.gone + _gone + ^gone^ }}");
}

TEST(MentionTest, OfAnAttributeFollowsADot) {
  EXPECT_EQ(Mention("{{ gone + a.gone.^more^ }}", "gone", MentionOf::kAttribute),
            "{{ gone + a.^gone^.more }}");
}

TEST(MentionTest, IsNotInAString) {
  EXPECT_EQ(Mention("{{ gone ~ 'a gone' ^+^ 1 }}", "gone"), "{{ ^gone^ ~ 'a gone' + 1 }}");
  EXPECT_EQ(Mention("{{ 1 ^+^ \"it's gone\" ~ gone }}", "gone"),
            "{{ 1 + \"it's gone\" ~ ^gone^ }}");
}

TEST(MentionTest, IsInTheSameTag) {
  EXPECT_EQ(Mention("gone {{ 1 ^+^ a }} gone", "gone"), "gone {{ 1 ^+^ a }} gone");
  EXPECT_EQ(Mention("{{ gone }}{{ 1 ^+^ f(a, b, gone) }}", "gone"),
            "{{ gone }}{{ 1 + f(a, b, ^gone^) }}");
}

TEST(MentionTest, IsNearby) {
  const std::string far(1000, ' ');
  EXPECT_EQ(Mention("{{ 1 ^+^" + far + "gone }}", "gone"), "{{ 1 ^+^" + far + "gone }}");
}

TEST(MentionTest, OfNothingIsWhereItWas) {
  EXPECT_EQ(Mention("{{ ^+^ }}", ""), "{{ ^+^ }}");
  EXPECT_EQ(FindMention("ab", "a", MentionOf::kVariable, {3, 9}), (Span{3, 9}));
}

}  // namespace
}  // namespace galley
