#include "store/stored_type.h"

#include <gtest/gtest.h>

namespace galley {
namespace {

TEST(FindTypeFault, AcceptsWhatIsPushed) {
  EXPECT_EQ(FindTypeFault("jinja", ".j2.md"), "");
  EXPECT_EQ(FindTypeFault("jinja", ".prompt"), "") << "an extension of a caller's own";
  EXPECT_EQ(FindTypeFault("chat", ".chat.json"), "");
  EXPECT_EQ(FindTypeFault("instructions", ".iai"), "");
}

TEST(FindTypeFault, RefusesWhatIsNoneOfADocument) {
  EXPECT_EQ(FindTypeFault("nonsense", ".j2"), "its type is not one of documents");
  EXPECT_EQ(FindTypeFault("", ""), "its type is not one of documents");
  for (const char* extension : {"", "j2", "/../x", ".j2/../../x", ".hbs", ".\\x", ".\n"}) {
    EXPECT_EQ(FindTypeFault("jinja", extension), "its extension is not one of its type")
        << extension;
  }
  EXPECT_EQ(FindTypeFault("instructions", ".j2"), "its extension is not one of its type");
}

}  // namespace
}  // namespace galley
