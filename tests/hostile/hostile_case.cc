// Cases run on a small stack, where anything that calls itself for each level of its input ends.
#include "tests/hostile/hostile_case.h"

#include <vector>

#include <gtest/gtest.h>

#include "base/stack_testing.h"
#include "galley/galley.h"

namespace galley::testing {

std::string Repeat(std::string_view text, int count) {
  std::string repeated;
  repeated.reserve(text.size() * static_cast<size_t>(count));
  for (int i = 0; i < count; ++i) repeated += text;
  return repeated;
}

std::string Around(std::string_view open, std::string_view middle, std::string_view close, int n) {
  return Repeat(open, n) + std::string(middle) + Repeat(close, n);
}

void ExpectSurvives(const std::string& name, const std::string& parameters) {
  SCOPED_TRACE(name);
  RunOnSmallStack([&] {
    const Result<Reply> reply = Call("text.render", parameters);
    if (reply) {
      EXPECT_LE(reply->result().Find("text").as_string().size(), Limits().output);
      return;
    }
    const std::vector<Diagnostic>& diagnostics = reply.error().diagnostics();
    EXPECT_FALSE(diagnostics.empty());
    EXPECT_NE(diagnostics.front().code, "internal") << diagnostics.front().message;
    EXPECT_LT(diagnostics.front().message.size(), 1000u);
  });
}

}  // namespace galley::testing
