// `tests.run`: the tests of a workspace's templates, without a model.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "api/operation.h"
#include "api/params.h"
#include "api/selection.h"
#include "api/test_file.h"
#include "api/test_report.h"
#include "api/test_run.h"
#include "api/test_update.h"
#include "api/workspace.h"
#include "base/try.h"
#include "diag/report.h"
#include "files/disk_files.h"
#include "value/record.h"

namespace galley {
namespace {

uint32_t LineOf(const TestFile& file, const TestCase& test) {
  return file.source().Locate((*file.tree)[test.node].span).start.line;
}

// Runs the tests of one workspace, and rewrites them where that is wanted.
class TestSession {
 public:
  TestSession(std::shared_ptr<Workspace> workspace, const Catalog& tests, bool update,
              const Invocation& call)
      : workspace_(workspace),
        tests_(tests),
        update_(update),
        call_(call),
        runner_(std::move(workspace), call) {}

  FileReport Run(const Entry& entry) {
    FileReport report;
    report.name = entry.logical_name();
    report.path = tests_.ShownPath(entry);
    const Result<TestFile> file = ReadTestFile(tests_, entry, call_.limits, call_.warnings);
    if (!file) {
      report.problems = file.error().diagnostics();
      return report;
    }
    RunCases(*file, &report);
    if (!update_) return report;
    const Result<void> updated = Update(*file, &report);
    if (!updated) report.problems = updated.error().diagnostics();
    return report;
  }

 private:
  void RunCases(const TestFile& file, FileReport* report) {
    report->template_name = file.template_name;
    report->cases.clear();
    outcomes_.clear();
    for (const TestCase& test : file.cases) {
      outcomes_.push_back(runner_.Run(file, test));
      report->cases.push_back(
          {test.name, LineOf(file, test), TestRunner::Compare(file, test, outcomes_.back())});
    }
  }

  // Nothing is written that does not read back as the cases it was.
  Result<void> Update(const TestFile& file, FileReport* report) {
    const std::string text = UpdatedText(file, outcomes_);
    if (text == file.text) return {};
    std::vector<Diagnostic> unsaid;
    const Result<TestFile> changed =
        ReadTestText(*file.entry, file.name, text, call_.limits, &unsaid);
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
    RunCases(*changed, report);
    report->updated = true;
    report->text = text;
    return {};
  }

  std::shared_ptr<Workspace> workspace_;
  const Catalog& tests_;
  bool update_;
  const Invocation& call_;
  TestRunner runner_;
  std::vector<TestOutcome> outcomes_;
};

// Those of the parameter `names`, or all.
Result<std::vector<const Entry*>> SelectTests(const Catalog& tests, const Params& params) {
  Result<std::vector<const Entry*>> chosen = SelectEntries(tests, params);
  if (chosen || chosen.error().code() != Describe(Code::kTemplateNotFound).code) return chosen;
  Diagnostic& reason = chosen.error().diagnostics().front();
  reason.message.replace(0, reason.message.find('`'), "no test is called ");
  reason.hint = "tests are in files `NAME.test.yaml` under the roots";
  return chosen;
}

void AddUp(TestReport* report) {
  for (const FileReport& file : report->files) {
    if (!file.problems.empty()) ++report->failed;
    for (const CaseReport& each : file.cases) ++(each.passed() ? report->passed : report->failed);
  }
}

Result<Value> Printed(const Params& params, const TestReport& report, Heap* heap) {
  if (!params.has("format")) return Value();
  const bool is_text = TRY(params.Choice("format", {"text", "junit"})) == 0;
  const Colour colour = TRY(params.Bool("colour", false)) ? Colour::kAlways : Colour::kNever;
  return heap->NewString(is_text ? PrintTestText(report, colour) : PrintTestXml(report));
}

}  // namespace

// {workspace?, names?: [name], update = false, format?: text|junit, colour = false} ->
//   {passed, failed, files, text?}; with `update` the files are rewritten, and those of a
// workspace in memory have their new `text`
Result<Value> RunTests(const Invocation& call) {
  const Params params = TRY(Params::Of(call, {"workspace", "names", "update", "format", "colour"}));
  const bool update = TRY(params.Bool("update", false));
  const auto workspace = std::make_shared<Workspace>(TRY(Workspace::Open(params, call)));
  TRY(workspace->catalog());
  const Catalog& tests = *TRY(workspace->tests());
  TestSession session(workspace, tests, update, call);
  TestReport report;
  for (const Entry* entry : TRY(SelectTests(tests, params))) {
    report.files.push_back(session.Run(*entry));
    if (!workspace->path().empty()) report.files.back().text.clear();
  }
  AddUp(&report);
  const Value text = TRY(Printed(params, report, call.heap));
  return NewTestRecord(call.heap, report, text);
}

}  // namespace galley
