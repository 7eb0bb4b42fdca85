#include <gtest/gtest.h>

#include "galley/galley.h"

namespace galley::api {
namespace {

std::string TitleOf(std::string_view params) {
  const Result<Reply> reply = Call("chat.schema", params);
  if (!reply) return std::string(reply.error().code());
  return std::string(reply->result().Find("schema").Find("title").as_string());
}

TEST(ChatSchemaTest, GivesTheSchemaThatIsAskedFor) {
  EXPECT_EQ(TitleOf("{}"), "Galley chat template");
  EXPECT_EQ(TitleOf(R"({"document": "chat"})"), "Galley chat template");
  EXPECT_EQ(TitleOf(R"({"document": "task"})"), "Galley task kind");
  EXPECT_EQ(TitleOf(R"({"document": "section"})"), "invalid-params");
}

}  // namespace
}  // namespace galley::api
