// Test files among the findings of a check.
#ifndef GALLEY_TESTING_TEST_CHECK_H_
#define GALLEY_TESTING_TEST_CHECK_H_

#include <vector>

#include "base/progress.h"
#include "discover/catalog.h"
#include "galley/diagnostic.h"
#include "galley/limits.h"

namespace galley::testing {

// Adds what is wrong or odd about the files of `tests`: their format, and whether the
// templates that they are about exist.  What they share is told once; `done` is told of each file.
void CheckTestFiles(const Catalog& catalog, const Catalog& tests,
                    const std::vector<const Entry*>& entries, const Limits& limits,
                    std::vector<Diagnostic>* findings, ProgressCount* done);

}  // namespace galley::testing

#endif  // GALLEY_TESTING_TEST_CHECK_H_
