// What failed or did not fit, as diagnostics of the render: nothing vanishes in silence.
#include <algorithm>
#include <string>
#include <utility>

#include "compile/leaf_failure.h"
#include "diag/report.h"
#include "diag/wording.h"
#include "render/renderer.h"

namespace galley::chat {

// Asked before a finding is made, which takes time linear in the text.
bool Renderer::HasRoomForFindings() const noexcept {
  return request_->tells_findings && conversation_.findings.size() < Conversation::kMostFindings;
}

Diagnostic* Renderer::AddFinding(Diagnostic finding) {
  std::vector<Diagnostic>& findings = conversation_.findings;
  if (!HasRoomForFindings()) return nullptr;
  if (artifact_->strict) finding.severity = Severity::kError;
  findings.push_back(std::move(finding));
  return &findings.back();
}

// Something that is no failure of the template, so that strictness is not about it.
void Renderer::AddWarning(Diagnostic warning) {
  if (HasRoomForFindings()) conversation_.findings.push_back(std::move(warning));
}

// Which of the documents of this render a leaf is from.
const Parts* Renderer::PartsOf(const Leaf& leaf) const {
  const auto holds = [&](const Parts& parts) {
    const Leaf* first = parts.leaves.data();
    return !std::less<>()(&leaf, first) && std::less<>()(&leaf, first + parts.leaves.size());
  };
  if (request_->injections && holds(request_->injections->parts)) {
    return &request_->injections->parts;
  }
  if (request_->lane_defaults && holds(request_->lane_defaults->parts)) {
    return &request_->lane_defaults->parts;
  }
  return parts_;
}

// The first failure of a leaf is shown, the others are counted.
void Renderer::NoteLeafFailure(const Leaf& leaf, const Error& error) {
  const auto known = std::find_if(failed_leaves_.begin(), failed_leaves_.end(),
                                  [&](const FailedLeaf& each) { return each.leaf == &leaf; });
  if (known != failed_leaves_.end()) {
    ++known->times;
    return;
  }
  if (!HasRoomForFindings()) return;
  failed_leaves_.push_back({&leaf, conversation_.findings.size(), 1});
  AddFinding(ShowLeafFailure(*artifact_, *PartsOf(leaf), leaf, error.diagnostics().front()));
}

// Once a reference, however often it is asked.
void Renderer::NoteSourceFailure(uint32_t ref) {
  failed_refs_.resize(parts_->refs.size());
  if (failed_refs_[ref]) return;
  failed_refs_[ref] = true;
  if (!HasRoomForFindings()) return;
  const DataRef& failed = parts_->refs[ref];
  AddFinding(Report(Code::kSourceFailed, Source(parts_->file, parts_->text), failed.span,
                    "the source " + Quoted(failed.name) + " failed and counts as missing"));
}

// A message that must be there, or that the layout has, did not fit.
void Renderer::NoteDropped(const Block& block, uint64_t tokens) {
  if (!HasRoomForFindings()) return;
  const BudgetRefusal refusal = budget_->Refusal(tokens, ceilings_.size());
  const chat::Place& place = parts_->places[block.place];
  const Source document(parts_->file, parts_->text);
  AddFinding(Report(
      block.required ? Code::kRequiredDropped : Code::kMessageDropped, document, place.span,
      Quoted(place.path) + (block.required ? " is required and" : "") + " does not fit: " +
          Pluralize(tokens, "token") + " needed, " + std::to_string(refusal.left) + " left"));
}

// Once a role, with the number of times.
void Renderer::NoteRole(const Block& block, std::string message) {
  const Leaf& leaf = parts_->leaves[block.role_leaf];
  const auto known = std::find_if(failed_leaves_.begin(), failed_leaves_.end(),
                                  [&](const FailedLeaf& each) { return each.leaf == &leaf; });
  if (known != failed_leaves_.end()) {
    ++known->times;
    return;
  }
  if (!HasRoomForFindings()) return;
  failed_leaves_.push_back({&leaf, conversation_.findings.size(), 1});
  AddFinding(Report(Code::kInvalidRole, Source(parts_->file, parts_->text), leaf.span,
                    std::move(message)));
}

void Renderer::NotePatternLimit(const LaneGroup& group, const ActiveLane& lane) {
  if (!HasRoomForFindings()) return;
  const Parts& parts = *lane.group_parts;
  const chat::Place& place = parts.places[group.place];
  AddFinding(Report(
      Code::kLimitRegex, Source(parts.file, parts.text), place.span,
      "the pattern of " + Quoted(place.path) + " takes too many steps, which counts as no match"));
}

void Renderer::FinishFindings() {
  for (const FailedLeaf& failed : failed_leaves_) {
    if (failed.times == 1) continue;
    conversation_.findings[failed.finding].notes.push_back("it failed " +
                                                           std::to_string(failed.times) + " times");
  }
}

}  // namespace galley::chat
