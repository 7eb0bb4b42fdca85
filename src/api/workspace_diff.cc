// workspace.diff: what a change of a workspace does to everything that its tests render.
#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/cache_requests.h"
#include "api/operation.h"
#include "base/ordered_map.h"
#include "base/progress.h"
#include "base/try.h"
#include "check/catalog_check.h"
#include "diff/workspace_report.h"
#include "testing/test_file.h"
#include "testing/test_run.h"
#include "value/record.h"
#include "workspace/params.h"
#include "workspace/workspace.h"

namespace galley::api {
namespace {

using diff::CaseDiff;
using diff::TemplateDiff;
using diff::WorkspaceChange;
using diff::WorkspaceDiff;

// What a case gave, as a text.
struct Given {
  std::string text;
  uint64_t tokens = 0;
  std::vector<std::string> warnings;
  std::string error;
};

Given Run(testing::TestRunner* runner, const testing::TestFile& file,
          const testing::TestCase& test) {
  const testing::TestOutcome outcome = runner->Run(file, test);
  Given given;
  if (!outcome.problems.empty()) {
    given.error = outcome.problems.front().code;
    return given;
  }
  given.text = outcome.is_text ? outcome.text : testing::MessagesAsText(outcome.messages);
  given.tokens = outcome.is_text ? CounterByLength().count(outcome.text) : outcome.tokens;
  for (const Diagnostic& warning : outcome.warnings) given.warnings.emplace_back(warning.code);
  return given;
}

using Codes = std::vector<std::string>;

// The codes that `after` has more of.  Messages name places, which move.
Codes NewCodes(const Codes& before, const Codes& after) {
  OrderedMap<size_t, std::string_view> known;
  for (const std::string& code : before) ++*known.Insert(code, 0).first;
  Codes added;
  for (const std::string& code : after) {
    size_t* left = known.Find(code);
    if (left && *left > 0) {
      --*left;
    } else {
      added.push_back(code);
    }
  }
  return added;
}

CaseDiff Compare(const std::string& name, Given before, Given after) {
  CaseDiff each;
  each.name = name;
  each.new_warnings = NewCodes(before.warnings, after.warnings);
  each.prefix =
      std::min({CounterByLength().shared(before.text, after.text), before.tokens, after.tokens});
  each.before = std::move(before.text);
  each.after = std::move(after.text);
  each.tokens_before = before.tokens;
  each.tokens_after = after.tokens;
  each.error_before = std::move(before.error);
  each.error_after = std::move(after.error);
  if (each.before == each.after) each.prefix = each.tokens_after;
  return each;
}

// The codes of what a check warns of, by the name of the template.
using Lints = OrderedMap<Codes>;

Lints LintsOf(const Catalog& catalog, const Invocation& call) {
  std::vector<const Entry*> entries;
  OrderedMap<std::string> names;  // by file
  for (const Entry& entry : catalog.entries()) {
    entries.push_back(&entry);
    names.Insert(catalog.ShownPath(entry), std::string(entry.logical_name()));
  }
  ProgressCount done;
  size_t checked = 0;
  Lints lints;
  for (const Diagnostic& finding : check::CheckEntries(catalog, entries, call, &done, &checked)) {
    const std::string* name = names.Find(finding.file);
    if (!name || finding.severity != Severity::kWarning) continue;
    lints.Insert(*name, {}).first->push_back(std::string(finding.code));
  }
  return lints;
}

// Adds to each template what a check says now and did not say before; those that have no tests
// stand behind the others.
void AddLints(const Lints& before, const Lints& after, const Catalog& catalog,
              WorkspaceDiff* found) {
  OrderedMap<size_t> tested;  // by the name of the template
  for (size_t at = 0; at < found->templates.size(); ++at) {
    const auto entry = catalog.Find(found->templates[at].name, Explanation::kBrief);
    if (entry) tested.Insert(std::string((*entry)->logical_name()), at);
  }
  for (const auto& lint : after) {
    const Codes* known = before.Find(lint.key);
    Codes added = NewCodes(known ? *known : Codes(), lint.value);
    if (added.empty()) continue;
    const size_t* at = tested.Find(lint.key);
    if (!at) {
      found->templates.emplace_back().name = lint.key;
      at = tested.Insert(lint.key, found->templates.size() - 1).first;
    }
    found->templates[*at].new_warnings = std::move(added);
  }
}

// The same cases on both workspaces: as they are now, for what changed is the templates.
Result<WorkspaceDiff> CompareWorkspaces(std::shared_ptr<workspace::Workspace> before,
                                        std::shared_ptr<workspace::Workspace> after,
                                        const Params& params, const Invocation& call) {
  const Catalog& tests = *TRY(after->tests());
  const Catalog& templates = *TRY(after->catalog());
  ProgressCount done(tests.entries().size());
  const Lints old_lints = LintsOf(*TRY(before->catalog()), call);
  const Lints new_lints = LintsOf(templates, call);
  testing::TestRunner old_runner(std::move(before), params, call);
  testing::TestRunner new_runner(std::move(after), params, call);
  WorkspaceDiff found;
  for (const Entry& entry : tests.entries()) {
    const testing::TestFile file =
        TRY(testing::ReadTestFile(tests, entry, call.limits, call.warnings));
    TemplateDiff each;
    each.name = file.template_name;
    each.file = file.name;
    for (const testing::TestCase& test : file.cases) {
      each.cases.push_back(
          Compare(test.name, Run(&old_runner, file, test), Run(&new_runner, file, test)));
    }
    found.templates.push_back(std::move(each));
    done.Tell(file.name);
  }
  AddLints(old_lints, new_lints, templates, &found);
  return found;
}

Value NewCodeList(const Codes& codes, Heap* heap) {
  if (codes.empty()) return Value();
  return NewListOf(heap, codes.size(), [&](size_t at) { return heap->NewString(codes[at]); });
}

Value CaseRecord(const CaseDiff& each, Heap* heap) {
  const auto text = [&](const std::string& value) {
    return value.empty() ? Value() : heap->NewString(value);
  };
  const bool differs = each.before != each.after;
  return NewRecord(
      heap,
      {{"name", heap->NewString(each.name)},
       {"change", Value::String(diff::ChangeName(each.change()))},
       {"tokens", NewRecord(heap, {{"before", Value::Int(static_cast<int64_t>(each.tokens_before))},
                                   {"after", Value::Int(static_cast<int64_t>(each.tokens_after))},
                                   {"prefix", Value::Int(static_cast<int64_t>(each.prefix))}})},
       {"before", differs ? heap->NewString(each.before) : Value()},
       {"after", differs ? heap->NewString(each.after) : Value()},
       {"newWarnings", NewCodeList(each.new_warnings, heap)},
       {"errorBefore", text(each.error_before)},
       {"errorAfter", text(each.error_after)}});
}

Result<Value> Printed(const Params& params, const WorkspaceDiff& found, Heap* heap) {
  if (!params.has("format")) return Value();
  switch (TRY(params.Choice("format", {"text", "markdown", "junit"}))) {
    case 0:
      return heap->NewString(diff::PrintText(found));
    case 1:
      return heap->NewString(diff::PrintMarkdown(found));
    default:
      return heap->NewString(diff::PrintXml(found));
  }
}

}  // namespace

// {before: workspace, workspace?, format?: text|markdown|junit} ->
//   {changed, templates: [{name, change, newWarnings?, cases: [{name, change, tokens, before?,
//   after?}]}], text?}
Result<Value> DiffWorkspaces(const Invocation& call) {
  const Params params = Params::Of(call);
  const Value old = NewRecord(call.heap, {{"workspace", TRY(params.Map("before"))}});
  const Params before = TRY(Params::In(old, params.PathOf("before"), {"workspace"}));
  const WorkspaceDiff found = TRY(CompareWorkspaces(
      std::make_shared<workspace::Workspace>(TRY(workspace::Workspace::Open(before, call))),
      std::make_shared<workspace::Workspace>(TRY(workspace::Workspace::Open(params, call))), params,
      call));
  Heap* heap = call.heap;
  const Value templates = NewListOf(heap, found.templates.size(), [&](size_t at) {
    const TemplateDiff& each = found.templates[at];
    const Value cases = NewListOf(heap, each.cases.size(), [&](size_t number) {
      return CaseRecord(each.cases[number], heap);
    });
    return NewRecord(heap, {{"name", heap->NewString(each.name)},
                            {"file", each.file.empty() ? Value() : heap->NewString(each.file)},
                            {"change", Value::String(diff::ChangeName(each.change()))},
                            {"newWarnings", NewCodeList(each.new_warnings, heap)},
                            {"cases", cases}});
  });
  return NewRecord(heap, {{"changed", Value::Int(static_cast<int64_t>(found.changed()))},
                          {"templates", templates},
                          {"text", TRY(Printed(params, found, heap))}});
}

}  // namespace galley::api
