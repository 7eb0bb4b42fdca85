#include "api/rpc.h"

#include <string>

#include <gtest/gtest.h>

#include "galley/version.h"

namespace galley::api {
namespace {

std::string Answer(std::string_view line, const Limits& limits = {}) {
  RpcSession session(limits);
  return std::string(session.Answer(line));
}

// The response without its diagnostics, which tests of their own look at.
std::string Outline(std::string_view line, const Limits& limits = {}) {
  std::string response = Answer(line, limits);
  const size_t data = response.find(R"(,"data":)");
  return data == std::string::npos ? response : response.substr(0, data);
}

bool Contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// The end of the response to `version`.
std::string VersionResult() {
  return R"("result":{"version":")" + std::string(Version()) + "\"}}\n";
}

TEST(RpcSession, AnswersARequestOnOneLine) {
  EXPECT_EQ(Answer(R"({"jsonrpc":"2.0","id":1,"method":"version","params":{}})"),
            R"({"jsonrpc":"2.0","id":1,)" + VersionResult());
}

TEST(RpcSession, NeedsNeitherVersionNorParams) {
  EXPECT_EQ(Answer(R"({"id":1,"method":"version"})"),
            R"({"jsonrpc":"2.0","id":1,)" + VersionResult());
}

TEST(RpcSession, RepeatsTheId) {
  for (const std::string id : {"0", "-7", "1.5", "null", R"("")", R"("a\n\"b")", "\"\xC3\xA9\"",
                               "9223372036854775807", "-9223372036854775808"}) {
    EXPECT_EQ(Answer(R"({"id":)" + id + R"(,"method":"version"})"),
              R"({"jsonrpc":"2.0","id":)" + id + "," + VersionResult());
  }
}

TEST(RpcSession, RefusesAnIdOfAnotherType) {
  for (const std::string id : {"true", "[]", "{}"}) {
    EXPECT_EQ(Outline(R"({"id":)" + id + R"(,"method":"version"})"),
              R"({"jsonrpc":"2.0","id":null,"error":{"code":-32600,)"
              R"("message":"`id` must be a string, a number or null")");
  }
}

TEST(RpcSession, ANotificationGetsNoResponse) {
  EXPECT_EQ(Answer(R"({"method":"version"})"), "");
  EXPECT_EQ(Answer(R"({"method":"no.such.method"})"), "");
  EXPECT_EQ(Answer(R"({"method":"version","params":{"x":1}})"), "");
}

TEST(RpcSession, BlankLinesGetNoResponse) {
  EXPECT_EQ(Answer(""), "");
  EXPECT_EQ(Answer(" \t \r"), "");
}

TEST(RpcSession, WhatIsNotJsonIsAParseError) {
  const std::string response = Answer(R"({"id":1,"method":)");
  EXPECT_TRUE(response.starts_with(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,)"));
  EXPECT_TRUE(Contains(response, R"("diagnostics":[{"code":"json-syntax")"));
  EXPECT_TRUE(response.ends_with("}]}}}\n"));
}

TEST(RpcSession, InvalidUtf8IsAParseError) {
  const std::string response = Answer("{\"id\":1,\"method\":\"\xFF\"}");
  EXPECT_TRUE(response.starts_with(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,)"));
  EXPECT_TRUE(Contains(response, R"("code":"invalid-utf8")"));
}

TEST(RpcSession, WhatIsNotARequestIsInvalid) {
  for (const std::string_view line :
       {"1", "null", R"("version")", "{}", R"({"method":1})",
        R"({"jsonrpc":"1.0","method":"version"})", R"({"jsonrpc":2.0,"method":"version"})"}) {
    EXPECT_TRUE(Outline(line).starts_with(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32600,)"))
        << line;
    EXPECT_TRUE(Contains(Answer(line), R"("code":"invalid-request")")) << line;
  }
}

TEST(RpcSession, AnInvalidRequestKeepsItsId) {
  EXPECT_EQ(
      Outline(R"({"id":5,"method":1})"),
      R"({"jsonrpc":"2.0","id":5,"error":{"code":-32600,"message":"`method` must be a string")");
}

TEST(RpcSession, BatchesAreRefused) {
  EXPECT_EQ(Outline(R"([{"id":1,"method":"version"}])"),
            R"({"jsonrpc":"2.0","id":null,"error":{"code":-32600,)"
            R"("message":"a line is a list of requests; batches are not supported")");
}

TEST(RpcSession, ParametersThatAreNotAMapAreRefused) {
  for (const std::string params : {"[]", "1", "null", R"("x")"}) {
    EXPECT_EQ(Outline(R"({"id":1,"method":"version","params":)" + params + "}"),
              R"({"jsonrpc":"2.0","id":1,"error":{"code":-32602,)"
              R"("message":"`params` must be a map; parameters have names")")
        << params;
  }
}

TEST(RpcSession, AnUnknownMethodGetsASuggestion) {
  EXPECT_EQ(
      Answer(R"({"id":1,"method":"vresion"})"),
      R"({"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"`vresion` is not a method",)"
      R"("data":{"diagnostics":[{"code":"unknown-method","severity":"error",)"
      R"("message":"`vresion` is not a method","hint":"did you mean `version`?"}]}}})"
      "\n");
}

TEST(RpcSession, WrongParametersAreInvalid) {
  EXPECT_EQ(Outline(R"({"id":1,"method":"version","params":{"x":1}})"),
            R"({"jsonrpc":"2.0","id":1,"error":{"code":-32602,)"
            R"("message":"`params.x` is not a known parameter")");
}

TEST(RpcSession, AFailedOperationTellsItsReason) {
  const std::string response =
      Answer(R"({"id":1,"method":"version","params":{"limits":{"heap":1}}})");
  EXPECT_TRUE(response.starts_with(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32000,)"));
  EXPECT_TRUE(Contains(response, R"("diagnostics":[{"code":"limit-heap")"));
}

TEST(RpcSession, ARequestBeyondALimitKeepsItsId) {
  Limits limits;
  limits.nesting = 3;
  const std::string fits = R"({"id":4,"method":"version","params":{"x":[[[1]]]}})";
  const std::string too_deep = R"({"id":4,"method":"version","params":{"x":[[[[1]]]]}})";
  EXPECT_TRUE(Contains(Answer(fits, limits), R"("code":"invalid-params")"));
  EXPECT_TRUE(
      Answer(too_deep, limits).starts_with(R"({"jsonrpc":"2.0","id":4,"error":{"code":-32000,)"));
  EXPECT_TRUE(Contains(Answer(too_deep, limits), R"("code":"limit-nesting")"));
  EXPECT_TRUE(Contains(Answer(R"({"id":"x","method":"version","params":{"x":1e999}})"),
                       R"("id":"x","error")"));
}

TEST(RpcSession, ALineThatIsTooLongIsRefused) {
  RpcSession session({});
  const std::string response(session.RefuseLongLine());
  EXPECT_TRUE(response.starts_with(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32000,)"));
  EXPECT_TRUE(Contains(response, R"("code":"limit-size")"));
}

TEST(RpcSession, NoDataOfARequestIsInAMessage) {
  for (const std::string_view line :
       {R"({"id":1,"method":"version","params":{"limits":"canary"}})",
        R"({"id":1,"method":"format.read","params":{"format":"canary","text":"x"}})",
        R"({"id":1,"method":"diagnostics.list","params":{"code":"canary"}})",
        R"({"id":1,"method":"version","params":{"x":"canary)",
        R"({"jsonrpc":"canary","id":1,"method":"version"})",
        R"({"id":["canary"],"method":"version"})"}) {
    EXPECT_TRUE(Contains(Answer(line), R"("error")")) << line;
    EXPECT_FALSE(Contains(Answer(line), "canary")) << line;
  }
}

TEST(RpcSession, RequestsDoNotInfluenceEachOther) {
  const std::string_view good = R"({"id":1,"method":"limits.list"})";
  RpcSession session({});
  const std::string first(session.Answer(good));
  session.Answer(R"({"id":1,"method":"limits.list","params":{"limits":{"steps":1}}})");
  session.Answer(R"({"id":1,"method":)");
  session.Answer(R"({"id":1,"method":"version","params":{"limits":{"heap":1}}})");
  EXPECT_EQ(session.Answer(good), first);
}

}  // namespace
}  // namespace galley::api
