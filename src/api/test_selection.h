// Which tests of a workspace a call is about.
#ifndef GALLEY_API_TEST_SELECTION_H_
#define GALLEY_API_TEST_SELECTION_H_

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/seeded_hash.h"
#include "discover/catalog.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "testing/test_file.h"
#include "workspace/params.h"

namespace galley::api {

// A test that is to be run.
struct ChosenTest {
  const Entry* entry = nullptr;
  std::string stored;  // the stored template that takes the place of its own, or nothing
};

// Those of the parameter `names`, or all of `tests`, which outlives them.  Fails with
// template-not-found and the like.
Result<std::vector<ChosenTest>> SelectTests(const Catalog& catalog, const Catalog& tests,
                                            const workspace::Params& params, const Limits& limits);

// Cases by their names: those of the parameter `cases`, or all.
class CaseSelection {
 public:
  static Result<CaseSelection> Of(const workspace::Params& params);

  bool Has(const testing::TestCase& test) const { return is_all_ || wanted_.contains(test.name); }
  // Leaves those of `chosen`, tests of the catalog `tests`, that have such a case or cannot be
  // read.  Fails with template-not-found where no test has a case of a name.
  Result<void> Narrow(const Catalog& tests, const Limits& limits,
                      std::vector<ChosenTest>* chosen) const;

 private:
  bool is_all_ = true;
  std::vector<std::string> names_;  // as the call has them
  std::unordered_set<std::string, SeededHash> wanted_;
};

}  // namespace galley::api

#endif  // GALLEY_API_TEST_SELECTION_H_
