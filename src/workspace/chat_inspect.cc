// Read off the artifact; leaves are asked what they read.
#include "workspace/chat_inspect.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/ordered_map.h"
#include "engine/handlebars/inspect.h"
#include "engine/jinja/inspect.h"
#include "engine/jinja/read_tree.h"
#include "value/record.h"
#include "workspace/handlebars_options.h"
#include "workspace/jinja_options.h"

namespace galley::workspace {
namespace {

// What a leaf names that the context does not hold.
constexpr std::string_view kReserved[] = {"ctx", "globals", "item", "loop", "payload"};

}  // namespace

bool IsReserved(std::string_view name) {
  return std::find(std::begin(kReserved), std::end(kReserved), name) != std::end(kReserved);
}

namespace {

Value NewNames(Heap* heap, const std::vector<std::string_view>& names) {
  return NewListOf(heap, names.size(), [&](size_t at) { return heap->NewString(names[at]); });
}

Value Number(uint64_t number) { return Value::Int(static_cast<int64_t>(number)); }

Value CeilingOf(const chat::Budget& budget) {
  return budget.max_tokens == UINT64_MAX ? Value() : Number(budget.max_tokens);
}

Value SlotRecord(const chat::Slot& slot, Heap* heap) {
  return NewRecord(heap, {{"name", heap->NewString(slot.name)},
                          {"priority", Value::Int(slot.priority)},
                          {"maxTokens", CeilingOf(slot.budget)}});
}

Value LaneRecord(const chat::Lane& lane, Heap* heap) {
  return NewRecord(heap, {{"id", heap->NewString(lane.id)},
                          {"role", lane.role ? Value::String(chat::RoleName(*lane.role)) : Value()},
                          {"order", lane.order ? Value::Int(*lane.order) : Value()},
                          {"reserve", lane.reserve ? Number(*lane.reserve) : Value()},
                          {"maxTokens", CeilingOf(lane.budget)}});
}

// What the context holds of the variables that an inspection found, each with its first place.
template <class Inspection>
void AddVariables(const Inspection& found, bool is_of_output, LeafReads* reads) {
  OrderedMap<Span, std::string_view> first;
  for (const auto& use : found.uses) first.Insert(use.name, Span(use.span));
  for (const std::string& name : found.variables) {
    if (name == "ctx") reads->may_read_more = true;
    // What the history tells of an output that it leaves out.
    const bool is_told = is_of_output && (name == "tokens" || name == "name");
    if (IsReserved(name) || is_told) continue;
    const Span* place = first.Find(name);
    reads->variables.push_back(name);
    reads->places.push_back(place ? *place : Span());
  }
}

}  // namespace

LeafReads ReadsOf(const chat::Artifact& artifact, uint32_t number, const Limits& limits) {
  const Source source("leaf", artifact.parts.leaves[number].text);
  const bool is_of_output = artifact.history && artifact.history->output_text == number;
  LeafReads reads;
  reads.fields.nodes.resize(1);
  if (artifact.language == chat::LeafLanguage::kJinja) {
    const jinja::SyntaxOptions syntax = JinjaOptions::OfWorkspace().syntax;
    const Result<jinja::Inspection> found = jinja::Inspect(source, syntax, limits);
    if (!found || !jinja::AddReads(source, syntax, limits, &reads.fields)) return reads;
    AddVariables(*found, is_of_output, &reads);
  } else {
    Result<handlebars::Inspection> found =
        handlebars::Inspect(source, HandlebarsOptions::OfWorkspace().compile, limits);
    if (!found) return reads;
    reads.may_read_more = found->may_read_more;
    AddVariables(*found, is_of_output, &reads);
    reads.fields = std::move(found->reads);
  }
  return reads;
}

std::vector<std::string_view> SourceNames(const chat::Artifact& artifact) {
  OrderedMap<bool, std::string_view> sources;
  for (const chat::DataRef& ref : artifact.parts.refs) sources.Insert(ref.name, true);
  std::vector<std::string_view> names;
  for (const auto& entry : sources) names.push_back(entry.key);
  return names;
}

std::vector<std::string_view> AnchorKeys(const chat::Artifact& artifact) {
  std::vector<std::string_view> keys;
  for (const chat::Anchor& anchor : artifact.parts.anchors) {
    keys.push_back(artifact.parts.leaves[anchor.key].text);
  }
  return keys;
}

Value NewChatRecord(Heap* heap, const chat::Artifact& artifact) {
  const bool is_jinja = artifact.language == chat::LeafLanguage::kJinja;
  const Value slots = NewListOf(heap, artifact.fill_order.size(), [&](size_t at) {
    return SlotRecord(artifact.slots[artifact.fill_order[at]], heap);
  });
  const Value lanes = NewListOf(heap, artifact.lanes.size(),
                                [&](size_t at) { return LaneRecord(artifact.lanes[at], heap); });
  const Value& transforms = artifact.response_transforms;
  return NewRecord(heap, {{"id", heap->NewString(artifact.id)},
                          {"title", heap->NewString(artifact.name)},
                          {"task", heap->NewString(artifact.task)},
                          {"version", Value::Int(artifact.version)},
                          {"language", Value::String(is_jinja ? "jinja" : "handlebars")},
                          {"digest", heap->NewString(artifact.digest)},
                          {"slots", slots},
                          {"lanes", lanes},
                          {"sources", NewNames(heap, SourceNames(artifact))},
                          {"anchors", NewNames(heap, AnchorKeys(artifact))},
                          {"responseFormat", heap->Copy(artifact.response_format)},
                          {"transforms", Number(transforms.is_list() ? transforms.size() : 0)}});
}

}  // namespace galley::workspace
