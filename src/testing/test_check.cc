// Reads each file as a run would, without running it.
#include "testing/test_check.h"

#include <utility>

#include "base/try.h"
#include "check/finding_set.h"
#include "diag/report.h"
#include "testing/test_file.h"

namespace galley::testing {
namespace {

Result<void> CheckTest(const Catalog& catalog, const Catalog& tests, const Entry& entry,
                       const Limits& limits, std::vector<Diagnostic>* warnings) {
  const TestFile file = TRY(ReadTestFile(tests, entry, limits, warnings));
  const Result<const Entry*> found = catalog.Find(file.template_name);
  if (found) return {};
  Diagnostic reason = found.error().diagnostics().front();
  const Span place = file.template_node == kNoNode ? Span{} : (*file.tree)[file.template_node].span;
  return ShowAt(std::move(reason), file.source(), place);
}

}  // namespace

void CheckTestFiles(const Catalog& catalog, const Catalog& tests,
                    const std::vector<const Entry*>& entries, const Limits& limits,
                    std::vector<Diagnostic>* findings, ProgressCount* done) {
  check::FindingSet found(findings);
  std::vector<Diagnostic> warnings;
  for (const Entry* entry : entries) {
    found.Add(CheckTest(catalog, tests, *entry, limits, &warnings), &warnings);
    done->Tell(entry->logical_name());
  }
}

}  // namespace galley::testing
