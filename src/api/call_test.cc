#include <array>
#include <string>
#include <thread>
#include <utility>

#include <gtest/gtest.h>

#include "galley/galley.h"

namespace galley {
namespace {

std::string_view CodeOf(const Result<Reply>& reply) { return reply ? "" : reply.error().code(); }

TEST(Call, ReturnsTheResultAsTextAndAsValues) {
  const Result<Reply> reply = Call("version");
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->text(), R"({"version":")" + std::string(Version()) + R"("})");
  EXPECT_EQ(reply->result().Find("version").as_string(), Version());
  EXPECT_TRUE(reply->warnings().empty());
}

TEST(Call, FailsWithDiagnostics) {
  EXPECT_EQ(CodeOf(Call("no.such.method")), "unknown-method");
  EXPECT_EQ(CodeOf(Call("version", R"({"x":1})")), "invalid-params");
  EXPECT_EQ(CodeOf(Call("version", "[]")), "invalid-params");
}

TEST(Call, PlacesWhatIsWrongWithTheText) {
  const Result<Reply> reply = Call("version", "{\n  oops");
  ASSERT_EQ(CodeOf(reply), "json-syntax");
  const Diagnostic& reason = reply.error().diagnostics().front();
  EXPECT_EQ(reason.file, kParamsName);
  EXPECT_EQ(reason.range.start.line, 2u);
  EXPECT_EQ(reason.line_text, "");
}

TEST(Call, TakesLimitsAsAnArgument) {
  Limits limits;
  limits.heap = 10;
  limits.request = 100;
  EXPECT_EQ(CodeOf(Call("version", "{}", limits)), "limit-heap");
  EXPECT_EQ(CodeOf(Call("version", std::string(101, ' '), limits)), "limit-size");
}

TEST(Call, NoLimitIsAboveItsCeiling) {
  Limits limits = Limits::Ceiling();
  limits.nesting = UINT64_MAX;
  limits.request = UINT64_MAX;
  limits.steps = UINT64_MAX;
  const Result<Reply> reply = Call("limits.list", "{}", limits);
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->text(), Call("limits.list", "{}", Limits::Ceiling())->text());
}

TEST(Call, AReplyMovesWithItsResult) {
  Result<Reply> first = Call("version");
  ASSERT_TRUE(first);
  const Json result = first->result();
  Reply moved = *std::move(first);
  Reply other = *Call("limits.list");
  other = std::move(moved);
  EXPECT_EQ(result.Find("version").as_string(), Version());
  EXPECT_EQ(other.result().Find("version").as_string(), Version());
}

TEST(Call, WorksOnSeveralThreads) {
  std::array<std::thread, 4> threads;
  for (std::thread& thread : threads) {
    thread = std::thread([] {
      for (int round = 0; round < 100; ++round) EXPECT_TRUE(Call("operations.list"));
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(Json, ViewsLimitsAndCodes) {
  const Result<Reply> reply = Call("limits.list");
  ASSERT_TRUE(reply);
  const Json limits = reply->result().Find("limits");
  ASSERT_TRUE(limits.is_list());
  const Json first = limits.item(0);
  ASSERT_TRUE(first.is_map());
  EXPECT_EQ(first.key(0), "name");
  EXPECT_EQ(first.item(0).as_string(), "file");
  EXPECT_EQ(first.Find("value").as_int(), 1 << 20);
  EXPECT_EQ(first.Find("value").as_double(), 1 << 20);
}

TEST(Json, WhatIsNotThereIsNull) {
  const Result<Reply> reply = Call("version");
  ASSERT_TRUE(reply);
  const Json nothing = reply->result().Find("no").Find("no").item(3);
  EXPECT_TRUE(nothing.is_null());
  EXPECT_FALSE(nothing.is_string() || nothing.is_list() || nothing.is_map());
  EXPECT_EQ(nothing.as_string(), "");
  EXPECT_EQ(nothing.as_int(), 0);
  EXPECT_EQ(nothing.as_double(), 0);
  EXPECT_FALSE(nothing.as_bool());
  EXPECT_EQ(nothing.size(), 0u);
  EXPECT_EQ(nothing.key(0), "");
  EXPECT_EQ(nothing.ToText(), "null");
  EXPECT_EQ(reply->result().Find("version").item(0).ToText(), "null");
}

TEST(Json, PrintsIndented) {
  EXPECT_EQ(Call("version")->result().ToText(2),
            "{\n  \"version\": \"" + std::string(Version()) + "\"\n}");
}

TEST(JsonObject, QuotesKeysAndTexts) {
  EXPECT_EQ(JsonObject().text(), "{}");
  EXPECT_EQ(JsonObject().Set("a\"", "b\n").Set("c", true).SetJson("d", "[1]").text(),
            R"({"a\"":"b\n","c":true,"d":[1]})");
}

TEST(ExitCodeFor, FollowsTheReason) {
  const auto code_for = [](std::string_view code, std::string file = "") {
    Diagnostic diagnostic;
    diagnostic.code = code;
    diagnostic.file = std::move(file);
    return ExitCodeFor(Error(diagnostic));
  };
  EXPECT_EQ(code_for("yaml-syntax"), ExitCode::kFindings);
  EXPECT_EQ(code_for("usage"), ExitCode::kUsage);
  EXPECT_EQ(code_for("unknown-method"), ExitCode::kUsage);
  EXPECT_EQ(code_for("file-not-found"), ExitCode::kNotFound);
  EXPECT_EQ(code_for("internal"), ExitCode::kInternal);
  EXPECT_EQ(code_for("json-syntax", "a.json"), ExitCode::kFindings);
  EXPECT_EQ(code_for("json-syntax", std::string(kParamsName)), ExitCode::kInvalidData);
}

}  // namespace
}  // namespace galley
