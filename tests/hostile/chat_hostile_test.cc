// Chat documents, contexts and injections that are deep, wide or wrong in many places, on
// a stack of 64 KiB: each gives a result or a diagnostic, in time that grows with its size.
#include <functional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "base/stack_testing.h"
#include "galley/galley.h"
#include "tests/hostile/hostile_case.h"

namespace galley::testing {
namespace {

// `count` items with commas between them.
std::string List(int count, const std::function<std::string(int)>& make) {
  std::string text;
  for (int at = 0; at < count; ++at) text += (at > 0 ? "," : "") + make(at);
  return text;
}

std::string Numbers(int count) {
  return "[" + List(count, [](int at) { return std::to_string(at); }) + "]";
}

std::string Document(const std::string& layout, const std::string& slots,
                     const std::string& lanes = "") {
  return R"({"id": "t", "name": "T", "task": "turn_generation", "version": 1, "layout": [)" +
         layout + R"(], "slots": {)" + slots + R"(}, "attachments": [)" + lanes + "]}";
}

std::string PlanOf(const std::string& plan) {
  return Document(R"({"kind": "slot", "name": "s"})",
                  R"("s": {"priority": 0, "plan": )" + plan + "}");
}

// The code of the reason, or `ok`.
std::string Render(const std::string& document, const std::string& context = "{}",
                   const std::string& injections = "[]") {
  const std::string params = JsonObject()
                                 .SetJson("template", document)
                                 .SetJson("context", context)
                                 .SetJson("injections", injections)
                                 .text();
  std::string code;
  RunOnSmallStack([&] {
    const Result<Reply> reply = Call("chat.render", params);
    code = reply ? "ok" : std::string(reply.error().code());
  });
  return code;
}

constexpr std::string_view kLoop =
    R"([{"kind": "forEach", "source": {"source": "$ctx", "args": {"path": "turns"}}, "map": )";

TEST(HostileChat, DeepPlans) {
  const std::string message = R"([{"kind": "message", "role": "user", "content": "{{item}}"}])";
  const std::string context = R"({"turns": ["x"]})";
  EXPECT_EQ(Render(PlanOf(Around(kLoop, message, "}]", 60)), context), "ok");
  EXPECT_EQ(Render(PlanOf(Around(kLoop, message, "}]", 3000)), context), "limit-nesting");
  const std::string many = R"({"turns": )" + Numbers(100) + "}";
  EXPECT_EQ(Render(PlanOf(Around(kLoop, message, "}]", 8)), many), "limit-steps");
}

TEST(HostileChat, MistakesInManyPlaces) {
  const auto slot = [](int at) {
    return R"("a)" + std::to_string(at) + R"(": {"priority": 0, "plan": []})";
  };
  const auto unknown = [](int at) {
    return R"({"kind": "slot", "name": "b)" + std::to_string(at) + "\"}";
  };
  EXPECT_EQ(Render(Document(List(6'000, unknown), List(6'000, slot))), "unknown-slot");
  const auto source = [](int at) {
    return R"({"kind": "message", "role": "user", "from": {"source": "x)" + std::to_string(at) +
           "\"}}";
  };
  EXPECT_EQ(Render(Document(List(6'000, source), "")), "unknown-source");
  const auto leaf = [](int) { return R"({"kind": "message", "role": "user", "content": "{{"})"; };
  EXPECT_EQ(Render(Document(List(8'000, leaf), "")), "leaf-syntax");
  const auto key = [](int at) { return R"("k)" + std::to_string(at) + R"(": 1)"; };
  EXPECT_EQ(Render("{" + List(50'000, key) + "}"), "schema-violation");
}

TEST(HostileChat, ManyLanesAnchorsAndRequests) {
  const auto lane = [](int at) {
    return R"({"id": "l)" + std::to_string(at) + R"(", "template": "x"})";
  };
  const auto request = [](int at) {
    return R"({"lane": "l)" + std::to_string(at) +
           R"(", "target": {"kind": "boundary", "position": "top"}})";
  };
  EXPECT_EQ(Render(Document("", "", List(5'000, lane)), "{}", "[" + List(5'000, request) + "]"),
            "ok");
  const auto anchor = [](int at) {
    return R"({"kind": "anchor", "key": "k)" + std::to_string(at) + "\"}";
  };
  const auto at_anchor = [](int at) {
    return R"({"lane": "l0", "target": {"kind": "at", "key": "k)" + std::to_string(at) + "\"}}";
  };
  EXPECT_EQ(
      Render(Document(List(3'000, anchor), "", lane(0)), "{}", "[" + List(3'000, at_anchor) + "]"),
      "ok");
}

TEST(HostileChat, AConditionOnAListInALoopOverIt) {
  const std::string plan =
      R"([{"kind": "forEach", "source": {"source": "turns"}, "map": [
           {"kind": "message", "role": "user", "content": "{{item}}",
            "when": [{"type": "nonEmpty", "ref": {"source": "turns", "args": {"order": "desc"}}}]}]}])";
  EXPECT_EQ(Render(PlanOf(plan), R"({"turns": )" + Numbers(50'000) + "}"), "ok");
}

}  // namespace
}  // namespace galley::testing
