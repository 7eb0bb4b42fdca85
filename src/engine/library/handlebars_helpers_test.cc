// What the helpers give is shown by the fixtures in tests/spec/handlebars/own_helpers;
// here is what they pay and what they mark.
#include <set>
#include <string>
#include <vector>

#include "engine/library/families.h"
#include "value/value_testing.h"

namespace galley {
namespace {

constexpr size_t kItems = 4096;
constexpr size_t kBytes = 65536;

struct Call {
  std::string_view name;
  std::vector<Value> args;
  uint64_t visits;  // items, or 64 bytes, that it must look at
};

class HandlebarsHelpersTest : public ValueTest {
 protected:
  Value List() {
    Value* items = heap_.NewItems(kItems);
    for (size_t i = 0; i < kItems; ++i) items[i] = I(static_cast<int64_t>(i));
    return Value::List({items, kItems});
  }
  Value Text() { return heap_.NewString(std::string(kBytes, 'x')); }

  std::vector<Call> Calls() {
    const Value list = List();
    const Value text = Text();
    constexpr uint64_t kBlocks = kBytes / 64;
    return {
        {"and", {text, text}, 0},
        {"default", {Value(), text}, 0},
        {"eq", {list, List()}, kItems},
        {"ge", {text, Text(), Value::Bool(false)}, kBlocks},
        {"gt", {text, Text(), Value::Bool(false)}, kBlocks},
        {"join", {list, S(", ")}, kItems},
        {"json", {list, I(2)}, kItems},
        {"le", {text, Text(), Value::Bool(false)}, kBlocks},
        {"lower", {text}, kBlocks},
        {"lt", {text, Text(), Value::Bool(false)}, kBlocks},
        {"ne", {list, List()}, kItems},
        {"not", {text}, 0},
        {"or", {Value(), text}, 0},
        {"trim", {text}, kBlocks},
        {"truncate", {text, I(60000), S("...")}, kBlocks},
        {"upper", {text}, kBlocks},
    };
  }

  Value Give(std::string_view name, const std::vector<Value>& args) {
    return FindHelper(name)->function(cx_, args);
  }

  RenderPolicy policy_;
  CallContext cx_{&heap_, &policy_};
};

TEST_F(HandlebarsHelpersTest, NoneIsMissingHere) {
  std::set<std::string_view> tested;
  for (const Call& call : Calls()) tested.insert(call.name);
  for (const Builtin& helper : HandlebarsHelpers()) EXPECT_TRUE(tested.contains(helper.name));
}

TEST_F(HandlebarsHelpersTest, EachPaysForWhatItDoes) {
  for (const Call& call : Calls()) {
    SCOPED_TRACE(call.name);
    const uint64_t steps = meter().steps_left();
    const uint64_t bytes = meter().bytes_left();
    const Value result = Give(call.name, call.args);
    ASSERT_FALSE(cx_.stopped());
    EXPECT_GE(steps - meter().steps_left(), call.visits);
    const bool is_new = result.is_string() && result.size() > 0 && !result.IsSame(call.args[0]) &&
                        result.as_string().data() != call.args[0].as_string().data() &&
                        !(call.args.size() > 1 && result.IsSame(call.args[1]));
    if (is_new) {
      EXPECT_GE(bytes - meter().bytes_left(), result.size());
    }
  }
}

TEST_F(HandlebarsHelpersTest, DeepDataIsPrintedWithoutRecursion) {
  Value deep = I(1);
  for (int i = 0; i < 100'000; ++i) deep = heap_.NewList({&deep, 1});
  EXPECT_EQ(Give("json", {deep, I(0)}).size(), 200'001u);
  EXPECT_TRUE(Give("eq", {deep, deep}).as_bool());
}

}  // namespace
}  // namespace galley
