// A name means a test file, the test beside a template at a path, or all tests about a stored
// template.
#include "api/test_selection.h"

#include <unordered_map>
#include <utility>

#include "base/try.h"
#include "diag/report.h"
#include "store/stored_name.h"
#include "value/value.h"
#include "workspace/given_templates.h"

namespace galley::api {
namespace {

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

// The parameter `name`, a list of strings.
Result<std::vector<std::string_view>> StringsOf(const workspace::Params& params,
                                                std::string_view name) {
  std::vector<std::string_view> strings;
  for (const Value& each : TRY(params.List(name))) {
    if (!each.is_string()) {
      return Report(Code::kInvalidParams,
                    Quoted(params.PathOf(name)) + " must be a list of strings");
    }
    strings.push_back(each.as_string());
  }
  return strings;
}

}  // namespace

Result<std::vector<ChosenTest>> SelectTests(const Catalog& catalog, const Catalog& tests,
                                            const workspace::Params& params, const Limits& limits) {
  TestSelection selection(catalog, tests, limits);
  if (!params.has("names")) {
    selection.AddAll();
    return selection.Take();
  }
  for (const std::string_view name : TRY(StringsOf(params, "names"))) TRY(selection.Add(name));
  return selection.Take();
}

Result<CaseSelection> CaseSelection::Of(const workspace::Params& params) {
  CaseSelection selection;
  if (!params.has("cases")) return selection;
  selection.is_all_ = false;
  for (const std::string_view name : TRY(StringsOf(params, "cases"))) {
    if (selection.wanted_.emplace(name).second) selection.names_.emplace_back(name);
  }
  return selection;
}

Result<void> CaseSelection::Narrow(const Catalog& tests, const Limits& limits,
                                   std::vector<ChosenTest>* chosen) const {
  if (is_all_) return {};
  std::unordered_set<std::string, SeededHash> met;  // names of cases
  std::vector<ChosenTest> kept;
  for (ChosenTest& test : *chosen) {
    std::vector<Diagnostic> unsaid;  // it is said when the test is run
    const Result<testing::TestFile> file =
        testing::ReadTestFile(tests, *test.entry, limits, &unsaid);
    bool is_asked = !file;
    for (const testing::TestCase& each : file ? file->cases : std::vector<testing::TestCase>()) {
      is_asked = is_asked || Has(each);
      met.insert(each.name);
    }
    if (is_asked) kept.push_back(std::move(test));
  }
  *chosen = std::move(kept);
  const std::vector<std::string_view> known(met.begin(), met.end());
  for (const std::string& name : names_) {
    if (met.contains(name)) continue;
    return Report(Code::kTemplateNotFound, "no case of these tests is called " + Quoted(name),
                  SuggestNearest(name, known));
  }
  return {};
}

}  // namespace galley::api
