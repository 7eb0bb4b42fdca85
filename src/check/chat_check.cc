#include "check/chat_check.h"

#include "base/try.h"
#include "check/finding_set.h"
#include "compile/chat.h"
#include "compile/task_kind.h"
#include "load/document.h"
#include "workspace/chat_template.h"

namespace galley::check {
namespace {

Result<void> CheckChat(const Catalog& catalog, const Entry& entry,
                       const workspace::Invocation& call) {
  workspace::TemplateTerms terms;
  terms.needs_registry = false;
  const workspace::CheckedTemplate checked =
      TRY(workspace::CompileEntry(catalog, entry, terms, call));
  // The texts of its lanes are in the language of the template.
  if (checked.kind) TRY(chat::CompileTaskLanes(*checked.kind, *checked.artifact, call.limits));
  return {};
}

Result<void> CheckTask(const Catalog& catalog, const Entry& entry,
                       const workspace::Invocation& call) {
  TRY(workspace::LoadTaskKind(catalog, entry, call));
  return {};
}

}  // namespace

void CheckChats(const Catalog& catalog, const std::vector<LinkedTemplate>& read,
                const workspace::Invocation& call, std::vector<Diagnostic>* findings) {
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
    }
  }
}

}  // namespace galley::check
