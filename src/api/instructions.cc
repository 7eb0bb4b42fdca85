// instructions.resolve, explain and check: what a manifest comes to.
#include "api/instructions.h"

#include <string>
#include <string_view>
#include <vector>

#include "api/operation.h"
#include "base/try.h"
#include "budget/estimator.h"
#include "diag/report.h"
#include "value/record.h"
#include "workspace/instruction_place.h"
#include "workspace/params.h"

namespace galley::api {
namespace {

Value NewTokens(std::string_view text) {
  return Value::Int(static_cast<int64_t>(EstimateTokens(text)));
}

Value OverrideModeName(OverrideMode mode) {
  if (mode == OverrideMode::kNone) return Value::None();
  return Value::String(mode == OverrideMode::kOverlay ? "overlay" : "replace_all");
}

Value NewInput(Heap* heap, const InstructionInput& input) {
  return NewRecord(heap, {{"source", Value::String(InputSourceName(input.source))},
                          {"path", heap->NewString(input.path)},
                          {"format", input.format ? heap->NewString(*input.format) : Value::None()},
                          {"fields", input.fields},
                          {"text", heap->NewString(input.text)}});
}

Value NewKind(Heap* heap, const KindInstructions& kind) {
  const Value inputs = NewListOf(heap, kind.inputs.size(),
                                 [&](size_t at) { return NewInput(heap, kind.inputs[at]); });
  return NewRecord(heap, {{"inputs", inputs},
                          {"override_mode", OverrideModeName(kind.override_mode)},
                          {"effective_fields", kind.effective_fields},
                          {"text", heap->NewString(kind.text)},
                          {"rendered", heap->NewString(kind.rendered)}});
}

Value NewKinds(Heap* heap, const std::vector<KindInstructions>& kinds) {
  MapEntry* entries = heap->NewEntries(kinds.size());
  if (!entries) return Value::Map(nullptr, 0);
  for (size_t at = 0; at < kinds.size(); ++at) {
    entries[at] = {heap->NewString(kinds[at].kind), NewKind(heap, kinds[at])};
  }
  return heap->NewMap(entries, kinds.size());
}

Value NewActive(Heap* heap, const InstructionSet& set) {
  return NewListOf(heap, set.kinds.size(),
                   [&](size_t at) { return heap->NewString(set.kinds[at].kind); });
}

Value NewSet(Heap* heap, const InstructionSet& set, const Value& active) {
  return NewRecord(heap,
                   {{"version", heap->NewString(set.version)},
                    {"manifest", NewRecord(heap, {{"path", heap->NewString(set.manifest_path)},
                                                  {"text", heap->NewString(set.manifest_text)}})},
                    {"active", active},
                    {"kinds", NewKinds(heap, set.kinds)}});
}

// Leaves only the kind that was asked for.
Result<void> SelectKind(const Params& params, InstructionSet* set) {
  if (!params.has("kind")) return {};
  const std::string_view wanted = TRY(params.String("kind"));
  std::vector<std::string_view> names;
  for (KindInstructions& kind : set->kinds) {
    if (kind.kind == wanted) {
      KindInstructions only = std::move(kind);
      set->kinds.clear();
      set->kinds.push_back(std::move(only));
      return {};
    }
    names.push_back(kind.kind);
  }
  return Report(Code::kInvalidParams,
                Quoted(params.PathOf("kind")) + ": " + Quoted(wanted) + " is not an active kind",
                SuggestNearest(wanted, names));
}

Value NewSource(Heap* heap, const InstructionInput& input) {
  return NewRecord(heap, {{"source", Value::String(InputSourceName(input.source))},
                          {"path", heap->NewString(input.path)},
                          {"tokens", NewTokens(input.rendered)}});
}

Value NewSources(Heap* heap, const std::vector<InstructionInput>& inputs) {
  return NewListOf(heap, inputs.size(), [&](size_t at) { return NewSource(heap, inputs[at]); });
}

Value NewExplanation(Heap* heap, const KindInstructions& kind) {
  const Value sections = NewListOf(heap, kind.changes.size(), [&](size_t at) {
    const SectionChange& change = kind.changes[at];
    return NewRecord(heap, {{"action", Value::String(SectionActionName(change.action))},
                            {"path", heap->NewString(change.path)},
                            {"input", Value::Int(change.input)},
                            {"blanked", Value::Bool(change.blanked)}});
  });
  return NewRecord(heap, {{"kind", heap->NewString(kind.kind)},
                          {"tokens", NewTokens(kind.rendered)},
                          {"override_mode", OverrideModeName(kind.override_mode)},
                          {"inputs", NewSources(heap, kind.inputs)},
                          {"discarded", NewSources(heap, kind.discarded)},
                          {"sections", sections}});
}

Result<InstructionSet> ResolveFor(const Invocation& call, const Params& params) {
  return TRY(workspace::InstructionPlace::Open(params, {}, call))
      .Resolve(workspace::Thoroughness::kFirstProblem);
}

}  // namespace

// {workspace, manifest? or path?, root?, strict = false, lenient = false,
//  kind?} -> {version, manifest {path, text}, active[], kinds {K: {inputs[], override_mode,
//   effective_fields?, text, rendered}}}
Result<Value> ResolveInstructionSet(const Invocation& call) {
  const Params params = Params::Of(call);
  InstructionSet set = TRY(ResolveFor(call, params));
  const Value active = NewActive(call.heap, set);
  TRY(SelectKind(params, &set));
  return NewSet(call.heap, set, active);
}

// The same parameters -> {manifest, estimator, tokens, kinds[{kind, tokens,
//   override_mode, inputs[], discarded[], sections[]}], text}
Result<Value> ExplainInstructionSet(const Invocation& call) {
  const Params params = Params::Of(call);
  InstructionSet set = TRY(ResolveFor(call, params));
  TRY(SelectKind(params, &set));
  int64_t tokens = 0;
  for (const KindInstructions& kind : set.kinds) tokens += NewTokens(kind.rendered).as_int();
  Heap* heap = call.heap;
  return NewRecord(
      heap, {{"manifest", heap->NewString(set.manifest_path)},
             {"estimator", Value::String(kDefaultEstimator)},
             {"tokens", Value::Int(tokens)},
             {"kinds", NewListOf(heap, set.kinds.size(),
                                 [&](size_t at) { return NewExplanation(heap, set.kinds[at]); })},
             {"text", heap->NewString(ExplainInstructions(set))}});
}

// {workspace, manifest or path, root?, strict, lenient} -> {active[], findings}; what is wrong
// with any kind is reported, not only the first.
Result<Value> CheckInstructionSet(const Invocation& call) {
  const Params params = Params::Of(call);
  workspace::InstructionPlace place = TRY(workspace::InstructionPlace::Open(params, {}, call));
  const InstructionSet set = TRY(place.Resolve(workspace::Thoroughness::kEveryProblem));
  return NewRecord(call.heap,
                   {{"active", NewActive(call.heap, set)},
                    {"findings", Value::Int(static_cast<int64_t>(call.warnings->size()))}});
}

}  // namespace galley::api
