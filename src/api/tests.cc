// `tests.run`: the tests of a workspace's templates, without a model.
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "api/operation.h"
#include "base/progress.h"
#include "base/seeded_hash.h"
#include "base/try.h"
#include "diag/report.h"
#include "files/disk_files.h"
#include "store/stored_name.h"
#include "testing/test_file.h"
#include "testing/test_report.h"
#include "testing/test_run.h"
#include "testing/test_update.h"
#include "value/record.h"
#include "workspace/given_templates.h"
#include "workspace/params.h"
#include "workspace/workspace.h"

namespace galley::api {
namespace {

uint32_t LineOf(const testing::TestFile& file, const testing::TestCase& test) {
  return file.source().Locate((*file.tree)[test.node].span).start.line;
}

// A test that is to be run.
struct ChosenTest {
  const Entry* entry = nullptr;
  std::string stored;  // the stored template that takes the place of its own, or nothing
};

// Runs the tests of one workspace, and rewrites them where that is wanted.
class TestSession {
 public:
  TestSession(std::shared_ptr<workspace::Workspace> workspace, const Catalog& tests, bool update,
              const Params& params, const Invocation& call)
      : workspace_(workspace),
        tests_(tests),
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
    for (const testing::TestCase& test : file.cases) {
      outcomes_.push_back(runner_.Run(file, test));
      report->cases.push_back({test.name, LineOf(file, test),
                               testing::TestRunner::Compare(file, test, outcomes_.back())});
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
    for (size_t at = 0; at < file.cases.size(); ++at) {
      const NodeId error = file.cases[at].expect.error;
      if (error == kNoNode || !outcomes_[at].problems.empty()) continue;
      report->notes.push_back("case " + Quoted(file.cases[at].name) + " expected the error " +
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
  bool update_;
  const Invocation& call_;
  testing::TestRunner runner_;
  std::vector<testing::TestOutcome> outcomes_;
};

// Finds the tests that a call names.
class TestSelection {
 public:
  TestSelection(const Catalog& catalog, const Catalog& tests, const Limits& limits)
      : catalog_(catalog), tests_(tests), limits_(limits) {}

  void AddAll() {
    for (const Entry& entry : tests_.entries()) chosen_.push_back({&entry, ""});
  }

  // The test of that name, or all that are about the template `store:...`.
  Result<void> Add(std::string_view name) {
    if (name.starts_with(kStorePrefix)) return AddStored(name);
    const Result<const Entry*> given = catalog_.Find(name, Explanation::kBrief);
    if (given && (*given)->tier == Tier::kFile) return AddGiven(name);
    Result<const Entry*> found = tests_.Find(name);
    if (!found) return Explain(std::move(found).error());
    Choose({*found, (*found)->tier == Tier::kFile ? TemplateBeside(name, **found) : ""});
    return {};
  }

  std::vector<ChosenTest> Take() { return std::move(chosen_); }

 private:
  static Error Explain(Error error) {
    if (error.code() != Describe(Code::kTemplateNotFound).code) return error;
    Diagnostic& reason = error.diagnostics().front();
    reason.message.replace(0, reason.message.find('`'), "no test is called ");
    reason.hint = kWhereTestsAre;
    return error;
  }

  // The test beside a template that was named by its path.
  Result<void> AddGiven(std::string_view path) {
    const std::string beside = workspace::TestBeside(path, catalog_.extensions());
    if (const Entry* test = tests_.FindGiven(beside)) {
      Choose({test, std::string(path)});
      return {};
    }
    return Report(Code::kTemplateNotFound, "there is no test beside " + Quoted(path),
                  "write " + Quoted(beside));
  }

  // The path of the template that a test at `path` is about, where that lies beside it.
  std::string TemplateBeside(std::string_view path, const Entry& test) {
    std::vector<Diagnostic> unsaid;
    const Result<testing::TestFile> file = testing::ReadTestFile(tests_, test, limits_, &unsaid);
    if (!file || file->template_node != kNoNode) return "";
    path.remove_suffix(workspace::kTestExtension.size());
    for (const std::string& extension : catalog_.extensions().all()) {
      const std::string beside = std::string(path) + extension;
      if (catalog_.FindGiven(beside)) return beside;
    }
    return "";
  }

  Result<void> AddStored(std::string_view name) {
    const std::string about = NameOf(*TRY(catalog_.Find(name)));
    bool is_any = false;
    for (const Entry& test : tests_.entries()) {
      if (TemplateOf(test) != about) continue;
      Choose({&test, std::string(name)});
      is_any = true;
    }
    if (is_any) return {};
    return Report(Code::kTemplateNotFound, "no test is about " + Quoted(about), kWhereTestsAre);
  }

  // The logical name of the template that a test is about.
  const std::string& TemplateOf(const Entry& test) {
    const auto [known, is_new] = templates_.try_emplace(&test);
    if (!is_new) return known->second;
    std::vector<Diagnostic> unsaid;  // it is said when the test is run
    const Result<testing::TestFile> file = testing::ReadTestFile(tests_, test, limits_, &unsaid);
    known->second = file ? file->template_name : std::string(test.logical_name());
    const Result<const Entry*> entry = catalog_.Find(known->second, Explanation::kBrief);
    if (entry) known->second = NameOf(**entry);
    return known->second;
  }

  std::string NameOf(const Entry& entry) const {
    std::string name(entry.logical_name());
    if (entry.tier != Tier::kStore) return name;
    const Result<StoredName> stored = StoredName::Parse(name, limits_);
    return stored ? stored->name : name;
  }

  void Choose(ChosenTest test) {
    const std::string key = tests_.AbsolutePath(*test.entry) + '\n' + test.stored;
    if (known_.insert(key).second) chosen_.push_back(std::move(test));
  }

  static constexpr char kWhereTestsAre[] = "tests are in files `NAME.test.yaml` under the roots";

  const Catalog& catalog_;
  const Catalog& tests_;
  const Limits& limits_;
  std::unordered_map<const Entry*, std::string> templates_;
  std::unordered_set<std::string, SeededHash> known_;
  std::vector<ChosenTest> chosen_;
};

// Those of the parameter `names`, or all.
Result<std::vector<ChosenTest>> SelectTests(const Catalog& catalog, const Catalog& tests,
                                            const Params& params, const Limits& limits) {
  TestSelection selection(catalog, tests, limits);
  if (!params.has("names")) {
    selection.AddAll();
    return selection.Take();
  }
  for (const Value& name : TRY(params.List("names"))) {
    if (!name.is_string()) {
      return Report(Code::kInvalidParams,
                    Quoted(params.PathOf("names")) + " must be a list of strings");
    }
    TRY(selection.Add(name.as_string()));
  }
  return selection.Take();
}

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

// {workspace?, names?: [name of a test, or store:NAME for those about NAME], update = false,
// model?, tokenizer?, format?: text|junit, colour = false} ->
//   {passed, failed, files, text?}; with `update` the files are rewritten, and those of a
// workspace in memory have their new `text`
Result<Value> RunTests(const Invocation& call) {
  const Params params = Params::Of(call);
  const bool update = TRY(params.Bool("update", false));
  const auto workspace =
      std::make_shared<workspace::Workspace>(TRY(workspace::Workspace::Open(params, call)));
  const Catalog& catalog = *TRY(workspace->catalog());
  const Catalog& tests = *TRY(workspace->tests());
  TestSession session(workspace, tests, update, params, call);
  testing::TestReport report;
  const std::vector<ChosenTest> chosen = TRY(SelectTests(catalog, tests, params, call.limits));
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
