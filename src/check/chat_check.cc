// Compiles each chat template as a render would, with the catalog for its leaves, and turns what
// fails into findings.
#include "check/chat_check.h"

#include "base/try.h"
#include "check/finding_set.h"
#include "compile/chat.h"
#include "compile/task_kind.h"
#include "compile/volatility.h"
#include "load/document.h"
#include "profiles/profile.h"
#include "workspace/chat_template.h"
#include "workspace/models.h"

namespace galley::check {
namespace {

Result<void> CheckChat(const Catalog& catalog, const Entry& entry,
                       const workspace::Invocation& call) {
  workspace::TemplateTerms terms;
  terms.needs_registry = false;
  const workspace::CheckedTemplate checked =
      TRY(workspace::CompileEntry(catalog, entry, terms, call));
  chat::LintForCache(*checked.artifact, checked.kind.get(), call.limits, call.warnings);
  // The texts of its lanes are in the language of the template.
  if (checked.kind) TRY(chat::CompileTaskLanes(*checked.kind, *checked.artifact, call.limits));
  return {};
}

Result<void> CheckTask(const Catalog& catalog, const Entry& entry,
                       const workspace::Invocation& call) {
  TRY(workspace::LoadTaskKind(catalog, entry, call));
  return {};
}

// What it names must be there, and be read.
Result<void> CheckModel(const Catalog& catalog, const Entry& entry,
                        const workspace::Invocation& call) {
  const ModelProfile profile = TRY(workspace::LoadModel(catalog, entry, call));
  TRY(workspace::OpenCounter(profile, nullptr, &catalog, call));
  return {};
}

}  // namespace

void CheckChats(const Catalog& catalog, const std::vector<LinkedTemplate>& read,
                const workspace::Invocation& call, std::vector<Diagnostic>* findings,
                ProgressCount* done) {
  FindingSet found(findings);
  std::vector<Diagnostic> warnings;
  for (const LinkedTemplate& each : read) {
    if (each.problem) continue;
    Heap heap(call.limits);
    workspace::Invocation own = call;
    own.params = Value();
    own.heap = &heap;
    own.warnings = &warnings;
    if (each.entry->type == TemplateType::kChat) {
      found.Add(CheckChat(catalog, *each.entry, own), &warnings);
    } else if (each.entry->type == TemplateType::kTask) {
      found.Add(CheckTask(catalog, *each.entry, own), &warnings);
    } else if (each.entry->type == TemplateType::kModel) {
      found.Add(CheckModel(catalog, *each.entry, own), &warnings);
    } else {
      continue;
    }
    done->Tell(each.entry->logical_name());
  }
}

}  // namespace galley::check
