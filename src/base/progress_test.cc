// Who listens hears of each step, the innermost first, and nobody else does.
#include "base/progress.h"

#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "galley/progress.h"

namespace galley {
namespace {

struct Heard final : ProgressListener {
  void OnProgress(const ProgressStep& step) override {
    steps.push_back(std::to_string(step.done) + '/' + std::to_string(step.total) + ' ' +
                    std::string(step.item));
  }
  std::vector<std::string> steps;
};

using Steps = std::vector<std::string>;

TEST(ProgressTest, NobodyNeedsToListen) { TellProgress(1, 2, "a"); }

TEST(ProgressTest, TheInnermostCounts) {
  Heard outer;
  Heard inner;
  const ProgressScope scope(&outer);
  TellProgress(1, 3, "a");
  {
    const ProgressScope nested(&inner);
    TellProgress(2, 3, "b");
  }
  TellProgress(3, 3, "c");
  EXPECT_EQ(outer.steps, (Steps{"1/3 a", "3/3 c"}));
  EXPECT_EQ(inner.steps, (Steps{"2/3 b"}));
}

TEST(ProgressTest, AnotherThreadIsNotHeard) {
  Heard heard;
  const ProgressScope scope(&heard);
  std::thread([] { TellProgress(1, 1, "a"); }).join();
  EXPECT_TRUE(heard.steps.empty());
}

TEST(ProgressTest, CountsInSeveralPlaces) {
  Heard heard;
  const ProgressScope scope(&heard);
  ProgressCount count(2);
  count.Tell("a");
  count.Tell("b");
  EXPECT_EQ(heard.steps, (Steps{"1/2 a", "2/2 b"}));
}

}  // namespace
}  // namespace galley
