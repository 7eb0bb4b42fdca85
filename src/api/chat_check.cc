#include "api/chat_check.h"

#include <string>
#include <utility>

#include "api/chat_template.h"
#include "api/test_file.h"
#include "base/ordered_map.h"
#include "base/try.h"
#include "compile/chat.h"
#include "compile/task_kind.h"
#include "diag/report.h"
#include "load/document.h"

namespace galley {
namespace {

Result<void> CheckChat(const Catalog& catalog, const Entry& entry, const Invocation& call) {
  TemplateTerms terms;
  terms.needs_registry = false;
  const CheckedTemplate checked = TRY(CompileEntry(catalog, entry, terms, call));
  // The texts of its lanes are in the language of the template.
  if (checked.kind) TRY(chat::CompileTaskLanes(*checked.kind, *checked.artifact, call.limits));
  return {};
}

Result<void> CheckTask(const Catalog& catalog, const Entry& entry, const Invocation& call) {
  TRY(LoadTaskKind(catalog, entry, call));
  return {};
}

Result<void> CheckTest(const Catalog& catalog, const Catalog& tests, const Entry& entry,
                       const Limits& limits, std::vector<Diagnostic>* warnings) {
  const TestFile file = TRY(ReadTestFile(tests, entry, limits, warnings));
  const Result<const Entry*> found = catalog.Find(file.template_name);
  if (found) return {};
  Diagnostic reason = found.error().diagnostics().front();
  const Span place = file.template_node == kNoNode ? Span{} : (*file.tree)[file.template_node].span;
  return ShowAt(std::move(reason), file.source(), place);
}

// Adds what was found, each once however many templates share it.
class FindingSet {
 public:
  explicit FindingSet(std::vector<Diagnostic>* findings) : findings_(*findings) {}

  void Add(const Result<void>& checked, std::vector<Diagnostic>* warnings) {
    if (!checked) {
      for (const Diagnostic& problem : checked.error().diagnostics()) Add(problem);
    }
    for (const Diagnostic& warning : *warnings) Add(warning);
    warnings->clear();
  }

 private:
  void Add(const Diagnostic& one) {
    if (told_.Insert(FormatJson(one), true).second) findings_.push_back(one);
  }

  std::vector<Diagnostic>& findings_;
  OrderedMap<bool> told_;
};

}  // namespace

void CheckChats(const Catalog& catalog, const std::vector<LinkedTemplate>& read,
                const Invocation& call, std::vector<Diagnostic>* findings) {
  FindingSet found(findings);
  std::vector<Diagnostic> warnings;
  for (const LinkedTemplate& each : read) {
    if (each.problem) continue;
    Heap heap(call.limits);
    const Invocation own{Value(), call.limits, &heap, &warnings, call.helpers};
    if (each.entry->type == TemplateType::kChat) {
      found.Add(CheckChat(catalog, *each.entry, own), &warnings);
    } else if (each.entry->type == TemplateType::kTask) {
      found.Add(CheckTask(catalog, *each.entry, own), &warnings);
    }
  }
}

void CheckTestFiles(const Catalog& catalog, const Catalog& tests,
                    const std::vector<const Entry*>& entries, const Limits& limits,
                    std::vector<Diagnostic>* findings) {
  FindingSet found(findings);
  std::vector<Diagnostic> warnings;
  for (const Entry* entry : entries) {
    found.Add(CheckTest(catalog, tests, *entry, limits, &warnings), &warnings);
  }
}

}  // namespace galley
