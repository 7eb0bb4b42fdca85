#include "api/request_id.h"

#include <string>

#include <gtest/gtest.h>

namespace galley::api {
namespace {

TEST(FindRequestId, FindsScalarsOfTheOutermostMap) {
  EXPECT_EQ(FindRequestId(R"({"id":1})"), "1");
  EXPECT_EQ(FindRequestId(R"({"id" : -1.5e3 , "x":2})"), "-1.5e3");
  EXPECT_EQ(FindRequestId(R"({"id":"a\"}b"})"), R"("a\"}b")");
  EXPECT_EQ(FindRequestId(R"({"params":{"id":1,"x":["id",{"id":2}]},"id":3})"), "3");
  EXPECT_EQ(FindRequestId(R"({"method":"id","id":null})"), "null");
}

TEST(FindRequestId, TakesTheLastOfSeveral) {
  EXPECT_EQ(FindRequestId(R"({"id":1,"id":2})"), "2");
  EXPECT_EQ(FindRequestId(R"({"id":1,"id":[2]})"), "");
}

TEST(FindRequestId, FindsNothingElsewhere) {
  for (const std::string_view line :
       {"", "{}", "1", R"("id")", R"([{"id":1}])", R"({"params":{"id":1}})", R"({"x":"id"})",
        R"({"id":)", R"({"id":[1]})", R"({"id":{"id":1}})", R"({"a":1} {"id":2})"}) {
    EXPECT_EQ(FindRequestId(line), "") << line;
  }
}

TEST(FindRequestId, TakesAnyBytes) {
  EXPECT_EQ(FindRequestId("\"\\"), "");
  EXPECT_EQ(FindRequestId("]]]}{\"id\":1"), "");
  EXPECT_EQ(FindRequestId(R"({"id":"never closed)"), R"("never closed)");
  EXPECT_EQ(FindRequestId(std::string(1'000'000, '[')), "");
}

}  // namespace
}  // namespace galley::api
