// FindingSet: findings without repetitions.
#ifndef GALLEY_CHECK_FINDING_SET_H_
#define GALLEY_CHECK_FINDING_SET_H_

#include <vector>

#include "base/ordered_map.h"
#include "galley/diagnostic.h"
#include "galley/result.h"

namespace galley::check {

// Adds what was found, each once however many templates share it.
class FindingSet {
 public:
  explicit FindingSet(std::vector<Diagnostic>* findings) : findings_(*findings) {}

  void Add(const Result<void>& checked, std::vector<Diagnostic>* warnings) {
    if (!checked) {
      for (const Diagnostic& problem : checked.error().diagnostics()) Add(problem);
    }
    for (const Diagnostic& warning : *warnings) Add(warning);
    warnings->clear();
  }

 private:
  void Add(const Diagnostic& one) {
    if (told_.Insert(FormatJson(one), true).second) findings_.push_back(one);
  }

  std::vector<Diagnostic>& findings_;
  OrderedMap<bool> told_;
};

}  // namespace galley::check

#endif  // GALLEY_CHECK_FINDING_SET_H_
