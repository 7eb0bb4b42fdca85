// Reading parameters: each type, and what is said of those that are wrong.
#include "workspace/params.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "format/json_data.h"

namespace galley::workspace {
namespace {

constexpr Field kTrim[] = {{"trim?", "bool", "what a map inside of parameters may hold"}};

// Parameters as a door hands them over.
class ParamsTest : public testing::Test {
 protected:
  Invocation Invoke(std::string_view json) {
    const Source source("<params>", json, Nature::kData);
    return {*ReadJsonData(source, &heap_, limits_), limits_, &heap_, &warnings_};
  }
  Params Read(std::string_view json) {
    return *Params::Of(Invoke(json), {"text", "flag", "count", "map", "list", "options"});
  }

  Limits limits_;
  Heap heap_{limits_};
  std::vector<Diagnostic> warnings_;
};

template <class T>
std::string MessageOf(const Result<T>& result) {
  if (result) return "";
  const Diagnostic& reason = result.error().diagnostics().front();
  EXPECT_EQ(reason.code, "invalid-params");
  return reason.message + (reason.hint.empty() ? "" : " (" + reason.hint + ")");
}

TEST_F(ParamsTest, ReadsEachType) {
  const Params params = Read(
      R"({"text":"a","flag":true,"count":-3,"map":{"k":1},"list":[1,2],"options":{"trim":true}})");
  EXPECT_EQ(*params.String("text"), "a");
  EXPECT_TRUE(*params.Bool("flag", false));
  EXPECT_EQ(*params.Int("count"), -3);
  EXPECT_EQ(params.Map("map")->size(), 1u);
  EXPECT_EQ(params.List("list")->size(), 2u);
  EXPECT_TRUE(params.Any("list")->is_list());
  EXPECT_TRUE(*params.Object("options", kTrim)->Bool("trim", false));
}

TEST_F(ParamsTest, FallsBackWhereAParameterIsAbsent) {
  const Params params = Read("{}");
  EXPECT_FALSE(params.has("text"));
  EXPECT_EQ(*params.String("text", "fallback"), "fallback");
  EXPECT_TRUE(*params.Bool("flag", true));
  EXPECT_EQ(*params.Int("count", 7), 7);
  EXPECT_FALSE(params.Object("options", kTrim)->has("trim"));
}

TEST_F(ParamsTest, NoParametersAtAllAreNone) {
  Invocation call = Invoke("{}");
  call.params = Value();
  EXPECT_FALSE(Params::Of(call, {"text"})->has("text"));
}

TEST_F(ParamsTest, NamesWhatIsMissing) {
  const Params params = Read("{}");
  EXPECT_EQ(MessageOf(params.String("text")), "`params.text` is missing");
  EXPECT_EQ(MessageOf(params.Int("count")), "`params.count` is missing");
  EXPECT_EQ(MessageOf(params.List("list")), "`params.list` is missing");
}

TEST_F(ParamsTest, NamesPathAndTypesButNoValue) {
  const Params params = Read(
      R"({"text":4711,"flag":"secret","count":1.5,"list":{},"map":null,"options":{"trim":1}})");
  EXPECT_EQ(MessageOf(params.String("text")), "`params.text` must be of type string, not integer");
  EXPECT_EQ(MessageOf(params.Bool("flag", false)),
            "`params.flag` must be of type boolean, not string");
  EXPECT_EQ(MessageOf(params.Int("count")), "`params.count` must be of type integer, not number");
  EXPECT_EQ(MessageOf(params.List("list")), "`params.list` must be of type list, not map");
  EXPECT_EQ(MessageOf(params.Map("map")), "`params.map` must be of type map, not null");
  EXPECT_EQ(MessageOf(params.Object("options", kTrim)),
            "`params.options.trim` must be of type boolean, not integer");
  EXPECT_EQ(MessageOf(params.Object("text", kTrim)),
            "`params.text` must be of type map, not integer");
}

TEST_F(ParamsTest, RefusesUnknownNamesWithASuggestion) {
  EXPECT_EQ(MessageOf(Params::Of(Invoke(R"({"txet":"a"})"), {"text"})),
            "`params.txet` is not a known parameter (did you mean `text`?)");
  EXPECT_EQ(MessageOf(Params::Of(Invoke(R"({"zzzzzzzz":1})"), {"text"})),
            "`params.zzzzzzzz` is not a known parameter");
  EXPECT_EQ(MessageOf(Read(R"({"options":{"trmi":1}})").Object("options", kTrim)),
            "`params.options.trmi` is not a known parameter (did you mean `trim`?)");
  EXPECT_EQ(MessageOf(Params::Of(Invoke(R"({"":1})"), {})), "`params.` is not a known parameter");
}

TEST_F(ParamsTest, ChoosesAmongWords) {
  const Params params = Read(R"({"text":"yaml"})");
  EXPECT_EQ(*params.Choice("text", {"json", "yaml"}), 1u);
  EXPECT_EQ(MessageOf(Read(R"({"text":"ymal"})").Choice("text", {"json", "yaml"})),
            "`params.text` must be one of `json`, `yaml` (did you mean `yaml`?)");
}

TEST_F(ParamsTest, LimitsAreTakenWithAnyParametersOnTheOutsideOnly) {
  EXPECT_TRUE(Params::Of(Invoke(R"({"limits":{}})"), {}));
  EXPECT_FALSE(Read(R"({"options":{"limits":{}}})").Object("options", kTrim));
}

TEST_F(ParamsTest, LimitsOnlyLower) {
  const auto lowered =
      LowerLimits(Invoke(R"({"limits":{"steps":5,"nesting":1000000}})").params, limits_);
  ASSERT_TRUE(lowered);
  Limits expected = limits_;
  expected.steps = 5;
  EXPECT_EQ(*lowered, expected);
  EXPECT_EQ(*LowerLimits(Value(), limits_), limits_);
}

TEST_F(ParamsTest, LimitsOfTheWrongShapeAreRefused) {
  const auto lower = [&](std::string_view json) {
    return MessageOf(LowerLimits(Invoke(json).params, limits_));
  };
  EXPECT_EQ(lower(R"({"limits":5})"), "`params.limits` must be of type map, not integer");
  EXPECT_EQ(lower(R"({"limits":{"stesp":5}})"),
            "`params.limits.stesp` is not a known parameter (did you mean `steps`?)");
  const std::string positive = "`params.limits.steps` must be an integer greater than 0";
  EXPECT_EQ(lower(R"({"limits":{"steps":0}})"), positive);
  EXPECT_EQ(lower(R"({"limits":{"steps":-1}})"), positive);
  EXPECT_EQ(lower(R"({"limits":{"steps":1.0}})"), positive);
  EXPECT_EQ(lower(R"({"limits":{"steps":"9"}})"), positive);
  EXPECT_EQ(lower(R"({"limits":{"steps":true}})"), positive);
}

}  // namespace
}  // namespace galley::workspace
