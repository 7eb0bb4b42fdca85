// `store.verify`: whether a store holds what was stored, and whether that is valid.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/operation.h"
#include "api/store_records.h"
#include "base/progress.h"
#include "base/try.h"
#include "check/findings.h"
#include "check/store_check.h"
#include "diag/report.h"
#include "value/record.h"
#include "workspace/params.h"
#include "workspace/workspace.h"

namespace galley::api {
namespace {

using Findings = std::vector<Diagnostic>;

class Verification {
 public:
  Verification(Store* store, Value workspace, const Invocation& call)
      : store_(*store), workspace_(workspace), call_(call) {}

  Result<void> Run() {
    for (const std::string& fault : TRY(store_.database().CheckIntegrity())) {
      findings_.push_back(Report(Code::kStoreDamaged, "the database is damaged: " + fault));
    }
    const std::vector<DocumentInfo> documents = TRY(store_.List());
    ProgressCount done(documents.size());
    for (const DocumentInfo& document : documents) {
      TRY(CheckDocument(document));
      done.Tell(document.name);
    }
    return CheckLabels();
  }

  const Findings& findings() const noexcept { return findings_; }
  size_t checked() const noexcept { return checked_; }

 private:
  Result<void> CheckDocument(const DocumentInfo& document) {
    const std::string fault = FindStoredNameFault(document.name, call_.limits);
    if (!fault.empty()) {
      findings_.push_back(
          Report(Code::kStoreDamaged, Quoted(document.name) + " is no name: a name " + fault));
      return {};
    }
    int64_t expected = 0;
    for (const VersionInfo& info : TRY(store_.History(document.name))) {
      if (info.version != ++expected) {
        findings_.push_back(DamagedVersion(document.name, expected, "it is not there"));
        expected = info.version;
      }
      TRY(CheckVersion(document, info));
    }
    if (expected == 0) {
      findings_.push_back(
          Report(Code::kStoreDamaged, Quoted(document.name) + " has not a single version"));
      return {};
    }
    return CheckPointer({document.name, 0, {}});
  }

  // Whether what is said to be the newest version, or has a label, is there.
  Result<void> CheckPointer(const StoredName& name) {
    const Result<int64_t> version = store_.Resolve(name);
    if (version) return {};
    if (version.error().code() != Describe(Code::kStoreDamaged).code) return version.error();
    findings_.push_back(version.error().diagnostics().front());
    return {};
  }

  Result<void> CheckLabels() {
    const Result<std::vector<StoredLabel>> labels = store_.Labels();
    if (!labels && labels.error().code() == Describe(Code::kStoreFailed).code) {
      const std::string& why = labels.error().diagnostics().front().message;
      findings_.push_back(Report(Code::kStoreDamaged, "the labels cannot be read: " + why));
      return {};
    }
    for (const StoredLabel& label : TRY(labels)) {
      const std::string fault = FindLabelFault(label.label);
      if (fault.empty()) {
        TRY(CheckPointer({label.document, 0, label.label}));
        continue;
      }
      findings_.push_back(
          DamagedVersion(label.document, label.version,
                         "its label " + Quoted(label.label) + " is none: a label " + fault));
    }
    return {};
  }

  Result<void> CheckVersion(const DocumentInfo& document, const VersionInfo& info) {
    ++checked_;
    const std::string shown = check::ShownDocument(document.name, info);
    const StoredDocument read =
        TRY(store_.ReadRaw(document.name, info.version, Limits::Ceiling().file));
    const std::string damage = FindDamage(read);
    if (!damage.empty()) {
      Diagnostic damaged = DamagedVersion(document.name, info.version, damage);
      damaged.file = shown;
      findings_.push_back(std::move(damaged));
      return {};
    }
    for (Diagnostic& finding : check::CheckStored(read, shown, workspace_, call_)) {
      // What an old version names may be gone since.
      const bool is_old = info.version != document.newest.version;
      const bool is_loose = finding.severity == Severity::kWarning;
      if (!is_old || !is_loose) findings_.push_back(std::move(finding));
    }
    return {};
  }

  Store& store_;
  Value workspace_;
  const Invocation& call_;
  Findings findings_;
  size_t checked_ = 0;
};

std::string PrintFindings(const Findings& findings, size_t checked, int64_t errors, Colour colour) {
  std::string text;
  for (const Diagnostic& finding : findings) text += FormatText(finding, colour);
  const int64_t warnings = static_cast<int64_t>(findings.size()) - errors;
  return text + "verified " + std::to_string(checked) + ": " + std::to_string(errors) +
         (errors == 1 ? " error, " : " errors, ") + std::to_string(warnings) +
         (warnings == 1 ? " warning\n" : " warnings\n");
}

}  // namespace

// {workspace?, colour = false} -> {store, checked, errors, warnings, findings:
//  [diagnostic], text}
Result<Value> VerifyStore(const Invocation& given) {
  const CallWithStores with_stores(given);
  const Invocation& call = *with_stores;
  const Params params = Params::Of(call);
  const Colour colour = TRY(params.Bool("colour", false)) ? Colour::kAlways : Colour::kNever;
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  Store& store = TRY(workspace.store(Access::kExisting))->store();
  Verification verification(&store,
                            params.has("workspace") ? TRY(params.Any("workspace")) : Value(), call);
  TRY(verification.Run());
  const Findings& findings = verification.findings();
  const int64_t errors =
      std::count_if(findings.begin(), findings.end(),
                    [](const Diagnostic& each) { return each.severity == Severity::kError; });
  Heap* heap = call.heap;
  const Value list = NewListOf(heap, findings.size(), [&](size_t at) {
    return check::NewDiagnosticRecord(heap, findings[at]);
  });
  const size_t checked = verification.checked();
  return NewRecord(heap,
                   {{"store", NewStoredText(heap, store.shown())},
                    {"checked", Value::Int(static_cast<int64_t>(checked))},
                    {"errors", Value::Int(errors)},
                    {"warnings", Value::Int(static_cast<int64_t>(findings.size()) - errors)},
                    {"findings", list},
                    {"text", heap->NewString(PrintFindings(findings, checked, errors, colour))}});
}

}  // namespace galley::api
