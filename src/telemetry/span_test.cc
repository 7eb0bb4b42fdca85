// Spans as lines of OTLP JSON; issue 31: names, versions, tokens, counts, durations, and no
// content unless it is asked for.
#include "telemetry/span.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "format/json.h"
#include "format/tree.h"
#include "telemetry/described.h"
#include "value/map.h"
#include "value/record.h"

namespace galley::telemetry {
namespace {

class SpanTest : public ::testing::Test {
 protected:
  SpanTest() : heap_(Limits::Ceiling()) {
    std::string made = ::testing::TempDir() + "span-XXXXXX";
    folder_ = mkdtemp(made.data());
    file_ = folder_ + "/spans.jsonl";
  }
  ~SpanTest() override { std::filesystem::remove_all(folder_); }

  Value Parse(const std::string& text) {
    const Value kept = heap_.NewString(text);
    Result<Tree> tree = ReadJson(Source("line", kept.as_string()), Limits::Ceiling());
    EXPECT_TRUE(tree) << text;
    trees_.push_back(*std::move(tree));
    return trees_.back().ToValue(Tree::root(), &heap_);
  }

  std::vector<std::string> Lines() const {
    std::ifstream in(file_);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
  }

  // The only span of the file.
  Value Written() {
    const std::vector<std::string> lines = Lines();
    EXPECT_EQ(lines.size(), 1U);
    const Value line = Parse(lines.at(0));
    const Value resource = FindItem(line, "resourceSpans")->items()[0];
    const Value scope = FindItem(resource, "scopeSpans")->items()[0];
    return FindItem(scope, "spans")->items()[0];
  }

  static std::string Text(const Value& map, std::string_view key) {
    const Value* found = FindItem(map, key);
    return found && found->is_string() ? std::string(found->as_string()) : "<none>";
  }

  static std::string Attribute(const Value& span, std::string_view key) {
    for (const Value& each : FindItem(span, "attributes")->items()) {
      if (Text(each, "key") != key) continue;
      const Value* value = FindItem(each, "value");
      const std::string number = Text(*value, "intValue");
      return number == "<none>" ? Text(*value, "stringValue") : number;
    }
    return "<none>";
  }

  Heap heap_;
  std::string folder_;
  std::string file_;
  std::vector<Tree> trees_;
};

TEST_F(SpanTest, HasNamesCountsAndDurations) {
  Result<Span> span = Span::Begin({.file = file_}, "mail/hello");
  ASSERT_TRUE(span);
  span->Set(kInputTokens, 12);
  span->End("");
  const Value written = Written();
  EXPECT_EQ(Text(written, "name"), "render_prompt mail/hello");
  EXPECT_EQ(Text(written, "traceId").size(), 32U);
  EXPECT_EQ(Text(written, "spanId").size(), 16U);
  EXPECT_EQ(Attribute(written, "gen_ai.operation.name"), "render_prompt");
  EXPECT_EQ(Attribute(written, "gen_ai.prompt.name"), "mail/hello");
  EXPECT_EQ(Attribute(written, "gen_ai.usage.input_tokens"), "12");
  EXPECT_GE(std::stoll(Text(written, "endTimeUnixNano")),
            std::stoll(Text(written, "startTimeUnixNano")));
  EXPECT_EQ(FindItem(*FindItem(written, "status"), "code"), nullptr);
  EXPECT_EQ(FindItem(written, "parentSpanId"), nullptr);
}

TEST_F(SpanTest, TellsTheVersionOfAStoredPrompt) {
  Result<Span> span = Span::Begin({.file = file_}, "store:hello@3");
  ASSERT_TRUE(span);
  span->End("");
  const Value written = Written();
  EXPECT_EQ(Attribute(written, "gen_ai.prompt.name"), "store:hello");
  EXPECT_EQ(Attribute(written, "galley.prompt.version"), "3");
}

TEST_F(SpanTest, TellsWhyItFailed) {
  Result<Span> span = Span::Begin({.file = file_}, "hello");
  ASSERT_TRUE(span);
  span->End("undefined-variable");
  const Value written = Written();
  EXPECT_EQ(Attribute(written, "error.type"), "undefined-variable");
  EXPECT_EQ(FindItem(*FindItem(written, "status"), "code")->as_int(), 2);
}

TEST_F(SpanTest, IsPartOfItsParent) {
  const std::string trace = "0af7651916cd43dd8448eb211c80319c";
  const std::string parent = "b7ad6b7169203331";
  Result<Span> span =
      Span::Begin({.file = file_, .parent = "00-" + trace + '-' + parent + "-01"}, "hello");
  ASSERT_TRUE(span);
  span->End("");
  const Value written = Written();
  EXPECT_EQ(Text(written, "traceId"), trace);
  EXPECT_EQ(Text(written, "parentSpanId"), parent);
}

TEST_F(SpanTest, AParentThatIsNoneBeginsATrace) {
  for (const std::string_view parent :
       {"", "00", "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
        "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01"}) {
    std::filesystem::remove(file_);
    Result<Span> span = Span::Begin({.file = file_, .parent = parent}, "hello");
    ASSERT_TRUE(span);
    span->End("");
    EXPECT_EQ(FindItem(Written(), "parentSpanId"), nullptr) << parent;
  }
}

TEST_F(SpanTest, FailsWhereItCannotBeWritten) {
  const Result<Span> span = Span::Begin({.file = folder_ + "/no/spans"}, "hello");
  ASSERT_FALSE(span);
  EXPECT_EQ(span.error().code(), "output-failed");
}

TEST_F(SpanTest, HoldsNoContentUnlessAsked) {
  const Value message =
      NewRecord(&heap_, {{"role", Value::String("user")}, {"content", Value::String("canary-7")}});
  const Value messages = NewListOf(&heap_, 1, [&](size_t) { return message; });
  const Value result =
      NewRecord(&heap_, {{"text", Value::String("canary-8")}, {"messages", messages}});
  for (const bool content : {false, true}) {
    std::filesystem::remove(file_);
    Result<Span> span = Span::Begin({.file = file_, .content = content}, "hello");
    ASSERT_TRUE(span);
    DescribeResult(result, &*span);
    span->End("");
    EXPECT_EQ(Lines().at(0).find("canary") != std::string::npos, content);
    EXPECT_EQ(Attribute(Written(), "galley.messages.count"), "1");
    EXPECT_EQ(Attribute(Written(), "galley.output.bytes"), "8");
  }
  EXPECT_EQ(Attribute(Written(), "gen_ai.input.messages"),
            R"([{"role":"user","parts":[{"type":"text","content":"canary-7"}]}])");
}

}  // namespace
}  // namespace galley::telemetry
