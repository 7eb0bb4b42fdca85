// The history of a template: read, mended, shrunk, and as much of it printed as fits.
#include <algorithm>
#include <string>
#include <utility>

#include "budget/eviction.h"
#include "diag/report.h"
#include "diag/wording.h"
#include "history/read.h"
#include "render/renderer.h"
#include "value/record.h"

namespace galley::chat {
namespace {

using history::Filling;
using history::Turn;

std::string UnitOf(const Turn& turn) { return "turn:" + std::to_string(turn.number); }

// Steps are counted from the user's message, which is 0; where there is none, from 1.
std::string UnitOf(const Turn& turn, uint32_t step) {
  const uint32_t number = step - turn.begin + (turn.number == 0 ? 1 : 0);
  return "step:" + std::to_string(turn.number) + '.' + std::to_string(number);
}

// What was taken when filling ended, before anything was evicted, and what did not fit then.
struct End {
  uint64_t taken = 0;
  uint64_t refused = 0;
};

End EndOf(const Filling& filling) {
  End end;
  for (const Turn& turn : filling.turns) {
    if (turn.fate == Turn::Fate::kOverBudget) {
      end.refused = turn.tokens;
    } else if (turn.fate != Turn::Fate::kCut) {
      end.taken += turn.tokens;
    }
  }
  const Turn& last = filling.turns.back();
  for (uint32_t at = last.begin; at < last.end && last.fate == Turn::Fate::kCut; ++at) {
    const history::Step& step = filling.steps[at];
    (step.kept ? end.taken : end.refused) = step.tokens + (step.kept ? end.taken : 0);
  }
  return end;
}

}  // namespace

void Renderer::RunHistory(uint32_t at) {
  const PlanNode& node = artifact_->plan[at];
  if (!ReadHistory(node)) return;
  PushCeiling(node.budget, {CeilingOwner::Kind::kNode, node.place});
  ShrinkHistory(node);
  const Filling filling = FillHistory(node);
  if (!stopped()) PrintHistory(at, filling);
  PopCeiling(node.budget);
}

// Into history_.  False where there is nothing to print.
bool Renderer::ReadHistory(const PlanNode& node) {
  const Resolution resolution = scope_.ResolveShown(node.index);
  if (resolution.failed) NoteSourceFailure(node.index);
  const Reason reason = ReasonNoList(resolution);
  if (reason != Reason::kNone) {
    NoteSource(Record(Event::kSkip, reason, node.place), node.index);
    return false;
  }
  history::ReadOptions options;
  options.repair = static_cast<history::Repair>(artifact_->history->repair);
  if (artifact_->history->form)
    options.form = static_cast<history::Form>(*artifact_->history->form);
  history_sources_.clear();
  if (request_->trace) options.sources = &history_sources_;
  std::vector<Diagnostic> warnings;
  Result<history::MessageList> list =
      history::ReadMessages(resolution.value.items(), options, &heap_, &warnings);
  for (Diagnostic& warning : warnings) AddWarning(std::move(warning));
  if (!list) {
    if (!failure_) failure_ = std::move(list).error();
    return false;
  }
  history_ = std::move(*list);
  if (request_->trace) history_source_ = scope_.Resolve(node.index).value;
  return Step(history_.messages.size()) && !history_.messages.empty();
}

void Renderer::ShrinkHistory(const PlanNode& node) {
  const History& spec = *artifact_->history;
  if (!spec.keep_media && !spec.keep_outputs) return;
  history::ShrinkRules rules;
  rules.keep_media = spec.keep_media;
  rules.keep_outputs = spec.keep_outputs;
  rules.over = spec.over;
  rules.grid = spec.grid;
  if (spec.media_text != kAbsent) {
    bool blank = false;
    const auto text = HeapText(parts_->leaves[spec.media_text], scope_.variables(), &blank);
    if (text) rules.media_text = *text;
  }
  rules.text = [this](uint64_t tokens, std::string_view name) { return OutputText(tokens, name); };
  const std::vector<history::Shrunk> all =
      history::ShrinkMessages(history_.messages, rules, TokenRules(), &heap_);
  for (const history::Shrunk& shrunk : all) {
    shrunk_.push_back(shrunk.message);
    if (shrunk.is_output) elided_.push_back(shrunk.message);
  }
  // Media were shrunk before outputs.
  std::sort(shrunk_.begin(), shrunk_.end());
  for (const history::Shrunk& shrunk : all) {
    LedgerRecord* record = Record(Event::kShrink, Reason::kNone, node.place);
    if (!record) return;
    record->role = history_.messages[shrunk.message].role;
    record->item = shrunk.message;
    record->tokens_before = shrunk.before;
    record->tokens = shrunk.after;
    NoteSource(record, node.index);
  }
}

// What stands for an output of a tool that is left out.
std::optional<std::string_view> Renderer::OutputText(uint64_t tokens, std::string_view name) {
  if (!Step()) return std::nullopt;
  const uint32_t leaf = artifact_->history->output_text;
  if (leaf == kAbsent) {
    const std::string text = "[output of " + std::to_string(tokens) + " tokens left out]";
    return heap_.NewString(text).as_string();
  }
  const Value payload = NewRecord(&heap_, {{"tokens", Value::Int(static_cast<int64_t>(tokens))},
                                           {"name", heap_.NewString(name)}});
  bool blank = false;
  return HeapText(parts_->leaves[leaf], scope_.VariablesWith(payload), &blank);
}

// A percentage is of the smallest ceiling that is given; where there is none, all fits.
uint64_t Renderer::HistoryChunk(const PlanNode& node) const {
  const Eviction& evict = artifact_->history->evict;
  if (!evict.is_percentage) return evict.chunk;
  const uint64_t left = budget_->left();
  uint64_t ceiling = left == UINT64_MAX ? left : left + budget_->consumed();
  ceiling = std::min(ceiling, node.budget.max_tokens);
  for (const OpenCeiling& open : ceilings_) {
    if (open.owner.kind != CeilingOwner::Kind::kSlot) continue;
    ceiling = std::min(ceiling, artifact_->slots[open.owner.index].budget.max_tokens);
  }
  return ceiling == UINT64_MAX ? 0 : PercentageOf(evict.chunk, ceiling);
}

Filling Renderer::FillHistory(const PlanNode& node) {
  history::FillRules rules;
  rules.keep_first = artifact_->history->keep_first;
  rules.start_with_any = artifact_->history->start_with_any;
  rules.chunk = HistoryChunk(node);
  rules.measures_all = request_->explain;
  const history::TokenRules tokens = TokenRules();
  history_tokens_.assign(history_.messages.size(), 0);
  const auto measure = [&](uint32_t at) {
    const Message& message = history_.messages[at];
    history_tokens_[at] =
        history::TokensOf(message, tokens, &heap_) + budget_->MessageCost(RoleName(message.role));
    return history_tokens_[at];
  };
  Filling filling = history::FillHistory(history_.messages, measure, rules, [this](uint64_t all) {
    return budget_->Fits(all, ceilings_.size());
  });
  Step(0);
  return filling;
}

void Renderer::PrintHistory(uint32_t at, const Filling& filling) {
  const PlanNode& node = artifact_->plan[at];
  LoopCount& count = loop_counts_[at];
  count.items += filling.turns.size();
  if (filling.refused != kAbsent) {
    count.over_budget += filling.turns.size();
    return NotePins(node, filling);
  }
  const End end = EndOf(filling);
  const BudgetRefusal refusal = budget_->Refusal(end.taken + end.refused, ceilings_.size());
  const size_t first_record = conversation_.ledger.size();
  for (const Turn& turn : filling.turns) {
    if (turn.is_shown()) {
      ++count.shown;
      for (uint32_t step = turn.begin; step < turn.end && Step(); ++step) {
        PrintStep(node, turn, step, filling);
      }
      continue;
    }
    const bool lacked = turn.fate == Turn::Fate::kOverBudget;
    if (turn.fate != Turn::Fate::kNotTheUsers) ++count.over_budget;
    if (!Step()) return;
    SkipUnit(node, UnitOf(turn), lacked ? Reason::kOverBudget : Reason::kEvicted, turn.tokens);
  }
  // One end of the filling refused all that is left out.
  for (size_t i = first_record; i < conversation_.ledger.size(); ++i) {
    LedgerRecord& record = conversation_.ledger[i];
    if (record.reason != Reason::kOverBudget) continue;
    record.limit = LimitName(refusal);
    record.left = refusal.left - std::min(refusal.left, end.taken);
  }
  if (!filling.assistant_first) return;
  AddWarning(Report(Code::kAssistantFirst, Source(parts_->file, parts_->text),
                    parts_->places[node.place].span,
                    "the history begins with another than the user, which some providers refuse"));
}

void Renderer::PrintStep(const PlanNode& node, const Turn& turn, uint32_t number,
                         const Filling& filling) {
  const history::Step& step = filling.steps[number];
  const bool is_cut = turn.fate == Turn::Fate::kCut;
  if (!step.kept) {
    return SkipUnit(node, UnitOf(turn, number), Reason::kOverBudget, step.tokens);
  }
  for (uint32_t at = step.begin; at < step.end; ++at) {
    const Message& message = history_.messages[at];
    budget_->Consume(history_tokens_[at]);
    uint32_t entry = kAbsent;
    if (LedgerRecord* record = Record(Event::kEmit, Reason::kNone, node.place)) {
      record->role = message.role;
      record->unit = is_cut ? UnitOf(turn, number) : UnitOf(turn);
      record->item = at;
      NoteSource(record, node.index);
      NoteSpent(record, history_tokens_[at]);
      entry = static_cast<uint32_t>(conversation_.ledger.size() - 1);
    }
    const auto printed = static_cast<uint32_t>(printed_.size());
    printed_.push_back({message.role, message.prefix, {}, entry, node.place, AddRich(message)});
    if (std::binary_search(elided_.begin(), elided_.end(), at)) newest_elided_ = printed;
    if (request_->trace) TraceHistory(node, at);
    AddLink(&chains_.back(), printed, false);
    cursor_ = AddOpen(cursor_, printed);
  }
}

void Renderer::SkipUnit(const PlanNode& node, std::string unit, Reason reason, uint64_t tokens) {
  LedgerRecord* record = Record(Event::kSkip, reason, node.place);
  if (!record) return;
  record->unit = std::move(unit);
  NoteSource(record, node.index);
  if (reason == Reason::kOverBudget) {
    NoteRefusal(record, tokens);
  } else {
    record->tokens = tokens;
  }
}

// A pinned turn does not fit.
void Renderer::NotePins(const PlanNode& node, const Filling& filling) {
  const Turn& turn = filling.turns[filling.refused];
  SkipUnit(node, UnitOf(turn), Reason::kOverBudget, filling.refused_tokens);
  if (!HasRoomForFindings()) return;
  const BudgetRefusal refusal = budget_->Refusal(filling.refused_tokens, ceilings_.size());
  const chat::Place& place = parts_->places[node.place];
  AddFinding(Report(Code::kRequiredDropped, Source(parts_->file, parts_->text), place.span,
                    "the pinned turns of " + Quoted(place.path) +
                        " do not fit: " + Pluralize(filling.refused_tokens, "token") + " needed, " +
                        std::to_string(refusal.left) + " left"));
}

// Filling ended before the history's slot; what it pins is due all the same.
void Renderer::CountUnreachedHistory(uint32_t at) {
  const PlanNode& node = artifact_->plan[at];
  if (!ReadHistory(node)) return;
  const Filling filling = FillHistory(node);
  loop_counts_[at].items += filling.turns.size();
  loop_counts_[at].over_budget += filling.turns.size();
  if (filling.refused != kAbsent) NotePins(node, filling);
}

}  // namespace galley::chat
