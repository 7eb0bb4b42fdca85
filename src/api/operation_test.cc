// The table against the operations: examples are parameters that the row allows, and what
// they give is what the row says.
#include "api/operation.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "api/dispatch.h"
#include "format/json_data.h"
#include "value/map.h"

namespace galley::api {
namespace {

class OperationTest : public testing::Test {
 protected:
  Value Read(std::string_view json) {
    const Result<Value> read =
        ReadJsonData(Source("<params>", json, Nature::kData), &params_heap_, Limits());
    EXPECT_TRUE(read) << json;
    return read ? *read : Value();
  }
  std::string Refusal(std::string_view method, std::string_view json) {
    const Result<void> checked = CheckParameters(**FindOperation(method), Read(json));
    return checked ? "" : checked.error().diagnostics().front().message;
  }

  Heap params_heap_{Limits()};
  Heap heap_{Limits()};
  std::vector<Diagnostic> warnings_;
};

bool IsKnownType(std::string_view type) {
  constexpr std::string_view kTypes[] = {"string", "bool",     "int",       "list",
                                         "map",    "any",      "[string]",  "{string}",
                                         "tokens", "template", "workspace", "options"};
  return type.find('|') != type.npos ||
         std::find(std::begin(kTypes), std::end(kTypes), type) != std::end(kTypes);
}

TEST_F(OperationTest, EveryTypeIsOneThatTheTableExplains) {
  for (const Operation& operation : AllOperations()) {
    for (const Field& field : operation.parameters) {
      EXPECT_TRUE(IsKnownType(field.type)) << operation.name << ' ' << field.written;
      EXPECT_FALSE(field.about.empty()) << operation.name << ' ' << field.written;
    }
    for (const Field& field : operation.result) {
      EXPECT_TRUE(IsKnownType(field.type)) << operation.name << ' ' << field.written;
    }
  }
}

TEST_F(OperationTest, EveryExampleHasParametersThatItsRowAllows) {
  for (const Operation& operation : AllOperations()) {
    EXPECT_EQ(Refusal(operation.name, operation.example.params), "") << operation.name;
  }
}

TEST_F(OperationTest, ExamplesThatRunGiveWhatTheirRowsSay) {
  for (const Operation& operation : AllOperations()) {
    if (!operation.example.runs_anywhere) continue;
    const Value params = Read(operation.example.params);
    const Result<Value> result = Dispatch(operation.name, params, Limits(), &heap_, &warnings_);
    ASSERT_TRUE(result) << operation.name << ": "
                        << result.error().diagnostics().front().message;
    for (const MapEntry& entry : EntriesOf(*result)) {
      const bool is_listed =
          std::any_of(operation.result.begin(), operation.result.end(),
                      [&](const Field& field) { return field.name() == entry.key.as_string(); });
      EXPECT_TRUE(is_listed) << operation.name << ' ' << entry.key.as_string();
    }
    for (const Field& field : operation.result) {
      EXPECT_TRUE(field.is_optional() || FindItem(*result, field.name()))
          << operation.name << ' ' << field.written;
    }
  }
}

TEST_F(OperationTest, RefusesWhatItsRowDoesNotAllow) {
  EXPECT_EQ(Refusal("catalog.check", R"({"name":["a"]})"),
            "`params.name` is not a known parameter");
  EXPECT_EQ(Refusal("catalog.check", R"({"names":"a"})"),
            "`params.names` must be of type list, not string");
  EXPECT_EQ(Refusal("catalog.check", R"({"names":[1]})"),
            "`params.names` must be a list of strings");
  EXPECT_EQ(Refusal("catalog.check", R"({"format":"xml"})"),
            "`params.format` must be one of `text`, `sarif`, `github`");
  EXPECT_EQ(Refusal("catalog.check", R"({"colour":1})"),
            "`params.colour` must be of type boolean, not integer");
  EXPECT_EQ(Refusal("catalog.resolve", "{}"), "`params.name` is missing");
  EXPECT_EQ(Refusal("catalog.resolve", R"({"name":"a","limits":{}})"), "");
}

}  // namespace
}  // namespace galley::api
