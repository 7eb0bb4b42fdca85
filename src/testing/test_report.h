// What came of the tests of a workspace, for people and for the programs that collect
// such things.
#ifndef GALLEY_TESTING_TEST_REPORT_H_
#define GALLEY_TESTING_TEST_REPORT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "galley/diagnostic.h"
#include "testing/test_run.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley::testing {

struct CaseReport {
  std::string name;
  uint32_t line = 0;
  std::vector<TestFailure> failures;  // none: it passed

  bool passed() const noexcept { return failures.empty(); }
};

struct FileReport {
  std::string name;           // of the tests
  std::string path;           // as messages call the file
  std::string template_name;  // empty where the file could not be read
  std::vector<Diagnostic> problems;
  std::vector<CaseReport> cases;
  bool updated = false;
  std::vector<std::string> notes;  // what an update did that its author should look at
  std::string text;                // of an updated file that is in memory
};

struct TestReport {
  std::vector<FileReport> files;
  size_t passed = 0;
  size_t failed = 0;  // cases, and files that cannot be read
};

// A line for each file, what is wrong with each case, and the sums.
std::string PrintTestText(const TestReport& report, Colour colour);
// JUnit's XML, as far as the programs that read it agree on it.
std::string PrintTestXml(const TestReport& report);
// {passed, failed, files: [{name, path, template?, updated, text?, problems?, cases: [{name, line,
//  passed, failures?: [{part, message, expected?, actual?}]}]}]}
Value NewTestRecord(Heap* heap, const TestReport& report, const Value& text);

}  // namespace galley::testing

#endif  // GALLEY_TESTING_TEST_REPORT_H_
