// Sessions of `galley rpc`.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/cli/command.h"

namespace galley::testing {
namespace {

// Sanitizers take a share of the memory of their own.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#elif defined(__has_feature)
constexpr bool kSanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool kSanitized = false;
#endif

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = text.find('\n', begin);
    lines.push_back(text.substr(begin, end - begin));
    begin = end == std::string::npos ? text.size() : end + 1;
  }
  return lines;
}

TEST(Rpc, AnswersInOrderAndGoesOnAfterErrors) {
  const ProcessResult result = RunGalley({"rpc"}, {.input = R"({"id":1,"method":"version"}
{"id":2,"method":"no.such.method"}
this is not JSON
{"id":3,"method":"version","params":{"x":1}}

{"method":"version"}
{"id":4,"method":"format.read","params":{"format":"yaml","text":"a: b"}})"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.error, "");
  const std::vector<std::string> lines = Lines(result.output);
  ASSERT_EQ(lines.size(), 5u) << result.output;
  EXPECT_TRUE(lines[0].starts_with(R"({"jsonrpc":"2.0","id":1,"result":{"version":)"));
  EXPECT_TRUE(lines[1].starts_with(R"({"jsonrpc":"2.0","id":2,"error":{"code":-32601,)"));
  EXPECT_TRUE(lines[2].starts_with(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,)"));
  EXPECT_TRUE(lines[3].starts_with(R"({"jsonrpc":"2.0","id":3,"error":{"code":-32602,)"));
  EXPECT_EQ(lines[4], R"({"jsonrpc":"2.0","id":4,"result":{"value":{"a":"b"}}})");
}

TEST(Rpc, AHundredMegabytesOnOneLineCostBoundedMemory) {
  const ProcessResult result = RunShell(
      R"({ head -c 100000000 /dev/zero | tr '\0' x; echo; echo '{"id":1,"method":"version"}'; } |)"
      " $galley rpc");
  EXPECT_EQ(result.status, 0);
  const std::vector<std::string> lines = Lines(result.output);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_TRUE(Contains(lines[0], R"("id":null,"error":{"code":-32000,)")) << lines[0];
  EXPECT_TRUE(Contains(lines[0], R"("code":"limit-size")")) << lines[0];
  EXPECT_TRUE(lines[1].starts_with(R"({"jsonrpc":"2.0","id":1,"result":)")) << lines[1];
  if (!kSanitized) {
    EXPECT_LT(result.peak_memory_kib, 200 * 1024);
  }
}

TEST(Rpc, EndsInPeaceWhenNobodyReads) {
  const ProcessResult result = RunShell(
      R"(( { echo '{"id":1,"method":"version"}'; sleep 0.3; echo '{"id":2,"method":"version"}'; } |)"
      R"( $galley rpc; echo $? >&2) | head -n 1)");
  EXPECT_EQ(Lines(result.output).size(), 1u);
  EXPECT_EQ(result.error, "0\n");
}

TEST(Rpc, ReportsAResponseThatCannotBeWritten) {
  const ProcessResult result =
      RunShell(R"(echo '{"id":1,"method":"version"}' | $galley rpc > /dev/full)");
  EXPECT_EQ(result.status, 70);
  EXPECT_TRUE(Contains(result.error, "error[output-failed]")) << result.error;
}

}  // namespace
}  // namespace galley::testing
