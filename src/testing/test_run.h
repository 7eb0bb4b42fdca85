// Running the cases of a test file: each is rendered and compared with what it expects.
#ifndef GALLEY_TESTING_TEST_RUN_H_
#define GALLEY_TESTING_TEST_RUN_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "galley/result.h"
#include "testing/test_file.h"
#include "value/heap.h"
#include "value/value.h"
#include "workspace/invocation.h"
#include "workspace/params.h"
#include "workspace/workspace.h"

namespace galley::testing {

// What a case gave.
struct TestOutcome {
  std::unique_ptr<Heap> heap;        // of the values below
  std::vector<Diagnostic> problems;  // why it failed; empty where it did not
  bool is_text = false;              // a text rather than messages
  std::string text;
  Value messages;  // [{role, content, prefix?}]
  Value ledger;
  Value dropped;                     // [{where, source, items, shown, overBudget, skipped}]
  std::vector<Diagnostic> warnings;  // of compiling and rendering
  uint64_t tokens = 0;
};

// How it differs from what was expected.
struct TestFailure {
  // `messages`, `tokens`, `ledger`, `dropped`, `warnings`, `text`, `error`, `expect`
  std::string part;
  std::string message;
  std::string expected;  // texts to compare; both empty where the message says it all
  std::string actual;
};

// Messages as lines to compare: each behind its role in brackets.
std::string MessagesAsText(const Value& messages);

// Whether it is about a template that renders to messages.
bool WantsMessages(const Expectation& expect) noexcept;
// How many records of a ledger have all that `fact`, a map, says; its `count` aside.
int64_t CountMatches(const Value& fact, const Value& ledger);

// How many items of loops were left out for want of tokens, of a list as in `dropped`.
int64_t CountDropped(const Value& dropped);

// Runs cases of the files of one workspace.
class TestRunner {
 public:
  // `counting` says what counts where a file and its case do not, as ReadCounting reads it.
  TestRunner(std::shared_ptr<workspace::Workspace> workspace, const workspace::Params& counting,
             const workspace::Invocation& call)
      : workspace_(std::move(workspace)), counting_(counting), call_(call) {}

  TestOutcome Run(const TestFile& file, const TestCase& test);
  // What a case is rendered with, its own over that of its file: {context, injections?, squash?,
  // budget?, model?, tokenizer?, strict?}, in `heap`.  Fails where a file that it names cannot
  // be read.
  Result<Value> InputsOf(const TestFile& file, const TestCase& test, Heap* heap);
  // Nothing where all is as expected.
  static std::vector<TestFailure> Compare(const TestFile& file, const TestCase& test,
                                          const TestOutcome& outcome);

 private:
  Result<void> Render(const TestFile& file, const TestCase& test, TestOutcome* outcome);
  Result<void> RenderMessages(const TestFile& file, const TestCase& test, const Value& given,
                              const workspace::Invocation& call, TestOutcome* outcome);
  Result<Value> ReadContext(const TestFile& file, NodeId node, Heap* heap);
  Result<Value> ReadValue(const TestFile& file, NodeId node, Heap* heap);
  Result<std::string> ReadBeside(const TestFile& file, std::string_view path);

  Result<Value> CountingInput(const TestFile& file, const TestCase& test, NodeId TestInputs::*input,
                              std::string_view name, Heap* heap);

  std::shared_ptr<workspace::Workspace> workspace_;
  workspace::Params counting_;
  const workspace::Invocation& call_;
};

}  // namespace galley::testing

#endif  // GALLEY_TESTING_TEST_RUN_H_
