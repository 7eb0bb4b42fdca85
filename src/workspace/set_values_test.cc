// Texts given one by one become what a chat template declares, at any depth (issue 21: `--set`
// is coerced by the declared type).
#include "workspace/set_values.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/writer.h"
#include "format/json_data.h"
#include "value/print.h"

namespace galley::workspace {
namespace {

class SetValuesTest : public testing::Test {
 protected:
  void Declare(std::string path, JsonType type) {
    chat::Input input;
    input.path = chat::ParseValuePath(path);
    input.written = std::move(path);
    input.type = type;
    artifact_.inputs.push_back(std::move(input));
  }

  // The context as JSON, or what is wrong with it.
  std::string Coerce(std::string_view context, std::string_view set) {
    const std::string json = "{\"set\":" + std::string(set) + "}";
    const Invocation call = {Read(json), limits_, &heap_, &warnings_};
    const Result<Value> value =
        CoerceSetInputs(artifact_, Read(context), *Params::Of(call, {"set"}), call);
    if (value) return ToJson(*value);
    std::string problems;
    for (const Diagnostic& each : value.error().diagnostics()) {
      problems += std::string(each.code) + ": " + each.message + "\n";
    }
    return problems;
  }

 private:
  Value Read(std::string_view json) {
    return *ReadJsonData(Source("<json>", json, Nature::kData), &heap_, limits_);
  }
  std::string ToJson(const Value& value) {
    BufferWriter text;
    EXPECT_TRUE(PrintJson(value, {}, &text, &heap_.meter()));
    return text.ToString();
  }

  chat::Artifact artifact_;
  Limits limits_;
  Heap heap_{limits_};
  std::vector<Diagnostic> warnings_;
};

TEST_F(SetValuesTest, BecomeWhatIsDeclared) {
  Declare("beta", JsonType::kBoolean);
  Declare("topics", JsonType::kArray);
  Declare("note", JsonType::kString);
  EXPECT_EQ(Coerce(R"({"beta":" false ","topics":"[1]","note":"3","other":"4"})",
                   R"(["beta","topics","note","other"])"),
            R"({"beta":false,"topics":[1],"note":"3","other":"4"})");
}

TEST_F(SetValuesTest, ReachThroughMapsAndLeaveTheRestAlone) {
  Declare("user.age", JsonType::kNumber);
  Declare("user.home.floor", JsonType::kNumber);
  EXPECT_EQ(Coerce(R"({"user":{"age":"18","home":{"floor":"2","name":"9"}},"a":1})",
                   R"(["user.age","user.home.floor"])"),
            R"({"user":{"age":18,"home":{"floor":2,"name":"9"}},"a":1})");
}

TEST_F(SetValuesTest, StayWhereTheyCameFromAFile) {
  Declare("beta", JsonType::kBoolean);
  EXPECT_EQ(Coerce(R"({"beta":"false"})", "[]"), R"({"beta":"false"})");
}

TEST_F(SetValuesTest, AreRefusedTogetherWhereTheyCannot) {
  Declare("beta", JsonType::kBoolean);
  Declare("user.age", JsonType::kNumber);
  EXPECT_EQ(Coerce(R"({"beta":"maybe","user":{"age":"old"}})", R"(["beta","user.age"])"),
            "input-invalid: the text of `beta` cannot be of type boolean\n"
            "input-invalid: the text of `user.age` cannot be of type number\n");
  EXPECT_EQ(Coerce("{}", "[3]"), "invalid-params: `params.set` holds names only\n");
}

}  // namespace
}  // namespace galley::workspace
