#include "discover/extensions.h"

#include <gtest/gtest.h>

namespace galley {
namespace {

TEST(Extensions, G6MatchesSuffixesByCase) {
  const Extensions extensions;
  EXPECT_EQ(extensions.Match("s.j2"), 3u);
  EXPECT_EQ(extensions.Match("s.j2.md"), 6u);
  EXPECT_EQ(extensions.Match("s.j2.j2"), 3u);
  EXPECT_EQ(extensions.Match(".j2"), 3u);
  EXPECT_EQ(extensions.Match("s.chat.json"), 10u);
  for (const char* name : {"s.J2", "s.md", "sj2", "s.j2 ", "s.yaml", "s.test.yaml", ""}) {
    EXPECT_EQ(extensions.Match(name), 0u) << name;
  }
}

TEST(Extensions, G6TakesTheLongestOfThoseConfigured) {
  for (const std::vector<std::string>& each :
       {std::vector<std::string>{".md", ".j2.md"}, std::vector<std::string>{".j2.md", ".md"}}) {
    const Extensions extensions = *Extensions::Of(each);
    EXPECT_EQ(extensions.Match("s.j2.md"), 6u);
    EXPECT_EQ(extensions.Match("s.md"), 3u);
  }
}

TEST(Extensions, RefusesWhatIsNone) {
  for (const char* text : {"", ".", "j2", "./x", ".a/b", ".a\\b", ".a\n"}) {
    EXPECT_FALSE(Extensions::Of({text})) << text;
  }
  EXPECT_TRUE(Extensions::Of(std::vector<std::string>(64, ".a")));
  EXPECT_FALSE(Extensions::Of(std::vector<std::string>(65, ".a")));
  EXPECT_EQ(Extensions::Of({})->Match("s.j2"), 0u);
}

TEST(TypeOf, IsDecidedByTheExtension) {
  EXPECT_EQ(TypeOf(".j2"), TemplateType::kJinja);
  EXPECT_EQ(TypeOf(".j2.md"), TemplateType::kJinja);
  EXPECT_EQ(TypeOf(".hbs"), TemplateType::kHandlebars);
  EXPECT_EQ(TypeOf(".sections.yaml"), TemplateType::kSections);
  EXPECT_EQ(TypeOf(".chat.yaml"), TemplateType::kChat);
  EXPECT_EQ(TypeOf(".chat.json"), TemplateType::kChat);
  EXPECT_EQ(TypeOf(".task.yaml"), TemplateType::kTask);
  EXPECT_EQ(TypeOf(".of-my-own"), TemplateType::kJinja);
  for (const TemplateType type : {TemplateType::kJinja, TemplateType::kTask}) {
    EXPECT_EQ(FindType(TypeName(type)), type);
  }
  EXPECT_EQ(FindType("text"), std::nullopt);
}

}  // namespace
}  // namespace galley
