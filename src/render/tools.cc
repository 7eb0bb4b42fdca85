// The tools of a template: counted before everything else, as their JSON.
#include <string>
#include <utility>
#include <vector>

#include "base/writer.h"
#include "compile/tool.h"
#include "diag/report.h"
#include "diag/wording.h"
#include "render/renderer.h"
#include "value/print.h"

namespace galley::chat {

// The list of the template, or of its source; undefined where there is none.
Value Renderer::ResolveTools() {
  if (artifact_->tools_from == kAbsent) return artifact_->tools;
  const Resolution resolution = scope_.ResolveShown(artifact_->tools_from);
  if (resolution.failed) NoteSourceFailure(artifact_->tools_from);
  const Value list = resolution.value;
  const bool is_absent = resolution.failed || list.is_undefined() || list.is_none();
  std::vector<Tool> known;
  if (!is_absent) {
    Result<std::vector<Tool>> read = ReadTools(list, ToolNames::kWide);
    if (!read) {
      if (!failure_) failure_ = std::move(read).error();
      return Value();
    }
    known = std::move(*read);
  }
  Result<void> chosen = CheckToolChoice(artifact_->tool_choice, known);
  if (!chosen && !failure_) failure_ = std::move(chosen).error();
  return is_absent ? Value() : list;
}

// False where they do not fit: nothing else is worth trying then.
bool Renderer::CountTools() {
  const Value tools = ResolveTools();
  if (!tools.is_list() || tools.size() == 0 || stopped()) return true;
  const size_t begin = texts_.size();
  PrintJson(tools, {.javascript_numbers = true}, &texts_, &heap_.meter());
  uint64_t tokens = budget_->Estimate(texts_.view().substr(begin));
  if (request_->recount) {
    tokens = request_->recount->CountTools(tools, artifact_->tool_choice).value_or(tokens);
  }
  if (texts_.overflowed()) Fail(Code::kLimitOutput, "the render wrote more bytes than the limit");
  texts_.Truncate(begin);
  if (!budget_->Fits(tokens, 0)) {
    const BudgetRefusal refusal = budget_->Refusal(tokens, 0);
    AddFinding(
        Report(Code::kToolsOverBudget, "the tools alone do not fit: " + Pluralize(tokens, "token") +
                                           " needed, " + std::to_string(refusal.left) + " left"));
    return false;
  }
  budget_->Consume(tokens);
  conversation_.tools = tools;
  if (LedgerRecord* record = Record(Event::kEmit, Reason::kNone, kAbsent)) {
    record->where = "tools";
    if (artifact_->tools_from != kAbsent) NoteSource(record, artifact_->tools_from);
    NoteSpent(record, tokens);
  }
  return true;
}

}  // namespace galley::chat
