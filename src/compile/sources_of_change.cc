// The nearest declaration wins: the document's, then the task kind's, then what clocks and turns
// are known to do.
#include "compile/sources_of_change.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace galley::chat {
namespace {

constexpr std::string_view kContext = "ctx";
constexpr std::string_view kGlobals = "globals";

// Fields whose value is another at every look.
constexpr std::string_view kClocks[] = {
    "now",         "today",           "date",   "time", "datetime", "timestamp", "currentdate",
    "currenttime", "currentdatetime", "random", "uuid", "nonce",    "requestid"};

bool IsClockName(std::string_view name) {
  std::string plain;
  for (const char byte : name) {
    if (byte == '_') continue;
    plain += byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
  }
  return std::find(std::begin(kClocks), std::end(kClocks), plain) != std::end(kClocks);
}

std::string Shown(std::span<const std::string_view> path) {
  std::string text;
  for (const std::string_view step : path) {
    if (!text.empty()) text += '.';
    text += step;
  }
  return text;
}

std::vector<std::string_view> StepsOf(const ValuePath& path) {
  return {path.steps.begin(), path.steps.end()};
}

}  // namespace

SourcesOfChange::SourcesOfChange(const Artifact& artifact, const TaskKind* kind)
    : kind_(kind), inputs_(artifact.inputs) {
  for (const Input& input : inputs_) {
    std::string key;
    for (const std::string& step : input.path.steps) key += step + '\n';
    by_path_.Insert(std::move(key), &input);
    if (input.changes) highest_ = std::max(highest_, *input.changes);
  }
}

const Input* SourcesOfChange::FindInput(Path path) const {
  const Input* found = nullptr;
  std::string key;
  for (const std::string_view step : path) {
    key += std::string(step) + '\n';
    const Input* const* at = by_path_.Find(key);
    if (at && (*at)->changes) found = *at;
  }
  return found;
}

// The source that reads a field of the context, or is called like it.
const TaskSource* SourcesOfChange::FindSource(std::string_view field) const {
  if (!kind_) return nullptr;
  if (const TaskSource* source = kind_->Find(field)) return source;
  for (const TaskSource& source : kind_->sources) {
    for (const ValuePath& path : source.reads) {
      if (path.steps.size() == 1 && path.steps[0] == field) return &source;
    }
  }
  return nullptr;
}

Change SourcesOfChange::OfPath(Path path) const {
  if (!path.empty() && path[0] == kContext) path = path.subspan(1);
  if (path.empty()) return {highest_, std::string(kContext), false, false};
  std::vector<std::string_view> in_globals = {kGlobals};
  in_globals.insert(in_globals.end(), path.begin(), path.end());
  const bool is_global = path[0] == kGlobals;
  const Input* input = FindInput(path);
  // A name that the context does not have is looked for in the globals.
  if (!input && !is_global) input = FindInput(in_globals);
  const std::string_view field = is_global && path.size() > 1 ? path[1] : path[0];
  const bool is_clock = IsClockName(field);
  if (input) {
    return {*input->changes, Shown(path), is_clock && *input->changes == Volatility::kRequest,
            true};
  }
  const TaskSource* source = is_global ? nullptr : FindSource(path[0]);
  if (source && source->changes) {
    return {*source->changes, Shown(path), is_clock && *source->changes == Volatility::kRequest,
            true};
  }
  if (is_clock) return {Volatility::kRequest, Shown(path), true, false};
  return {Volatility::kSession, Shown(path), false, false};
}

const TaskSource* SourcesOfChange::SourceOf(const DataRef& ref) const {
  return kind_ && ref.kind == SourceKind::kRegistry ? kind_->Find(ref.name) : nullptr;
}

Change SourcesOfChange::OfRef(const DataRef& ref) const {
  std::vector<std::string_view> path = StepsOf(ref.path);
  if (ref.kind == SourceKind::kContext) return OfPath(path);
  if (ref.kind == SourceKind::kGlobals) {
    path.insert(path.begin(), kGlobals);
    return OfPath(path);
  }
  const std::string_view name[] = {ref.name};
  const TaskSource* source = SourceOf(ref);
  const Input* input = FindInput(name);
  bool is_clock = false;
  for (size_t i = 0; source && i < source->reads.size(); ++i) {
    const std::vector<std::string_view> read = StepsOf(source->reads[i]);
    if (!input) input = FindInput(read);
    is_clock |= read.size() == 1 && IsClockName(read[0]);
  }
  if (input) {
    return {*input->changes, ref.name, is_clock && *input->changes == Volatility::kRequest, true};
  }
  if (source && source->changes) return {*source->changes, ref.name, false, true};
  if (is_clock) return {Volatility::kRequest, ref.name, true, false};
  return {Volatility::kSession, ref.name, false, false};
}

Change SourcesOfChange::OfRead(const ReadPath& read) const {
  std::vector<std::string_view> path;
  for (const ReadStep& step : read.steps) {
    if (step.kind != ReadStep::Kind::kField) break;
    path.push_back(step.name);
  }
  return OfPath(path);
}

bool SourcesOfChange::IsUnordered(const DataRef& ref) const {
  const auto says = [&](Path path) -> const Input* {
    std::string key;
    for (const std::string_view step : path) key += std::string(step) + '\n';
    const Input* const* at = by_path_.Find(key);
    return at ? *at : nullptr;
  };
  std::vector<std::string_view> path = StepsOf(ref.path);
  if (ref.kind == SourceKind::kGlobals) path.insert(path.begin(), kGlobals);
  if (ref.kind == SourceKind::kRegistry) path = {ref.name};
  if (const Input* input = says(path)) return !input->ordered;
  const TaskSource* source = SourceOf(ref);
  for (size_t i = 0; source && i < source->reads.size(); ++i) {
    if (const Input* input = says(StepsOf(source->reads[i]))) return !input->ordered;
  }
  return source && !source->ordered;
}

}  // namespace galley::chat
