// Rewriting what a test file expects, and nothing else in it.
#ifndef GALLEY_TESTING_TEST_UPDATE_H_
#define GALLEY_TESTING_TEST_UPDATE_H_

#include <string>
#include <vector>

#include "galley/result.h"
#include "testing/test_file.h"
#include "testing/test_run.h"

namespace galley::testing {

// A case of a file and what it gave.
struct CaseOutcome {
  const TestCase* test;
  TestOutcome outcome;
};

// The text of `file` with what cases of it give in the place of what they expect and do not
// get; other cases stay.  A case that expects nothing gets an expectation.
// Facts of the ledger are their author's: of these only a `count` changes.  What an alias
// stands for is written elsewhere and stays.
std::string UpdatedText(const TestFile& file, const std::vector<CaseOutcome>& outcomes);

}  // namespace galley::testing

#endif  // GALLEY_TESTING_TEST_UPDATE_H_
