// What templates of agents have besides: the history and the tools.
#include <string_view>
#include <utility>
#include <vector>

#include "compile/chat_reader.h"
#include "compile/tool.h"

namespace galley::chat {

// The one node that prints messages as they came.
void ChatReader::ReadHistory(Fields* fields, uint32_t index) {
  if (artifact_->history) {
    reader_.Wrong(fields->item(), "is a second history; a template has at most one");
  }
  for (const OpenList& list : open_) {
    if (list.owner == kAbsent || artifact_->plan[list.owner].kind != PlanNode::Kind::kForEach) {
      continue;
    }
    reader_.Wrong(fields->item(), "is a history inside a loop");
    break;
  }
  History history;
  history.node = index;
  artifact_->plan[index].index = parts_.Ref(fields->Find("source", Need::kRequired));
  artifact_->plan[index].budget = parts_.ReadBudget(fields->Find("budget"));
  history.keep_first = static_cast<uint64_t>(fields->Integer("keepFirst", 0).value_or(0));
  history.start_with_any = fields->Choice("startWith", {"user", "any"}) == size_t{1};
  history.repair = fields->Choice("repair", {"stub", "drop", "error"}).value_or(0);
  history.form = fields->Choice("format", {"messages", "openai", "responses", "anthropic", "gemini",
                                           "mistral", "huggingface"});
  ReadImages(fields->Find("images"), &history);
  ReadElide(fields->Find("elide"), &history);
  history.evict = parts_.ReadEviction(fields->Find("evict"));
  artifact_->history = history;
}

void ChatReader::ReadImages(const Item& item, History* history) {
  if (!item) return;
  Fields fields(reader_, item);
  const std::optional<int64_t> keep = fields.Integer("keep", 0, Need::kRequired);
  history->keep_media = static_cast<uint64_t>(keep.value_or(0));
  history->media_text = parts_.Leaf(fields.Find("text"));
  fields.WarnOfUnknown();
}

void ChatReader::ReadElide(const Item& item, History* history) {
  if (!item) return;
  Fields fields(reader_, item);
  history->keep_outputs = static_cast<uint64_t>(fields.Integer("keep", 0).value_or(3));
  history->over = static_cast<uint64_t>(fields.Integer("over", 0).value_or(200));
  history->grid = static_cast<uint64_t>(fields.Integer("grid", 1).value_or(1));
  history->output_text = parts_.Leaf(fields.Find("text"));
  fields.WarnOfUnknown();
}

// `tools`: a list, or a reference to one; `toolChoice`.
void ChatReader::ReadToolFields(Fields* fields) {
  const Item tools = fields->Find("tools");
  const Item choice = fields->Find("toolChoice");
  artifact_->tool_choice = parts_.Copy(choice);
  if (tools && reader_[tools].value.is_map()) {
    artifact_->tools_from = parts_.Ref(tools);
    return;
  }
  // Which names a provider takes is for its request to say.
  std::vector<Tool> known;
  if (tools) {
    artifact_->tools = parts_.Copy(tools);
    Result<std::vector<Tool>> read = galley::ReadTools(artifact_->tools, ToolNames::kWide);
    if (!read) return AddProblem(tools, read.error());
    known = std::move(*read);
  }
  const Result<void> chosen = CheckToolChoice(artifact_->tool_choice, known);
  if (!chosen) AddProblem(choice, chosen.error());
}

void ChatReader::AddProblem(const Item& item, const Error& error) {
  reader_.findings()->Add(Code::kInvalidTool, reader_[item].span,
                          error.diagnostics().front().message);
}

}  // namespace galley::chat
