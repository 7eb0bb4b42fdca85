#include "store/stored_name.h"

#include <gtest/gtest.h>

namespace galley {
namespace {

TEST(StoredNameTest, ReadsNamesVersionsAndLabels) {
  const Limits limits;
  const StoredName plain = *StoredName::Parse("layout/a b", limits);
  EXPECT_EQ(plain.name, "layout/a b");
  EXPECT_EQ(plain.Shown(), "layout/a b");
  const StoredName version = *StoredName::Parse("store:a@012", limits);
  EXPECT_EQ(version.version, 12);
  EXPECT_EQ(version.Shown(), "a@12");
  const StoredName label = *StoredName::Parse("a@v1.2-beta_3", limits);
  EXPECT_EQ(label.label, "v1.2-beta_3");
  EXPECT_EQ(label.Shown(), "a@v1.2-beta_3");
}

TEST(StoredNameTest, RefusesOtherTexts) {
  const Limits limits;
  for (const char* text : {"", "store:", "@1", "a@", "a@0", "a@b@c", "a@1@2", "a@b c", "a@b/c",
                           "../a", "a@99999999999999999999", "a@\xC3\xA4", "a\n", "store:store:a",
                           "galley-store.json", "galley-store.json/a"}) {
    const Result<StoredName> name = StoredName::Parse(text, limits);
    ASSERT_FALSE(name) << text;
    EXPECT_EQ(name.error().code(), "invalid-template-name");
  }
}

TEST(StoredNameTest, LabelsHaveALimit) {
  EXPECT_EQ(FindLabelFault(std::string(64, 'a')), "");
  EXPECT_NE(FindLabelFault(std::string(65, 'a')), "");
}

}  // namespace
}  // namespace galley
