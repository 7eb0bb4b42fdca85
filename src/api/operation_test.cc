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
#include "workspace/parameter_types.h"

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
  constexpr std::string_view kTypes[] = {"string", "bool",     "int",      "list",   "map",
                                         "any",    "[string]", "{string}", "tokens", "options"};
  const auto is_map = [&](const workspace::ParameterType& each) { return each.name == type; };
  return type.find('|') != type.npos ||
         std::find(std::begin(kTypes), std::end(kTypes), type) != std::end(kTypes) ||
         std::any_of(std::begin(workspace::kParameterTypes), std::end(workspace::kParameterTypes),
                     is_map);
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

TEST_F(OperationTest, EveryMapAmongParametersHasFieldsOfKnownTypes) {
  for (const workspace::ParameterType& type : workspace::kParameterTypes) {
    EXPECT_FALSE(type.about.empty()) << type.name;
    for (const Field& field : type.fields) {
      EXPECT_TRUE(IsKnownType(field.type)) << type.name << ' ' << field.written;
    }
  }
}

TEST_F(OperationTest, MapsAmongParametersAreCheckedByTheirTables) {
  const auto refusal = [&](std::string_view method, std::string_view json) {
    const Result<Value> result = Dispatch(method, Read(json), Limits(), &heap_, &warnings_);
    return result ? "" : result.error().diagnostics().front().message;
  };
  EXPECT_EQ(refusal("catalog.list", R"({"workspace":{"file":{}}})"),
            "`params.workspace.file` is not a known parameter");
  EXPECT_EQ(refusal("catalog.list", R"({"workspace":{"dir":1}})"),
            "`params.workspace.dir` must be of type string, not integer");
  EXPECT_EQ(refusal("text.render",
                    R"({"language":"jinja","source":"","data":{},"options":{"undefined":"x"}})"),
            "`params.options.undefined` must be one of `default`, `strict`, `chainable`, `debug`");
  EXPECT_EQ(refusal("text.render",
                    R"({"language":"handlebars","source":"","data":{},"options":{"compat":1}})"),
            "`params.options.compat` must be of type boolean, not integer");
  EXPECT_EQ(refusal("data.merge", R"({"layers":[{"txt":""}]})"),
            "`params.layers[0].txt` is not a known parameter");
}

TEST_F(OperationTest, MessagesOfTheCommandCallParametersByItsOptions) {
  const auto refusal = [&](std::string_view method, std::string_view json) {
    const Operation& operation = **FindOperation(method);
    const Result<void> checked = CheckParameters(operation, Read(json), operation.parameters);
    return checked ? "" : checked.error().diagnostics().front().message;
  };
  EXPECT_EQ(refusal("catalog.resolve", "{}"), "`NAME` is missing");
  EXPECT_EQ(refusal("template.render", R"({"name":"a","squash":1})"),
            "`--no-squash` must be of type boolean, not integer");
  EXPECT_EQ(refusal("template.render", R"({"name":"a","role":1})"),
            "`--role` must be of type string, not integer");
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
    ASSERT_TRUE(result) << operation.name << ": " << result.error().diagnostics().front().message;
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
