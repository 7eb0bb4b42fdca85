// Rewriting what a test file expects, and nothing else in it.
#ifndef GALLEY_TESTING_TEST_UPDATE_H_
#define GALLEY_TESTING_TEST_UPDATE_H_

#include <string>
#include <vector>

#include "galley/result.h"
#include "testing/test_file.h"
#include "testing/test_run.h"

namespace galley::testing {

// The text of `file` with what its cases give, `outcomes` in their order, in the place of
// what they expect and do not get.  A case that expects nothing gets an expectation.
// Facts of the ledger are their author's: of these only a `count` changes.  What an alias
// stands for is written elsewhere and stays.
std::string UpdatedText(const TestFile& file, const std::vector<TestOutcome>& outcomes);

}  // namespace galley::testing

#endif  // GALLEY_TESTING_TEST_UPDATE_H_
