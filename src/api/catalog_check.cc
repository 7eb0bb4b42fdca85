// `catalog.check`: everything that is wrong with the templates of a workspace,
// without rendering any.
#include "check/catalog_check.h"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "api/operation.h"
#include "base/progress.h"
#include "base/try.h"
#include "check/findings.h"
#include "diag/wording.h"
#include "files/relative_path.h"
#include "testing/test_check.h"
#include "value/record.h"
#include "workspace/params.h"
#include "workspace/selection.h"
#include "workspace/workspace.h"

namespace galley::api {
namespace {

using Findings = std::vector<Diagnostic>;

// The test files of a check: all, or those that are called as its templates are.
Result<std::vector<const Entry*>> SelectTests(const Catalog& tests, const Params& params) {
  if (!params.has("names")) return workspace::SelectEntries(tests, params);
  std::vector<const Entry*> chosen;
  for (const Value& name : TRY(params.List("names"))) {
    const Result<const Entry*> found = tests.Find(name.as_string(), Explanation::kBrief);
    if (found) chosen.push_back(*found);
  }
  return chosen;
}

// Those that came with the program are checked by whoever makes it, so that a check says the same
// about a project wherever that is; what names them or leads to them checks them all the same.
std::vector<const Entry*> WithoutShipped(std::vector<const Entry*> entries, const Params& params,
                                         const workspace::Project* project) {
  const bool has_shipped =
      project && project->configuration[ConfigKey::kBuiltinTemplatePaths].layer == Layer::kDefault;
  if (params.has("names") || !has_shipped) return entries;
  std::erase_if(entries, [](const Entry* entry) { return entry->tier == Tier::kBuiltin; });
  return entries;
}

int64_t CountErrors(const Findings& findings) {
  return std::count_if(findings.begin(), findings.end(),
                       [](const Diagnostic& each) { return each.severity == Severity::kError; });
}

std::string PrintText(const Findings& findings, size_t checked, Colour colour) {
  std::string text;
  for (const Diagnostic& finding : findings) text += FormatText(finding, colour);
  const auto errors = static_cast<size_t>(CountErrors(findings));
  const size_t warnings = findings.size() - errors;
  return text + "checked " + std::to_string(checked) + ": " + Pluralize(errors, "error") + ", " +
         Pluralize(warnings, "warning") + '\n';
}

// How the findings are to be printed.
struct ReportStyle {
  enum class Format : uint8_t { kText, kSarif, kGitHub, kNone } format = Format::kNone;
  Colour colour = Colour::kNever;
};

Result<ReportStyle> ReadReportStyle(const Params& params) {
  ReportStyle style;
  if (params.has("format")) {
    style.format =
        static_cast<ReportStyle::Format>(TRY(params.Choice("format", {"text", "sarif", "github"})));
  }
  if (TRY(params.Bool("colour", false))) style.colour = Colour::kAlways;
  return style;
}

// The directory that whoever shows the findings takes their paths from: the repository, or
// where the command runs.
std::string RepositoryOf(const workspace::Project& project) {
  for (std::string at = project.root; !at.empty();) {
    if (access((at + "/.git").c_str(), F_OK) == 0) return at;
    at.resize(at == "/" ? 0 : std::max<size_t>(at.rfind('/'), 1));
  }
  return project.directory;
}

// Findings name files from the project on; `directory` may hold the project somewhere.
Findings SeenFrom(const std::string& directory, const workspace::Project& project,
                  Findings findings) {
  for (Diagnostic& finding : findings) {
    const bool is_elsewhere =
        finding.file.empty() || finding.file.starts_with('/') || finding.file.starts_with('~');
    if (is_elsewhere) continue;
    const std::optional<std::string> path = JoinPath(project.root, finding.file);
    if (path) finding.file = RelativePath(*path, JoinPath("", directory).value_or(""));
  }
  return findings;
}

Value PrintReport(Heap* heap, const ReportStyle& style, const Findings& findings, size_t checked) {
  switch (style.format) {
    case ReportStyle::Format::kText:
      return heap->NewString(PrintText(findings, checked, style.colour));
    case ReportStyle::Format::kSarif:
      return heap->NewString(check::PrintSarif(findings, heap));
    case ReportStyle::Format::kGitHub:
      return heap->NewString(check::PrintForGitHub(findings));
    case ReportStyle::Format::kNone:
      break;
  }
  return Value();
}

Value NewFindings(Heap* heap, const Findings& findings) {
  return NewListOf(heap, findings.size(),
                   [&](size_t at) { return check::NewDiagnosticRecord(heap, findings[at]); });
}

}  // namespace

// {workspace?, names?: [name], format?: text|sarif|github, colour = false} ->
//   {checked, errors, warnings, findings: [diagnostic], text?}; `text` are the findings
// in the format asked for
Result<Value> CheckCatalog(const Invocation& call) {
  const Params params = Params::Of(call);
  const ReportStyle style = TRY(ReadReportStyle(params));
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  const Catalog& catalog = *TRY(workspace.catalog());
  TRY(workspace.WarnOfSkipped());
  const workspace::Project* project = TRY(workspace.project());
  const std::vector<const Entry*> entries =
      WithoutShipped(TRY(workspace::SelectEntries(catalog, params)), params, project);
  const Catalog& tests = *TRY(workspace.tests());
  const std::vector<const Entry*> test_files =
      WithoutShipped(TRY(SelectTests(tests, params)), params, project);
  ProgressCount done(test_files.size());
  size_t checked = 0;
  Findings findings = check::CheckEntries(catalog, entries, call, &done, &checked);
  testing::CheckTestFiles(catalog, tests, test_files, call.limits, &findings, &done);
  checked += test_files.size();
  // What discovery had to say is a finding as any other.
  findings.insert(findings.begin(), call.warnings->begin(), call.warnings->end());
  call.warnings->clear();

  const bool is_for_people = style.format == ReportStyle::Format::kText;
  const Findings shown =
      project && !is_for_people ? SeenFrom(RepositoryOf(*project), *project, findings) : findings;
  Heap* heap = call.heap;
  const auto all = static_cast<int64_t>(findings.size());
  const int64_t errors = CountErrors(findings);
  return NewRecord(heap, {{"checked", Value::Int(static_cast<int64_t>(checked))},
                          {"errors", Value::Int(errors)},
                          {"warnings", Value::Int(all - errors)},
                          {"findings", NewFindings(heap, findings)},
                          {"text", PrintReport(heap, style, shown, checked)}});
}

}  // namespace galley::api
