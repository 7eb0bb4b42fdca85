// Rewriting what a test file expects, and nothing else in it.
#ifndef GALLEY_API_TEST_UPDATE_H_
#define GALLEY_API_TEST_UPDATE_H_

#include <string>
#include <vector>

#include "api/test_file.h"
#include "api/test_run.h"
#include "galley/result.h"

namespace galley {

// The text of `file` with what its cases give, `outcomes` in their order, in the place of
// what they expect and do not get.  A case that expects nothing gets an expectation.
// Facts of the ledger are their author's: of these only a `count` changes.  What an alias
// stands for is written elsewhere and stays.
std::string UpdatedText(const TestFile& file, const std::vector<TestOutcome>& outcomes);

}  // namespace galley

#endif  // GALLEY_API_TEST_UPDATE_H_
