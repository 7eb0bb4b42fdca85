// The order of phases.  Each phase leaves its decisions in the ledger; the first failure ends
// the render, with the findings before it.
#include "render/renderer.h"

#include <utility>

#include "diag/report.h"
#include "value/print.h"

namespace galley::chat {
namespace {

bool IsLimit(std::string_view code) noexcept { return code.starts_with("limit-"); }

// A leaf has places of its own, which mean nothing in the document.
Error WithoutPlace(Error error) {
  for (Diagnostic& diagnostic : error.diagnostics()) {
    diagnostic.range = {};
    diagnostic.line_text.clear();
  }
  return error;
}

// What was wrong before the render failed is told first; a limit stands alone.
Error WithFindings(Error failure, const std::vector<Diagnostic>& findings) {
  if (IsLimit(failure.code())) return failure;
  std::vector<Diagnostic> all;
  for (const Diagnostic& finding : findings) {
    if (finding.severity == Severity::kError) all.push_back(finding);
  }
  all.insert(all.end(), failure.diagnostics().begin(), failure.diagnostics().end());
  return Error(std::move(all));
}

}  // namespace

void Renderer::Start(const ChatRequest& request) {
  request_ = &request;
  artifact_ = request.artifact;
  parts_ = &artifact_->parts;
  budget_ = request.budget;
  limits_ = request.limits;
  heap_.Reset(limits_);
  texts_.Reset(limits_.output);
  keys_.Reset(limits_.output);
  joined_.Reset(limits_.output);
  printed_.clear();
  counts_joined_ = budget_->CountsJoined();
  open_.Clear();
  cursor_ = kAbsent;
  slot_places_.assign(artifact_->slots.size(), kAbsent);
  rich_.clear();
  history_.messages.clear();
  history_.parts.clear();
  elided_.clear();
  shrunk_.clear();
  newest_elided_ = kAbsent;
  traces_.clear();
  piece_of_.clear();
  slot_anchors_.clear();
  links_.clear();
  chains_.clear();
  loops_.clear();
  sequences_.clear();
  order_.clear();
  ceilings_.clear();
  soft_targets_.clear();
  lanes_.clear();
  lane_order_.clear();
  selected_.clear();
  if (!bundles_.empty()) bundles_ = decltype(bundles_)();
  out_.clear();
  marks_.clear();
  slots_.assign(artifact_->slots.size(), {});
  prepared_.assign(parts_->blocks.size(), {});
  prepared_keys_.assign(parts_->anchors.size(), {});
  conversation_.messages.clear();
  conversation_.ledger.clear();
  conversation_.trace = {};
  conversation_.origins.clear();
  conversation_.newest_elided = kAbsent;
  conversation_.loops.clear();
  conversation_.findings.clear();
  conversation_.tools = Value();
  failed_leaves_.clear();
  failed_refs_.clear();
  loop_counts_.assign(artifact_->plan.size(), {});
  failure_.reset();
  scope_.Start(request.context, *artifact_, request.registry, request.appearance, &heap_);
  leaf_request_.globals = scope_.globals();
  leaf_request_.loader = artifact_->loader.get();
  leaf_request_.host = artifact_->helpers;
  leaf_request_.limits = limits_;
  leaf_request_.policy.html_json = false;
  leaf_request_.policy.undefined =
      artifact_->strict ? UndefinedPolicy::kStrict : UndefinedPolicy::kDefault;
}

Result<const Conversation*> Renderer::Render(const ChatRequest& request) {
  Start(request);
  CountFrame();
  if (!CountTools()) return Finish();
  PrepareLayout();
  PrepareRequired();
  MergeLanes();
  SelectRequests();
  FillSlots();
  Assemble();
  MendCalls();
  Inject();
  Squash();
  return Finish();
}

Result<const Conversation*> Renderer::Finish() {
  Step(0);
  if (failure_) return WithFindings(*failure_, conversation_.findings);
  if (conversation_.messages.size() > limits_.messages) {
    return Report(Code::kLimitMessages,
                  "the template printed " + std::to_string(conversation_.messages.size()) +
                      " messages; the limit is " + std::to_string(limits_.messages));
  }
  Settle();
  if (failure_) return *failure_;
  CountLoops();
  FinishFindings();
  return &conversation_;
}

void Renderer::Fail(Code code, std::string message) {
  if (!failure_) failure_ = Error(Report(code, std::move(message)));
}

std::string Renderer::StepsMessage() const {
  return "the render took more steps than the limit of " + std::to_string(limits_.steps);
}

bool Renderer::Step(uint64_t steps) {
  if (!heap_.meter().Step(steps) || heap_.exhausted() != Exhausted::kNo) {
    const bool by_steps = heap_.exhausted() == Exhausted::kSteps;
    Fail(by_steps ? Code::kLimitSteps : Code::kLimitHeap,
         by_steps ? StepsMessage() : "the render made more or larger values than the limit");
  }
  return !stopped();
}

bool Renderer::Holds(uint32_t condition) {
  const bool holds = scope_.Holds(condition);
  if (scope_.has_failed(parts_->conditions[condition].ref)) [[unlikely]] {
    NoteSourceFailure(parts_->conditions[condition].ref);
  }
  return holds;
}

bool Renderer::Hold(Run conditions) {
  for (uint32_t i = conditions.begin; i < conditions.end; ++i) {
    if (!Step() || !Holds(i)) return false;
  }
  return true;
}

// Renders a leaf to the end of `out`.  A failure in it prints nothing.
Renderer::Reason Renderer::RenderLeaf(const Leaf& leaf, const Value& variables, Output* out,
                                      bool* blank) {
  *blank = false;
  if (!leaf.unit) {
    out->Append(leaf.text);
    if (out->overflowed()) Fail(Code::kLimitOutput, "the render wrote more bytes than the limit");
    return Reason::kNone;
  }
  leaf_request_.unit = &*leaf.unit;
  leaf_request_.data = variables;
  leaf_request_.at_globals = scope_.at_variables();
  leaf_request_.limits.steps = heap_.meter().steps_left();
  const Result<void> done = machine_.Render(leaf_request_, out);
  Step(leaf_request_.limits.steps - machine_.steps_left());
  *blank = done && machine_.all_tags_blank();
  if (done) return Reason::kNone;
  // Steps are those of the whole render, which the leaf knows nothing of.
  if (done.error().code() == Describe(Code::kLimitSteps).code) {
    Fail(Code::kLimitSteps, StepsMessage());
  } else if (IsLimit(done.error().code()) && !failure_) {
    failure_ = WithoutPlace(done.error());
  } else {
    NoteLeafFailure(leaf, done.error());
  }
  return Reason::kLeafFailed;
}

// A string as it is, anything else as JSON.
Renderer::Reason Renderer::RenderFrom(uint32_t ref) {
  const Resolution resolution = scope_.ResolveShown(ref);
  if (resolution.failed) {
    NoteSourceFailure(ref);
    return Reason::kSourceFailed;
  }
  const Value& value = resolution.value;
  if (value.is_undefined() || value.is_none()) return Reason::kSourceMissing;
  if (value.is_string()) {
    texts_.Append(value.as_string());
  } else {
    PrintJson(value, {.javascript_numbers = true}, &texts_, &heap_.meter());
  }
  if (texts_.overflowed()) Fail(Code::kLimitOutput, "the render wrote more bytes than the limit");
  return Reason::kNone;
}

// What a block would print, at the end of texts_ or of rich_; the reason why it prints nothing.
Renderer::Reason Renderer::MakeContent(const Block& block, Content* content) {
  content->role = block.role;
  if (!Hold(block.when)) return Reason::kConditionFalse;
  if (block.role_leaf != kAbsent) [[unlikely]] {
    const Reason reason = MakeRole(block, &content->role);
    if (reason != Reason::kNone) return reason;
  }
  if (block.has_parts && block.from == kAbsent) [[unlikely]]
    return MakeParts(block, content);
  const size_t begin = texts_.size();
  bool blank = false;
  Reason reason = Reason::kEmptyContent;
  if (block.from != kAbsent) {
    reason = RenderFrom(block.from);
  } else if (block.content != kAbsent) {
    reason = RenderLeaf(parts_->leaves[block.content], scope_.variables(), &texts_, &blank);
  }
  const size_t size = texts_.size() - begin;
  if (reason == Reason::kNone && blank && block.skip_if_empty) reason = Reason::kEmptyInterpolation;
  if (reason == Reason::kNone && size == 0) reason = Reason::kEmptyContent;
  if (reason != Reason::kNone) texts_.Truncate(begin);
  content->text = {static_cast<uint32_t>(begin), static_cast<uint32_t>(size)};
  if (block.cache.is_set && reason == Reason::kNone) [[unlikely]]
    MarkForCache(block, content);
  return reason;
}

// The key of an anchor, in keys_; the reason why there is none.
Renderer::Reason Renderer::MakeKey(const Anchor& anchor, Text* key) {
  if (!Hold(anchor.when)) return Reason::kConditionFalse;
  const size_t begin = keys_.size();
  bool blank = false;
  const Reason reason = RenderLeaf(parts_->leaves[anchor.key], scope_.variables(), &keys_, &blank);
  *key = {static_cast<uint32_t>(begin), static_cast<uint32_t>(keys_.size() - begin)};
  return reason == Reason::kNone && key->size == 0 ? Reason::kEmptyContent : reason;
}

// Prints what was made, if it fits.
Renderer::Outcome Renderer::Print(const Block& block, const Content& content, uint64_t tokens,
                                  uint32_t* printed) {
  if (!budget_->Fits(tokens, ceilings_.size())) {
    if (LedgerRecord* record = Record(Event::kSkip, Reason::kOverBudget, block.place)) {
      record->role = content.role;
      NoteRefusal(record, tokens);
    }
    return Outcome::kOverflow;
  }
  budget_->Consume(tokens);
  uint32_t number = kAbsent;
  if (LedgerRecord* record = Record(Event::kEmit, Reason::kNone, block.place)) {
    record->role = content.role;
    NoteSource(record, block.from);
    NoteSpent(record, tokens);
    number = static_cast<uint32_t>(conversation_.ledger.size() - 1);
  }
  *printed = static_cast<uint32_t>(printed_.size());
  printed_.push_back({content.role, block.prefix, content.text, number, block.place, content.rich});
  TracePrinted(block);
  return Outcome::kPrinted;
}

void Renderer::PushCeiling(const Budget& budget, CeilingOwner owner) {
  if (HasSoftTarget(budget)) soft_targets_.push_back({owner, budget.soft_tokens});
  if (budget.max_tokens == UINT64_MAX) return;
  budget_->PushCeiling(budget.max_tokens);
  ceilings_.push_back({owner, budget.max_tokens});
}

void Renderer::PopCeiling(const Budget& budget) {
  if (HasSoftTarget(budget)) soft_targets_.pop_back();
  if (budget.max_tokens == UINT64_MAX) return;
  budget_->PopCeiling();
  ceilings_.pop_back();
}

}  // namespace galley::chat
