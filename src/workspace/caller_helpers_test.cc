#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "galley/galley.h"

namespace galley::workspace {
namespace {

void Shout(FunctionCall& call, void*) {
  if (!call.argument(0).is_string()) return call.Fail("`shout` needs a text");
  call.Return(std::string(call.argument(0).as_string()) + "!");
}

void Count(FunctionCall& call, void* data) {
  call.Return(static_cast<int64_t>(++*static_cast<int*>(data)));
}

void Echo(FunctionCall& call, void*) { call.Return(call.argument(0)); }
void Named(FunctionCall& call, void*) { call.Return(call.named("key")); }
void Rows(FunctionCall& call, void*) { call.ReturnJson(R"([{"n": 1}, {"n": 2}])"); }
void Half(FunctionCall& call, void*) { call.Return(call.argument(0).as_double() / 2); }
void Many(FunctionCall& call, void*) { call.Return(call.size() > 1); }
void Nothing(FunctionCall&, void*) {}
void Throws(FunctionCall&, void*) { throw std::runtime_error("secret"); }
void NotText(FunctionCall& call, void*) { call.Return("\xFF"); }
void NotJson(FunctionCall& call, void*) { call.ReturnJson("{"); }
void Large(FunctionCall& call, void*) { call.Return(std::string(1 << 20, 'x')); }

Result<Reply> Render(std::string_view source, std::vector<Helper> helpers, Limits limits = {}) {
  const std::string params = JsonObject()
                                 .Set("language", "handlebars")
                                 .Set("source", source)
                                 .SetJson("data", R"({"name": "Ann", "l": [1, 2], "count": 9})")
                                 .text();
  return Call("text.render", params, limits, helpers);
}

std::string TextOf(std::string_view source, std::vector<Helper> helpers) {
  const Result<Reply> reply = Render(source, std::move(helpers));
  return reply ? std::string(reply->result().Find("text").as_string())
               : "error: " + std::string(reply.error().code());
}

TEST(CallerHelpers, GetArgumentsAndReturnValues) {
  EXPECT_EQ(TextOf("{{shout name}}", {{"shout", Shout}}), "Ann!");
  EXPECT_EQ(TextOf("{{half 3}}", {{"half", Half}}), "1.5");
  EXPECT_EQ(TextOf("{{many 1 2}}{{many 1}}", {{"many", Many}}), "truefalse");
  EXPECT_EQ(TextOf("{{named 1 key=l}}{{named 2}}", {{"named", Named}}), "1,2");
  EXPECT_EQ(TextOf("[{{nothing}}]", {{"nothing", Nothing}}), "[]");
}

TEST(CallerHelpers, AreEscapedAsAnyValueIs) {
  EXPECT_EQ(TextOf("{{echo '<'}}{{{echo '<'}}}", {{"echo", Echo}}), "&lt;<");
}

TEST(CallerHelpers, WinOverFieldsAndOverHelpersOfOurs) {
  int calls = 0;
  EXPECT_EQ(TextOf("{{count}}{{count}}", {{"count", Count, &calls}}), "12");
  EXPECT_EQ(TextOf("{{upper name}}", {{"upper", Shout}}), "Ann!");
}

TEST(CallerHelpers, AreSubExpressionsAndSections) {
  EXPECT_EQ(TextOf("{{shout (shout name)}}", {{"shout", Shout}}), "Ann!!");
  EXPECT_EQ(TextOf("{{#each (rows)}}{{n}}{{/each}}", {{"rows", Rows}}), "12");
  EXPECT_EQ(TextOf("{{#rows}}{{n}}{{@index}};{{/rows}}", {{"rows", Rows}}), "10;21;");
}

TEST(CallerHelpers, FailWithADiagnosticAtTheirPlace) {
  const Result<Reply> reply = Render("a\n{{shout 1}}", {{"shout", Shout}});
  ASSERT_FALSE(reply);
  const Diagnostic& reason = reply.error().diagnostics().front();
  EXPECT_EQ(reason.code, "helper-failed");
  EXPECT_EQ(reason.message, "`shout` needs a text");
  EXPECT_EQ(reason.range.start.line, 2u);
}

TEST(CallerHelpers, WhatTheyThrowStaysInside) {
  const Result<Reply> reply = Render("{{throws}}", {{"throws", Throws}});
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code(), "helper-failed");
  EXPECT_EQ(reply.error().diagnostics().front().message.find("secret"), std::string::npos);
}

TEST(CallerHelpers, ReturnNothingThatIsNotText) {
  EXPECT_EQ(TextOf("{{f}}", {{"f", NotText}}), "error: helper-failed");
  EXPECT_EQ(TextOf("{{f}}", {{"f", NotJson}}), "error: helper-failed");
}

TEST(CallerHelpers, PayForWhatTheyReturn) {
  Limits limits;
  limits.heap = 1 << 16;
  const Result<Reply> reply = Render("{{f}}", {{"f", Large}}, limits);
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code(), "limit-heap");
}

TEST(CallerHelpers, HaveNamesOfTheirOwn) {
  EXPECT_EQ(TextOf("", {{"if", Shout}}), "error: invalid-params");
  EXPECT_EQ(TextOf("", {{"f", Shout}, {"f", Shout}}), "error: invalid-params");
  EXPECT_EQ(TextOf("", {{"f", nullptr}}), "error: invalid-params");
}

TEST(CallerHelpers, AreUnknownWithoutThem) {
  EXPECT_EQ(TextOf("{{shout name}}", {}), "error: unknown-helper");
}

}  // namespace
}  // namespace galley::workspace
