#include "discover/configuration.h"

#include <gtest/gtest.h>

namespace galley {
namespace {

class ConfigurationTest : public testing::Test {
 protected:
  std::string Read(std::string_view toml, Layer layer) {
    const Result<void> read =
        configuration_.Read(Source(std::string(LayerName(layer)), toml), layer, {}, &notices_);
    return read ? "" : std::string(read.error().code());
  }
  std::vector<std::string> Values(ConfigKey key) const { return configuration_[key].values; }

  Configuration configuration_;
  std::vector<Diagnostic> notices_;
};

TEST_F(ConfigurationTest, G4HasTheDocumentedDefaults) {
  EXPECT_EQ(Values(ConfigKey::kProjectTemplatePaths),
            std::vector<std::string>{".galley/templates"});
  EXPECT_TRUE(Values(ConfigKey::kBuiltinTemplatePaths).empty());
  EXPECT_EQ(configuration_.Text(ConfigKey::kSystemInstruction), "");
}

TEST_F(ConfigurationTest, G1StrongerLayersReplaceWholeValues) {
  EXPECT_EQ(Read("project-template-paths = ['a', 'b']\nuser-instruction = 'x'", Layer::kUser), "");
  EXPECT_EQ(Read("project-template-paths = ['c']", Layer::kProject), "");
  EXPECT_EQ(Values(ConfigKey::kProjectTemplatePaths), std::vector<std::string>{"c"});
  EXPECT_EQ(configuration_[ConfigKey::kProjectTemplatePaths].layer, Layer::kProject);
  EXPECT_EQ(configuration_[ConfigKey::kProjectTemplatePaths].origin, "project");
  EXPECT_EQ(configuration_[ConfigKey::kUserInstruction].layer, Layer::kUser);
  EXPECT_EQ(Read("project-template-paths = []", Layer::kFile), "");
  EXPECT_TRUE(Values(ConfigKey::kProjectTemplatePaths).empty());
}

TEST_F(ConfigurationTest, G1AFailureChangesNothing) {
  EXPECT_EQ(Read("user-instruction = 'x'\nsystem-instruction = 1", Layer::kUser), "config-invalid");
  EXPECT_EQ(configuration_[ConfigKey::kUserInstruction].layer, Layer::kDefault);
  for (const char* toml : {"a", "a = ", "a = 1\na = 2", "project-template-paths = [['x']]",
                           "project-template-paths = {}", "user-instruction = ['x']",
                           "user-instruction = true", "\xff = 1"}) {
    EXPECT_EQ(Read(toml, Layer::kUser), "config-invalid") << toml;
  }
}

TEST_F(ConfigurationTest, G1UnknownKeysAreKeptWithAWarning) {
  EXPECT_EQ(Read("modle = 'm'\n[section]\nx = 1", Layer::kUser), "");
  ASSERT_EQ(notices_.size(), 2u);
  EXPECT_EQ(notices_[0].code, "config-unknown-key");
  ASSERT_EQ(configuration_.unknown().size(), 2u);
  EXPECT_EQ(configuration_.unknown().Find("modle")->json, "\"m\"");
  EXPECT_EQ(configuration_.unknown().Find("section")->json, "{\"x\":1}");
}

TEST_F(ConfigurationTest, G2AStringIsAListOfOne) {
  EXPECT_EQ(Read("user-template-paths = 'a:b, c'", Layer::kUser), "");
  EXPECT_EQ(Values(ConfigKey::kUserTemplatePaths), std::vector<std::string>{"a:b, c"});
  ASSERT_EQ(notices_.size(), 1u);
  EXPECT_EQ(notices_[0].code, "config-not-list");
}

TEST_F(ConfigurationTest, EachKeyHasAVariable) {
  EXPECT_EQ(VariableOf(ConfigKey::kProjectTemplatePaths), "GALLEY_PROJECT_TEMPLATE_PATHS");
  EXPECT_EQ(VariableOf(ConfigKey::kUserInstruction), "GALLEY_USER_INSTRUCTION");
  for (size_t at = 0; at < kConfigKeys; ++at) {
    EXPECT_EQ(FindConfigKey(AllConfigKeys()[at].name), static_cast<ConfigKey>(at));
  }
  EXPECT_EQ(FindConfigKey("modle"), std::nullopt);
  for (const Tier tier : {Tier::kProject, Tier::kUser, Tier::kBuiltin}) {
    const std::string_view name = AllConfigKeys()[static_cast<size_t>(PathsKeyOf(tier))].name;
    EXPECT_TRUE(name.starts_with(TierName(tier))) << name;
  }
}

}  // namespace
}  // namespace galley
