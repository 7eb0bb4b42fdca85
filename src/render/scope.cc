// Entries of the map are written in place as loops move on; nothing else changes while a render
// runs.
#include "render/scope.h"

#include <array>
#include <string_view>

#include "render/strict_equal.h"
#include "render/value_path.h"
#include "value/print.h"

namespace galley::chat {
namespace {

// Names that no field of the context hides.
constexpr std::string_view kContextName = "ctx";
constexpr std::string_view kGlobalsName = "globals";
constexpr std::string_view kItemName = "item";
constexpr std::string_view kPayloadName = "payload";
constexpr std::string_view kLoopName = "loop";

constexpr std::array<std::string_view, 5> kLoopParts = {"index", "index0", "first", "last",
                                                        "length"};

MapEntry* FindEntry(const Value& map, MapEntry* entries, std::string_view key) {
  const uint32_t at = map.is_map() ? FindKey(map, key) : kNoPosition;
  return at == kNoPosition ? nullptr : &entries[at];
}

}  // namespace

void Scope::Start(const Value& context, const Artifact& artifact, Registry* registry,
                  const Appearance* appearance, Heap* heap) {
  parts_ = &artifact.parts;
  answers_.assign(parts_->refs.size(), {});
  verdicts_.assign(parts_->conditions.size(), Verdict::kOpen);
  context_ = context;
  globals_ = context.is_map() ? FollowStep(context, kGlobalsName, heap) : Value();
  language_ = artifact.language;
  registry_ = registry;
  appearance_ = appearance;
  heap_ = heap;
  loops_.clear();
  loop_parts_ = nullptr;
  shown_context_ = Shown(context);
  shown_globals_ = appearance ? FollowStep(shown_context_, kGlobalsName, heap) : globals_;
  outer_loop_ = FollowStep(shown_context_, kLoopName, heap);
  MapEntry* entries = nullptr;
  variables_ = MakeVariables(Value(), &entries);
  item_ = FindEntry(variables_, entries, kItemName);
  loop_ = language_ == LeafLanguage::kJinja ? FindEntry(variables_, entries, kLoopName) : nullptr;
  payload_places_.clear();
}

// The fields of the context, those of the payload over them, and the reserved
// names over all.
Value Scope::MakeVariables(const Value& payload, MapEntry** entries) {
  constexpr size_t kReserved = 5;
  const size_t most = shown_context_.size() + (payload.is_map() ? payload.size() : 0) + kReserved;
  *entries = heap_->NewEntries(most);
  if (!*entries) return Value();
  size_t count = 0;
  const auto add = [&](const Value& key, const Value& value) {
    (*entries)[count++] = {key, value};
  };
  for (const MapEntry& entry : EntriesOf(shown_context_)) add(entry.key, entry.value);
  if (payload.is_map()) {
    for (const MapEntry& entry : EntriesOf(payload)) add(entry.key, entry.value);
    add(Value::String(kPayloadName), payload);
  } else if (language_ == LeafLanguage::kJinja) {
    add(Value::String(kLoopName), outer_loop_);
  }
  add(Value::String(kContextName), shown_context_);
  add(Value::String(kGlobalsName), shown_globals_);
  add(Value::String(kItemName), Value());
  return heap_->NewMap(*entries, count);
}

Value Scope::VariablesWith(const Value& payload) {
  if (!payload.is_map()) return variables_;
  if (!HasKeysOfLastPayload(payload)) {
    injected_ = MakeVariables(payload, &injected_entries_);
    last_payload_ = payload;
    FindPayloadPlaces();
    return injected_;
  }
  for (uint32_t i = 0; i < payload.size(); ++i) {
    if (payload_places_[i] == kNoPosition) continue;
    injected_entries_[payload_places_[i]].value = payload.entries()[i].value;
  }
  injected_entries_[payload_places_.back()].value = payload;
  return injected_;
}

// Reserved names are not the payload's to write.
void Scope::FindPayloadPlaces() {
  payload_places_.clear();
  if (!injected_.is_map()) return;
  for (const MapEntry& entry : EntriesOf(last_payload_)) {
    const std::string_view key = entry.key.as_string();
    const bool reserved =
        key == kPayloadName || key == kContextName || key == kGlobalsName || key == kItemName;
    payload_places_.push_back(reserved ? kNoPosition : FindKey(injected_, key));
  }
  payload_places_.push_back(FindKey(injected_, kPayloadName));
}

bool Scope::HasKeysOfLastPayload(const Value& payload) const {
  if (payload_places_.empty() || payload.size() != last_payload_.size()) return false;
  for (uint32_t i = 0; i < payload.size(); ++i) {
    if (payload.entries()[i].key.as_string() != last_payload_.entries()[i].key.as_string()) {
      return false;
    }
  }
  return true;
}

// The map behind `loop` in Jinja, made when a loop is first entered.
Value Scope::LoopVariable() {
  if (!loop_parts_) {
    loop_parts_ = heap_->NewEntries(kLoopParts.size());
    if (!loop_parts_) return Value();
    for (size_t i = 0; i < kLoopParts.size(); ++i) {
      loop_parts_[i] = {Value::String(kLoopParts[i]), Value()};
    }
    loop_variable_ = heap_->NewMap(loop_parts_, kLoopParts.size());
  }
  const LoopItem& loop = loops_.back();
  loop_parts_[0].value = Value::Int(loop.index + 1);
  loop_parts_[1].value = Value::Int(loop.index);
  loop_parts_[2].value = Value::Bool(loop.index == 0);
  loop_parts_[3].value = Value::Bool(loop.index + 1 == loop.count);
  loop_parts_[4].value = Value::Int(loop.count);
  return loop_variable_;
}

void Scope::SetAtVariables() {
  constexpr std::array<std::string_view, 3> kNames = {"index", "first", "last"};
  if (!loop_parts_) {
    loop_parts_ = heap_->NewEntries(kNames.size());
    if (!loop_parts_) return;
    for (size_t i = 0; i < kNames.size(); ++i) loop_parts_[i] = {Value::String(kNames[i]), Value()};
    at_variables_ = heap_->NewMap(loop_parts_, kNames.size());
  }
  const LoopItem& loop = loops_.back();
  loop_parts_[0].value = Value::Int(loop.index);
  loop_parts_[1].value = Value::Bool(loop.index == 0);
  loop_parts_[2].value = Value::Bool(loop.index + 1 == loop.count);
}

void Scope::ShowInnermost() {
  if (item_) item_->value = loops_.empty() ? Value() : loops_.back().shown;
  if (loop_) loop_->value = loops_.empty() ? outer_loop_ : LoopVariable();
  if (language_ == LeafLanguage::kHandlebars && !loops_.empty()) SetAtVariables();
}

void Scope::Enter(const LoopItem& item) {
  loops_.push_back(item);
  loops_.back().shown = Shown(item.item);
  ShowInnermost();
}

void Scope::Change(const LoopItem& item) {
  loops_.back() = item;
  loops_.back().shown = Shown(item.item);
  ShowInnermost();
}

void Scope::Leave() {
  loops_.pop_back();
  ShowInnermost();
}

const Resolution& Scope::Resolve(uint32_t ref) {
  Answer& answer = answers_[ref];
  if (answer.is_final) return answer.resolution;
  const SourceKind kind = parts_->refs[ref].kind;
  answer.is_final =
      kind != SourceKind::kItem && kind != SourceKind::kIndex && kind != SourceKind::kParent;
  answer.resolution = ResolveNow(parts_->refs[ref]);
  return answer.resolution;
}

Resolution Scope::ResolveShown(uint32_t ref) {
  Resolution resolution = Resolve(ref);
  if (parts_->refs[ref].kind != SourceKind::kInstructions && !resolution.failed) {
    resolution.value = Shown(resolution.value);
  }
  return resolution;
}

Resolution Scope::ResolveNow(const DataRef& ref) {
  switch (ref.kind) {
    case SourceKind::kItem:
      if (loops_.empty()) return {};
      return {FollowPath(loops_.back().item, ref.path, heap_), false};
    case SourceKind::kIndex:
      return {loops_.empty() ? Value() : Value::Int(loops_.back().index), false};
    case SourceKind::kParent:
      if (ref.level >= loops_.size()) return {};
      return {FollowPath(loops_[loops_.size() - 1 - ref.level].item, ref.path, heap_), false};
    case SourceKind::kGlobals:
      return {FollowPath(globals_, ref.path, heap_), false};
    case SourceKind::kContext:
      return {FollowPath(context_, ref.path, heap_), false};
    case SourceKind::kInstructions:
    case SourceKind::kRegistry:
      return registry_->Resolve(ref, heap_);
  }
  return {};
}

// Structures are compared as the JSON they print as, the order of keys included.
bool Scope::Equal(const Condition& condition, const Value& value) {
  const bool structure = value.is_list() || value.is_map();
  if (!structure || condition.json.empty()) return StrictlyEqual(value, condition.value);
  // Printing ends where it is too long to be equal, however large the value is.
  text_.Reset(condition.json.size());
  PrintJson(value, {.javascript_numbers = true}, &text_, &heap_->meter());
  return !text_.overflowed() && text_.view() == condition.json;
}

bool Scope::Holds(uint32_t number) {
  if (verdicts_[number] != Verdict::kOpen) return verdicts_[number] == Verdict::kTrue;
  const Condition& condition = parts_->conditions[number];
  const Resolution& resolution = Resolve(condition.ref);
  const bool holds = HoldsFor(condition, resolution.failed ? Value() : resolution.value);
  if (answers_[condition.ref].is_final) {
    verdicts_[number] = holds ? Verdict::kTrue : Verdict::kFalse;
  }
  return holds;
}

bool Scope::HoldsFor(const Condition& condition, const Value& value) {
  using Type = Condition::Type;
  const bool numbers = IsPlainNumber(value) && IsPlainNumber(condition.value);
  switch (condition.type) {
    case Type::kExists:
      return !value.is_undefined() && !value.is_none();
    case Type::kNonEmpty:
      return (value.is_list() || value.is_string()) && value.size() > 0;
    case Type::kEqual:
      return Equal(condition, value);
    case Type::kNotEqual:
      return !Equal(condition, value);
    case Type::kGreater:
      return numbers && CompareNumbers(value, condition.value) == Order::kGreater;
    case Type::kLess:
      return numbers && CompareNumbers(value, condition.value) == Order::kLess;
  }
  return false;
}

}  // namespace galley::chat
