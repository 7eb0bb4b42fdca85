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

TEST(ProgressTest, NobodyNeedsToListen) { ProgressCount(2).Tell("a"); }

TEST(ProgressTest, TheInnermostListenerHears) {
  Heard outer;
  Heard inner;
  const ProgressScope scope(&outer);
  ProgressCount(1).Tell("a");
  {
    const ProgressScope nested(&inner);
    ProgressCount(1).Tell("b");
  }
  ProgressCount(1).Tell("c");
  EXPECT_EQ(outer.steps, (Steps{"1/1 a", "1/1 c"}));
  EXPECT_EQ(inner.steps, (Steps{"1/1 b"}));
}

// What an operation calls may count as well; only the loop of the operation is heard.
TEST(ProgressTest, TheOutermostCountIsHeard) {
  Heard heard;
  const ProgressScope scope(&heard);
  {
    ProgressCount outer(2);
    ProgressCount(5).Tell("inner");
    outer.Tell("a");
    ProgressCount(5).Tell("inner");
    outer.Tell("b");
  }
  ProgressCount(1).Tell("c");
  EXPECT_EQ(heard.steps, (Steps{"1/2 a", "2/2 b", "1/1 c"}));
}

TEST(ProgressTest, AnotherThreadIsNotHeard) {
  Heard heard;
  const ProgressScope scope(&heard);
  std::thread([] { ProgressCount(1).Tell("a"); }).join();
  EXPECT_TRUE(heard.steps.empty());
}

TEST(ProgressTest, ExpectsWhatIsFoundLater) {
  Heard heard;
  const ProgressScope scope(&heard);
  ProgressCount count(1);
  count.Expect(1);
  count.Tell("a");
  count.Tell("b");
  EXPECT_EQ(heard.steps, (Steps{"1/2 a", "2/2 b"}));
}

}  // namespace
}  // namespace galley
