// A document is offered under its name while it is checked, so that what it includes is found as
// it would be from the store.
#include "check/store_check.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/try.h"
#include "check/catalog_check.h"
#include "diag/report.h"
#include "format/text.h"
#include "resolve/instruction_file.h"
#include "value/record.h"
#include "workspace/params.h"
#include "workspace/store_entries.h"
#include "workspace/workspace.h"

namespace galley::check {
namespace {

using Findings = std::vector<Diagnostic>;

void AddAll(const Findings& some, Findings* findings) {
  findings->insert(findings->end(), some.begin(), some.end());
}

// Offers a document for as long as it is checked.
class Offering {
 public:
  Offering(workspace::StoreSession* session, const StoredDocument* document) : session_(*session) {
    session_.Offer(document);
  }
  ~Offering() { session_.Offer(nullptr); }
  Offering(const Offering&) = delete;
  Offering& operator=(const Offering&) = delete;

 private:
  workspace::StoreSession& session_;
};

Result<void> CheckTemplate(const Value& workspace, const workspace::Invocation& call,
                           Findings* findings) {
  workspace::Invocation check = call;
  check.params = NewRecord(
      call.heap, {{"workspace", workspace}, {"name", Value::String(workspace::kOfferedName)}});
  const workspace::Params params = workspace::Params::Of(check);
  workspace::Workspace opened = TRY(workspace::Workspace::Open(params, check));
  const Catalog& catalog = *TRY(opened.catalog());
  const Entry& entry = *TRY(catalog.Find(workspace::kOfferedName));
  // Whoever checks many counts them; of one there is nothing to tell.
  const ProgressScope silence(nullptr);
  ProgressCount done;
  size_t checked = 0;
  AddAll(CheckEntries(catalog, {&entry}, call, &done, &checked), findings);
  return {};
}

Result<void> CheckByType(const StoredDocument& document, const std::string& shown,
                         const Value& workspace, const workspace::Invocation& call,
                         Findings* findings) {
  TRY(CheckText(Source(shown, document.text), call.limits));
  if (document.type == kInstructionsType) {
    TRY(LoadedInstructions::Parse(shown, document.text, call.limits));
    return {};
  }
  StoredDocument offered = document;
  offered.name = shown;
  const Offering offering(call.stores, &offered);
  return CheckTemplate(workspace, call, findings);
}

// Whether the finding is about the document itself.
bool IsAbout(const Diagnostic& finding, const std::string& shown) {
  return finding.file.empty() || finding.file == shown;
}

void Soften(Diagnostic* finding) {
  if (finding->code != Describe(Code::kTemplateNotFound).code) return;
  const CodeInfo& unresolved = Describe(Code::kUnresolvedName);
  finding->code = unresolved.code;
  finding->severity = unresolved.severity;
}

}  // namespace

Findings CheckStored(const StoredDocument& document, const std::string& shown,
                     const Value& workspace, const workspace::Invocation& call) {
  Heap heap(call.limits);
  Findings findings;
  Findings warnings;
  workspace::Invocation check = call;
  check.heap = &heap;
  check.warnings = &warnings;
  const Result<void> checked = CheckByType(document, shown, workspace, check, &findings);
  if (!checked) AddAll(checked.error().diagnostics(), &findings);
  std::erase_if(findings, [&](const Diagnostic& each) { return !IsAbout(each, shown); });
  for (Diagnostic& finding : findings) {
    if (finding.file.empty()) finding.file = shown;
    Soften(&finding);
  }
  return findings;
}

Result<void> RefuseInvalid(const StoredDocument& document, const std::string& shown,
                           const Value& workspace, const workspace::Invocation& call) {
  Findings findings = CheckStored(document, shown, workspace, call);
  const auto errors = std::stable_partition(
      findings.begin(), findings.end(),
      [](const Diagnostic& each) { return each.severity == Severity::kWarning; });
  std::move(findings.begin(), errors, std::back_inserter(*call.warnings));
  findings.erase(findings.begin(), errors);
  if (findings.empty()) return {};
  return Error(std::move(findings));
}

std::string ShownDocument(std::string_view name, const VersionInfo& info) {
  return std::string(kStorePrefix) + ShownVersion(name, info.version) + info.extension;
}

}  // namespace galley::check
