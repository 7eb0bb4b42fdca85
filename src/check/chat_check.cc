// Compiles each chat template as a render would, with the catalog for its leaves, and turns what
// fails into findings.
#include "check/chat_check.h"

#include <optional>
#include <string>
#include <vector>

#include "base/try.h"
#include "check/finding_set.h"
#include "check/spellings.h"
#include "compile/chat.h"
#include "compile/task_kind.h"
#include "compile/volatility.h"
#include "diag/report.h"
#include "load/document.h"
#include "profiles/profile.h"
#include "workspace/chat_inspect.h"
#include "workspace/chat_template.h"
#include "workspace/models.h"

namespace galley::check {
namespace {

// Fields of the context that strings read under two spellings.
void LintSpellings(const chat::Artifact& artifact, const Limits& limits,
                   std::vector<Diagnostic>* warnings) {
  const Source source(artifact.file, artifact.parts.text);
  Spellings spellings;
  for (uint32_t at = 0; at < artifact.parts.leaves.size(); ++at) {
    const chat::Leaf& leaf = artifact.parts.leaves[at];
    if (!leaf.unit) continue;
    for (const std::string& name : workspace::ReadsOf(artifact, at, limits).variables) {
      const std::optional<std::string> first = spellings.Add(name);
      if (!first) continue;
      warnings->push_back(Report(Code::kVariantSpelling, source, leaf.span,
                                 Quoted(name) + " is also read as " + Quoted(*first),
                                 "spell it in one way"));
    }
  }
}

Result<void> CheckChat(const Catalog& catalog, const Entry& entry,
                       const workspace::Invocation& call) {
  workspace::TemplateTerms terms;
  terms.needs_registry = false;
  const workspace::CheckedTemplate checked =
      TRY(workspace::CompileEntry(catalog, entry, terms, call));
  LintSpellings(*checked.artifact, call.limits, call.warnings);
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
