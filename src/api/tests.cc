// `tests.run`: the tests of a workspace's templates, without a model.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "api/operation.h"
#include "api/test_selection.h"
#include "base/progress.h"
#include "base/try.h"
#include "diag/position_index.h"
#include "diag/report.h"
#include "files/disk_files.h"
#include "testing/test_file.h"
#include "testing/test_report.h"
#include "testing/test_run.h"
#include "testing/test_update.h"
#include "value/record.h"
#include "workspace/params.h"
#include "workspace/workspace.h"

namespace galley::api {
namespace {

// Runs the tests of one workspace, and rewrites them where that is wanted.
class TestSession {
 public:
  TestSession(std::shared_ptr<workspace::Workspace> workspace, const Catalog& tests,
              const CaseSelection& cases, bool update, const Params& params, const Invocation& call)
      : workspace_(workspace),
        tests_(tests),
        cases_(cases),
        update_(update),
        call_(call),
        runner_(std::move(workspace), params, call) {}

  testing::FileReport Run(const ChosenTest& test) {
    const Entry& entry = *test.entry;
    testing::FileReport report;
    report.name = test.stored.empty() ? std::string(entry.logical_name()) : test.stored;
    report.path = tests_.ShownPath(entry);
    Result<testing::TestFile> file =
        testing::ReadTestFile(tests_, entry, call_.limits, call_.warnings);
    if (!file) {
      report.problems = file.error().diagnostics();
      return report;
    }
    if (!test.stored.empty()) file->template_name = test.stored;
    RunCases(*file, &report);
    if (!update_) return report;
    const Result<void> updated = Update(*file, &report);
    if (!updated) report.problems = updated.error().diagnostics();
    return report;
  }

 private:
  void RunCases(const testing::TestFile& file, testing::FileReport* report) {
    report->template_name = file.template_name;
    report->cases.clear();
    outcomes_.clear();
    const PositionIndex positions(file.text);
    for (const testing::TestCase& test : file.cases) {
      if (!cases_.Has(test)) continue;
      outcomes_.push_back({&test, runner_.Run(file, test)});
      report->cases.push_back({test.name, positions.Find((*file.tree)[test.node].span.begin).line,
                               testing::TestRunner::Compare(file, test, outcomes_.back().outcome)});
    }
  }

  // Nothing is written that does not read back as the cases it was.
  Result<void> Update(const testing::TestFile& file, testing::FileReport* report) {
    const std::string text = testing::UpdatedText(file, outcomes_);
    if (text == file.text) return {};
    std::vector<Diagnostic> unsaid;
    Result<testing::TestFile> changed =
        testing::ReadTestText(*file.entry, file.name, text, call_.limits, &unsaid);
    if (!changed || changed->cases.size() != file.cases.size()) {
      return Report(Code::kYamlUnsupported,
                    Quoted(file.name) + " cannot be rewritten: an alias names what would change",
                    "write what the case expects where it is expected");
    }
    const Root& root = tests_.RootOf(*file.entry);
    if (workspace_->path().empty()) {
      TRY(workspace_->writable_files().Write(root.PathOf(file.entry->relative_path), text,
                                             Overwrite::kReplace));
    } else {
      DiskFiles files = TRY(DiskFiles::Open(root.path));
      TRY(files.Write(file.entry->relative_path, text, Overwrite::kReplace));
    }
    for (const testing::CaseOutcome& each : outcomes_) {
      const NodeId error = each.test->expect.error;
      if (error == kNoNode || !each.outcome.problems.empty()) continue;
      report->notes.push_back("case " + Quoted(each.test->name) + " expected the error " +
                              Quoted((*file.tree)[error].value.as_string()) +
                              ", and now expects what it renders to");
    }
    changed->template_name = file.template_name;
    RunCases(*changed, report);
    report->updated = true;
    report->text = text;
    return {};
  }

  std::shared_ptr<workspace::Workspace> workspace_;
  const Catalog& tests_;
  const CaseSelection& cases_;
  bool update_;
  const Invocation& call_;
  testing::TestRunner runner_;
  std::vector<testing::CaseOutcome> outcomes_;  // of the cases that were run
};

void AddUp(testing::TestReport* report) {
  for (const testing::FileReport& file : report->files) {
    if (!file.problems.empty()) ++report->failed;
    for (const testing::CaseReport& each : file.cases) {
      ++(each.passed() ? report->passed : report->failed);
    }
  }
}

Result<Value> Printed(const Params& params, const testing::TestReport& report, Heap* heap) {
  if (!params.has("format")) return Value();
  const bool is_text = TRY(params.Choice("format", {"text", "junit"})) == 0;
  const Colour colour = TRY(params.Bool("colour", false)) ? Colour::kAlways : Colour::kNever;
  return heap->NewString(is_text ? testing::PrintTestText(report, colour)
                                 : testing::PrintTestXml(report));
}

}  // namespace

// {workspace?, names?: [name of a test, or store:NAME for those about NAME], cases?: [name],
// update = false, model?, tokenizer?, format?: text|junit, colour = false} ->
//   {passed, failed, files, text?}; with `update` the files are rewritten, and those of a
// workspace in memory have their new `text`
Result<Value> RunTests(const Invocation& call) {
  const Params params = Params::Of(call);
  const bool update = TRY(params.Bool("update", false));
  const auto workspace =
      std::make_shared<workspace::Workspace>(TRY(workspace::Workspace::Open(params, call)));
  const Catalog& catalog = *TRY(workspace->catalog());
  const Catalog& tests = *TRY(workspace->tests());
  const CaseSelection cases = TRY(CaseSelection::Of(params));
  std::vector<ChosenTest> chosen = TRY(SelectTests(catalog, tests, params, call.limits));
  TRY(cases.Narrow(tests, call.limits, &chosen));
  TestSession session(workspace, tests, cases, update, params, call);
  testing::TestReport report;
  ProgressCount done(chosen.size());
  for (const ChosenTest& test : chosen) {
    report.files.push_back(session.Run(test));
    if (!workspace->path().empty()) report.files.back().text.clear();
    done.Tell(report.files.back().name);
  }
  AddUp(&report);
  const Value text = TRY(Printed(params, report, call.heap));
  return testing::NewTestRecord(call.heap, report, text);
}

}  // namespace galley::api
