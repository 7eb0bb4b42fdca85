// Fields that do not apply are undefined, and so left out; what the operations promise as null
// is none.
#include "api/diff_records.h"

#include "base/try.h"
#include "value/map.h"
#include "value/record.h"

namespace galley::api {
namespace {

Value Number(uint64_t number) { return Value::Int(static_cast<int64_t>(number)); }

Value TextOrNothing(const std::string& text, Heap* heap) {
  return text.empty() ? Value() : heap->NewString(text);
}
Value TextOrNull(const std::string& text, Heap* heap) {
  return text.empty() ? Value::None() : heap->NewString(text);
}

Value ChangeRecord(const diff::Change& change, Heap* heap) {
  const diff::Finding& finding = change.finding;
  return NewRecord(heap,
                   {{"message", finding.message ? Value::Int(*finding.message) : Value::None()},
                    {"cause", Value::String(diff::CauseName(finding.cause))},
                    {"place", TextOrNull(finding.place, heap)},
                    {"path", TextOrNothing(finding.path, heap)},
                    {"before", change.has_before ? heap->NewString(change.before) : Value::None()},
                    {"after", change.has_after ? heap->NewString(change.after) : Value::None()},
                    {"tokens", Value::Int(change.tokens)}});
}

}  // namespace

Value PrefixRecord(const diff::ChatDiff& found, Heap* heap) {
  return NewRecord(
      heap,
      {{"bytes", Number(found.bytes)}, {"tokens", Number(found.tokens)}, {"of", Number(found.of)}});
}

Value FirstRecord(const diff::ChatDiff& found, Heap* heap) {
  if (found.same) return Value::None();
  const diff::Finding& first = found.first;
  const bool has_line = first.line > 0 && !first.file.empty();
  return NewRecord(heap, {{"message", first.message ? Value::Int(*first.message) : Value::None()},
                          {"byte", Number(found.bytes)},
                          {"place", TextOrNull(first.place, heap)},
                          {"file", TextOrNothing(first.file, heap)},
                          {"line", has_line ? Value::Int(first.line) : Value()},
                          {"path", TextOrNothing(first.path, heap)},
                          {"cause", Value::String(diff::CauseName(first.cause))}});
}

Value ChangeRecords(const diff::ChatDiff& found, Heap* heap) {
  return NewListOf(heap, found.changes.size(),
                   [&](size_t at) { return ChangeRecord(found.changes[at], heap); });
}

Result<std::string> PrintDiff(const workspace::Params& params, const diff::ChatDiff& found,
                              const diff::Survival* survival) {
  if (!params.has("format")) return std::string();
  const Colour colour = TRY(params.Bool("colour", false)) ? Colour::kAlways : Colour::kNever;
  switch (TRY(params.Choice("format", {"text", "github", "html"}))) {
    case 0:
      return diff::PrintText(found, survival, colour);
    case 1:
      return diff::PrintForGitHub(found);
    default:
      return diff::PrintHtml(found, survival);
  }
}

Value ItemOr(const Value& map, std::string_view key) {
  const Value* value = FindItem(map, key);
  return value ? *value : Value();
}

}  // namespace galley::api
