#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "galley/galley.h"

namespace galley::workspace {
namespace {

// Answers from code, and counts how often it was asked.
class Pantry : public SourceRegistry {
 public:
  void Resolve(SourceCall& call) override {
    ++asked;
    const std::string_view source = call.source();
    if (source == "text") return call.Return("bread");
    if (source == "number") return call.Return(int64_t{7});
    if (source == "half") return call.Return(0.5);
    if (source == "yes") return call.Return(true);
    if (source == "list") return call.ReturnJson(R"(["salt", {"name": "oil"}])");
    if (source == "given") return call.Return(call.args().Find("value"));
    if (source == "context") return call.Return(call.context().Find("shelf"));
    if (source == "thrown") throw std::runtime_error("no such shelf");
    if (source == "failed") return call.Fail();
    if (source == "bytes") return call.Return("\xFF");
    if (source == "broken") return call.ReturnJson("{");
  }

  std::span<const std::string_view> names() const noexcept override { return known; }

  std::vector<std::string_view> known;
  int asked = 0;
};

std::string Document(std::string_view task, std::string_view layout) {
  return R"({"id": "t", "name": "T", "version": 1, "slots": {}, "task": ")" + std::string(task) +
         R"(", "layout": )" + std::string(layout) + "}";
}

std::string From(std::string_view source, std::string_view args = "{}") {
  return R"({"kind": "message", "role": "user", "from": {"source": ")" + std::string(source) +
         R"(", "args": )" + std::string(args) + "}}";
}

Result<Reply> Render(const std::string& document, const CallOptions& options,
                     std::string_view more = "{}") {
  JsonObject params;
  params.SetJson("template", document).SetJson("context", R"({"shelf": [1, 2]})");
  params.Set("squash", false).SetJson("explain", "true");
  if (more != "{}") params.SetJson("estimator", more);
  return CallWith("chat.render", params.text(), options);
}

std::string Contents(const Result<Reply>& reply) {
  if (!reply) return std::string(reply.error().code());
  const Json messages = reply->result().Find("messages");
  std::string text;
  for (size_t i = 0; i < messages.size(); ++i) {
    text += std::string(messages.item(i).Find("content").as_string()) + "|";
  }
  return text;
}

class CallerSourcesTest : public ::testing::Test {
 protected:
  CallOptions WithSources() {
    CallOptions options;
    options.sources = &pantry_;
    return options;
  }
  CallOptions WithTask() {
    CallOptions options;
    options.tasks = tasks_;
    return options;
  }

  Pantry pantry_;
  std::vector<ChatTask> tasks_ = {{"cooking", &pantry_}};
};

TEST_F(CallerSourcesTest, GivesEveryKindOfValue) {
  const std::string layout =
      "[" + From("text") + "," + From("number") + "," + From("half") + "," + From("yes") + "," +
      From("list") + "," + From("given", R"({"value": {"a": null}})") + "," + From("context") + "]";
  EXPECT_EQ(Contents(Render(Document("any", layout), WithSources())),
            R"(bread|7|0.5|true|["salt",{"name":"oil"}]|{"a":null}|[1,2]|)");
}

TEST_F(CallerSourcesTest, FailuresAndMissingDataNeverFailTheRender) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"thrown", "source-failed"}, {"failed", "source-failed"}, {"bytes", "source-failed"},
      {"broken", "source-failed"}, {"gone", "source-missing"},  {"given", "source-missing"}};
  for (const auto& [source, reason] : cases) {
    const Result<Reply> reply = Render(Document("any", "[" + From(source) + "]"), WithSources());
    ASSERT_TRUE(reply) << source;
    EXPECT_EQ(reply->result().Find("messages").size(), 0u) << source;
    EXPECT_EQ(reply->result().Find("ledger").item(0).Find("reason").as_string(), reason) << source;
  }
}

TEST_F(CallerSourcesTest, AskedOnceForEachReference) {
  const std::string document = R"({"id": "t", "name": "T", "version": 1, "task": "any",
    "layout": [{"kind": "slot", "name": "s"}],
    "slots": {"s": {"priority": 0, "plan": [{"kind": "forEach", "source": {"source": "list"},
      "map": [{"kind": "message", "role": "user", "content": "{{@index}}",
               "when": [{"type": "exists", "ref": {"source": "text"}}]}]}]}}})";
  EXPECT_EQ(Contents(Render(document, WithSources())), "0|1|");
  EXPECT_EQ(pantry_.asked, 2);
}

TEST_F(CallerSourcesTest, NamesAreChecked) {
  const std::string document = Document("any", "[" + From("text") + "]");
  pantry_.known = {"text", "list"};
  EXPECT_EQ(Contents(Render(document, WithSources())), "bread|");
  pantry_.known = {"list"};
  EXPECT_EQ(Contents(Render(document, WithSources())), "unknown-source");
}

TEST_F(CallerSourcesTest, ATaskKindAsCode) {
  const std::string document = Document("cooking", "[" + From("text") + "]");
  EXPECT_EQ(Contents(Render(document, {})), "unknown-task");
  EXPECT_EQ(Contents(Render(document, WithTask())), "bread|");
  pantry_.known = {"list"};
  EXPECT_EQ(Contents(Render(document, WithTask())), "unknown-source");
  pantry_.known = {"$text"};
  EXPECT_EQ(Contents(Render(document, WithTask())), "schema-violation");
}

TEST_F(CallerSourcesTest, ATaskKindBringsItsLanes) {
  tasks_[0].lanes = R"([{"id": "tip", "template": "Tip: {{tip}}", "role": "user"}])";
  const std::string params =
      JsonObject()
          .SetJson("template", Document("cooking", "[]"))
          .SetJson("context", "{}")
          .SetJson("injections", R"([{"lane": "tip", "payload": {"tip": "stir"},
                                      "target": {"kind": "boundary", "position": "top"}}])")
          .text();
  EXPECT_EQ(Contents(CallWith("chat.render", params, WithTask())), "Tip: stir|");
  tasks_[0].lanes = "{}";
  EXPECT_EQ(Contents(CallWith("chat.render", params, WithTask())), "schema-violation");
  tasks_[0].lanes = "[";
  EXPECT_EQ(Contents(CallWith("chat.render", params, WithTask())), "json-syntax");
}

TEST_F(CallerSourcesTest, ATaskKindNeedsARegistry) {
  tasks_[0].sources = nullptr;
  EXPECT_EQ(Contents(Render(Document("cooking", "[]"), WithTask())), "invalid-params");
}

TEST_F(CallerSourcesTest, CodeCountsBeforeTheBuiltInKind) {
  tasks_[0].name = "turn_generation";
  EXPECT_EQ(Contents(Render(Document("turn_generation", "[" + From("text") + "]"), WithTask())),
            "bread|");
}

TEST_F(CallerSourcesTest, LeavesCallTheHelpersOfTheCaller) {
  const Helper helpers[] = {{"shout", [](FunctionCall& call, void*) {
                               call.Return(std::string(call.argument(0).as_string()) + "!");
                             }}};
  CallOptions options;
  const std::string document = Document(
      "turn_generation", R"([{"kind": "message", "role": "user", "content": "{{shout 'hey'}}"}])");
  EXPECT_EQ(Contents(Render(document, options)), "unknown-helper");
  options.helpers = helpers;
  EXPECT_EQ(Contents(Render(document, options)), "hey!|");
}

// --- Estimators and budgets

uint64_t CountWords(std::string_view text, void* data) {
  ++*static_cast<int*>(data);
  uint64_t words = 1;
  for (const char byte : text) words += byte == ' ';
  return words;
}

TEST_F(CallerSourcesTest, EstimatorsByName) {
  int calls = 0;
  const Estimator estimators[] = {{"words", CountWords, &calls}};
  CallOptions options;
  options.estimators = estimators;
  const std::string document = Document(
      "turn_generation", R"([{"kind": "message", "role": "user", "content": "one two three"}])");
  const Result<Reply> reply = Render(document, options, R"("words")");
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->result().Find("usage").ToText(),
            R"({"tokens":3,"maxTokens":null,"estimator":"words","exactness":"estimate"})");
  EXPECT_EQ(calls, 1);
  const Result<Reply> wrong = Render(document, options, R"("wrods")");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().diagnostics().front().message,
            "`params.estimator` must be one of `chars/4`, `words`");

  const std::string text = JsonObject().Set("text", "a b").Set("tokenizer", "words").text();
  const Result<Reply> counted = CallWith("tokens.count", text, options);
  ASSERT_TRUE(counted);
  EXPECT_EQ(counted->text(), R"({"tokens":2,"exactness":"estimate"})");
}

// Lets a number of messages through, whatever their length.
class Tickets : public BudgetManager {
 public:
  explicit Tickets(uint64_t count) : left_(count) {}

  uint64_t Estimate(std::string_view) const override { return 1; }
  bool HasAny() const override { return left_ > 0; }
  bool Fits(uint64_t tokens, size_t) const override { return tokens <= left_; }
  BudgetRefusal Refusal(uint64_t, size_t) const override {
    return {BudgetRefusal::By::kGlobal, 0, left_};
  }
  void Consume(uint64_t tokens) override { left_ -= tokens, used_ += tokens; }
  uint64_t consumed() const override { return used_; }
  void PushCeiling(uint64_t) override {}
  void PopCeiling() override {}
  void EnterLane(size_t) override {}
  void LeaveLane() override {}
  void Reserve(size_t, uint64_t) override {}
  void Release(size_t, uint64_t) override {}

 private:
  uint64_t left_;
  uint64_t used_ = 0;
};

TEST_F(CallerSourcesTest, ABudgetManagerOfTheCallers) {
  Tickets tickets(2);
  CallOptions options = WithSources();
  options.budget = &tickets;
  const std::string layout = "[" + From("text") + "," + From("number") + "," + From("list") + "]";
  const Result<Reply> reply = Render(Document("any", layout), options);
  EXPECT_EQ(Contents(reply), "bread|7|");
  EXPECT_EQ(reply->result().Find("usage").ToText(),
            R"({"tokens":2,"maxTokens":null,"estimator":null,"exactness":"estimate"})");
}

TEST_F(CallerSourcesTest, ABudgetManagerServesOneRenderOnly) {
  Tickets tickets(2);
  CallOptions options;
  options.budget = &tickets;
  JsonObject params;
  params.SetJson("template", Document("writing_assistant", "[]")).SetJson("context", "{}");
  const Result<Reply> told = CallWith("chat.explain", params.text(), options);
  ASSERT_FALSE(told);
  EXPECT_EQ(told.error().code(), "invalid-params");
  params.SetJson("from", "0").SetJson("to", "9");
  EXPECT_FALSE(CallWith("chat.budget", params.text(), options));
}

}  // namespace
}  // namespace galley::workspace
