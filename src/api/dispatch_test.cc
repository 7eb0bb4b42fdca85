#include "api/dispatch.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "api/operation.h"
#include "format/json_data.h"
#include "value/map.h"

namespace galley::api {
namespace {

class DispatchTest : public testing::Test {
 protected:
  Result<Value> Run(std::string_view method, std::string_view params) {
    const Source source("<params>", params, Nature::kData);
    const Value read = *ReadJsonData(source, &params_heap_, Limits());
    return Dispatch(method, read, Limits(), &heap_, &warnings_);
  }

  Heap params_heap_{Limits()};
  Heap heap_{Limits()};
  std::vector<Diagnostic> warnings_;
};

TEST_F(DispatchTest, TheTableIsSortedByName) {
  const auto by_name = [](const Operation& a, const Operation& b) { return a.name < b.name; };
  const std::span<const Operation> all = AllOperations();
  EXPECT_TRUE(std::is_sorted(all.begin(), all.end(), by_name));
}

TEST_F(DispatchTest, EveryOperationRefusesUnknownParameters) {
  for (const Operation& operation : AllOperations()) {
    const auto result = Run(operation.name, R"({"no_such_parameter":1})");
    ASSERT_FALSE(result) << operation.name;
    EXPECT_EQ(result.error().code(), "invalid-params") << operation.name;
    EXPECT_NE(result.error().diagnostics().front().message.find("no_such_parameter"),
              std::string::npos)
        << operation.name;
  }
}

TEST_F(DispatchTest, EveryOperationTakesLimits) {
  for (const Operation& operation : AllOperations()) {
    const auto result = Run(operation.name, R"({"limits":{"no_such_limit":1}})");
    ASSERT_FALSE(result) << operation.name;
    EXPECT_EQ(result.error().code(), "invalid-params") << operation.name;
    EXPECT_NE(result.error().diagnostics().front().message.find("limits.no_such_limit"),
              std::string::npos)
        << operation.name;
  }
}

TEST_F(DispatchTest, AResultThatDoesNotFitIsAnError) {
  EXPECT_EQ(Run("limits.list", R"({"limits":{"heap":100}})").error().code(), "limit-heap");
  EXPECT_EQ(Run("limits.list", R"({"limits":{"steps":1}})").error().code(), "limit-steps");
}

TEST_F(DispatchTest, LimitsAreThoseInForce) {
  const auto result = Run("limits.list", R"({"limits":{"nesting":7}})");
  ASSERT_TRUE(result);
  bool found = false;
  for (const Value& row : FindItem(*result, "limits")->items()) {
    if (FindItem(row, "name")->as_string() != "nesting") continue;
    found = true;
    EXPECT_EQ(FindItem(row, "value")->as_int(), 7);
  }
  EXPECT_TRUE(found);
}

TEST_F(DispatchTest, ListsItself) {
  const auto result = Run("operations.list", "{}");
  ASSERT_TRUE(result);
  EXPECT_EQ(FindItem(*result, "operations")->size(), AllOperations().size());
}

TEST_F(DispatchTest, ExplainsOneCodeOrAll) {
  const auto all = Run("diagnostics.list", "{}");
  ASSERT_TRUE(all);
  EXPECT_GT(FindItem(*all, "codes")->size(), 20u);
  const auto one = Run("diagnostics.list", R"({"code":"usage"})");
  ASSERT_TRUE(one);
  EXPECT_EQ(FindItem(*one, "codes")->size(), 1u);
  const auto none = Run("diagnostics.list", R"({"code":"usgae"})");
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().diagnostics().front().hint, "did you mean `usage`?");
}

}  // namespace
}  // namespace galley::api
