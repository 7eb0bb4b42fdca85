// An instruction set explained to people: each kind, what it is made of, what was
// overridden by what, and how many tokens each part takes.
#include <algorithm>
#include <string>
#include <string_view>

#include "api/instructions.h"
#include "budget/estimator.h"
#include "diag/display.h"
#include "diag/wording.h"

namespace galley::api {
namespace {

std::string Tokens(std::string_view text) { return Pluralize(EstimateTokens(text), "token"); }

std::string Padded(std::string_view text, size_t width) {
  std::string padded(text);
  padded.resize(std::max(width, padded.size()), ' ');
  return padded;
}

void AddInput(const InstructionInput& input, std::string_view remark, std::string* text) {
  *text += "  " + Padded(InputSourceName(input.source), 10) + ShowText(input.file) + ", " +
           Tokens(input.rendered) + std::string(remark) + '\n';
}

std::string_view RemarkOn(const KindInstructions& kind, const InstructionInput& input) {
  if (input.source != InputSource::kOverride) return "";
  return kind.override_mode == OverrideMode::kOverlay ? ", laid over what stands above"
                                                      : ", instead of all others";
}

void AddChange(const KindInstructions& kind, const SectionChange& change, std::string* text) {
  const std::string path = change.path.empty() ? "the text above all headings" : change.path;
  *text += "    " + Padded(SectionActionName(change.action), 10) + ShowText(path) + " in " +
           ShowText(kind.inputs[change.input].file);
  if (change.blanked) *text += ", its text is gone";
  *text += '\n';
}

void AddKind(const KindInstructions& kind, std::string* text) {
  *text += '\n' + kind.kind + ": " + Tokens(kind.rendered) + '\n';
  if (kind.inputs.empty()) *text += "  no file, no instructions\n";
  for (const InstructionInput& input : kind.discarded) AddInput(input, ", discarded", text);
  for (const InstructionInput& input : kind.inputs) AddInput(input, RemarkOn(kind, input), text);
  for (const SectionChange& change : kind.changes) AddChange(kind, change, text);
}

}  // namespace

std::string_view SectionActionName(SectionAction action) noexcept {
  constexpr std::string_view kNames[] = {"replaced", "dropped", "emptied", "inserted", "appended"};
  return kNames[static_cast<size_t>(action)];
}

std::string ExplainInstructions(const InstructionSet& set) {
  uint64_t tokens = 0;
  for (const KindInstructions& kind : set.kinds) tokens += EstimateTokens(kind.rendered);
  std::string text = ShowText(set.manifest_path) + ": " +
                     Pluralize(set.kinds.size(), "active kind") + ", " +
                     Pluralize(tokens, "token") + " by " + std::string(kDefaultEstimator) + '\n';
  for (const KindInstructions& kind : set.kinds) AddKind(kind, &text);
  return text;
}

}  // namespace galley::api
