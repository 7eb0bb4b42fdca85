#include "apps/server/routes.h"

#include <string>

#include <gtest/gtest.h>

#include "galley/context.h"

namespace galley::server {
namespace {

Routes MakeRoutes(bool has_home = true) {
  Context table;
  table.SetJson("operations",
                R"([{"name": "a.b", "scope": "write", "parameters": [], "result": []}])");
  return Routes(table.values().Find("operations"), has_home);
}

TEST(Routes, AreFoundByTheirPath) {
  const Routes routes = MakeRoutes();
  EXPECT_EQ(routes.Find("POST", "/v1/a.b").place, Place::kOperation);
  EXPECT_EQ(routes.Find("POST", "/v1/a.b").ScopeFor("POST"), kWriteScope);
  EXPECT_EQ(routes.Find("GET", "/v1/operations").place, Place::kOperations);
  for (const char* path :
       {"/v1/", "/v1/a.c", "/v1/a.b/", "/x", "//", "/../etc", "/mcp/", "/index.html"}) {
    EXPECT_EQ(routes.Find("GET", path).place, Place::kUnknown) << path;
  }
  EXPECT_EQ(routes.Find("GET", "/").place, Place::kHome);
  EXPECT_EQ(MakeRoutes(false).Find("GET", "/").place, Place::kUnknown);
  EXPECT_TRUE(routes.Find("GET", "/healthz").is_open);
  EXPECT_FALSE(routes.Find("GET", "/metrics").is_open);
}

TEST(Routes, NamesOfPromptsMayHoldSlashes) {
  const Routes routes = MakeRoutes();
  EXPECT_EQ(routes.Find("GET", "/api/public/v2/prompts/a/b").name, "a/b");
  EXPECT_EQ(routes.Find("GET", "/api/public/v2/prompts/a%2Fb%20c").name, "a/b c");
  EXPECT_EQ(routes.Find("GET", "/api/public/v2/prompts/a%00").place, Place::kUnknown);
  EXPECT_EQ(routes.Find("GET", "/api/public/v2/prompts/").place, Place::kUnknown);
  const Route version = routes.Find("PATCH", "/api/public/v2/prompts/a/b/versions/12");
  EXPECT_EQ(version.place, Place::kPromptVersion);
  EXPECT_EQ(version.name, "a/b");
  EXPECT_EQ(version.version, 12);
  const Route named = routes.Find("GET", "/api/public/v2/prompts/a/b/versions/12");
  EXPECT_EQ(named.place, Place::kPrompt);
  EXPECT_EQ(named.name, "a/b/versions/12");
  EXPECT_TRUE(named.Allows("PATCH"));
}

TEST(Routes, QueriesAreDecoded) {
  EXPECT_EQ(QueryValue("a=1&b=x%20y+z&c", "b"), "x y z");
  EXPECT_EQ(QueryValue("a=1", "b"), "");
  EXPECT_EQ(QueryValue("b=%zz", "b"), "");
  EXPECT_EQ(QueryValue("b=%4", "b"), "");
}

}  // namespace
}  // namespace galley::server
