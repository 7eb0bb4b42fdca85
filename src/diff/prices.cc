// A table is data: keys that are not known are notes of whoever wrote it, and the most special
// entry that matches a model counts.
#include "diff/prices.h"

#include <string>

#include "base/try.h"
#include "diag/report.h"
#include "format/json_data.h"
#include "value/map.h"
#include "value/scalars.h"

namespace galley::diff {
namespace {

// Models are written with dots, dashes or neither between numbers: all count as dashes.
std::string Plain(std::string_view name) {
  std::string plain;
  for (const char byte : name) {
    const bool is_upper = byte >= 'A' && byte <= 'Z';
    plain += is_upper ? static_cast<char>(byte - 'A' + 'a') : byte == '.' ? '-' : byte;
  }
  return plain;
}

Diagnostic Wrong(std::string_view key, std::string_view what) {
  return Report(Code::kInvalidParams,
                "`prices." + std::string(key) + "` must be " + std::string(what));
}

Result<void> ReadCount(const Value& table, std::string_view key, uint64_t least, uint64_t* count) {
  const Value* value = FindItem(table, key);
  if (!value) return {};
  const std::optional<int64_t> number = WholeNumber(*value);
  if (!number || *number < static_cast<int64_t>(least)) {
    return Wrong(key, "an integer of at least " + std::to_string(least));
  }
  *count = static_cast<uint64_t>(*number);
  return {};
}

Result<void> ReadPrice(const Value& table, std::string_view key, double* price) {
  const Value* value = FindItem(table, key);
  if (!value) return {};
  if (!value->is_number() || value->is_bool()) return Wrong(key, "a number");
  const double number = value->is_int() ? static_cast<double>(value->as_int()) : value->as_double();
  if (!(number >= 0)) return Wrong(key, "at least 0");
  *price = number;
  return {};
}

Result<void> ReadSwitch(const Value& table, std::string_view key, bool* is_on) {
  const Value* value = FindItem(table, key);
  if (!value) return {};
  if (!value->is_bool()) return Wrong(key, "true or false");
  *is_on = value->as_bool();
  return {};
}

Result<void> ReadEntry(const Value& table, CacheRules* rules) {
  TRY(ReadCount(table, "minimum", 0, &rules->minimum));
  TRY(ReadCount(table, "block", 1, &rules->block));
  TRY(ReadCount(table, "lookback", 0, &rules->lookback));
  TRY(ReadCount(table, "marks", 0, &rules->most_marks));
  TRY(ReadPrice(table, "read", &rules->read));
  TRY(ReadPrice(table, "write", &rules->write));
  TRY(ReadPrice(table, "input", &rules->input));
  TRY(ReadSwitch(table, "explicit", &rules->is_explicit));
  return ReadSwitch(table, "implicit", &rules->is_implicit);
}

}  // namespace

uint64_t CacheRules::Kept(uint64_t prefix) const noexcept {
  if (prefix < minimum) return 0;
  return prefix - prefix % block;
}

uint64_t CacheRules::Kept(uint64_t prefix, std::span<const uint64_t> marks) const noexcept {
  if (marks.empty() && !is_explicit) return Kept(prefix);
  uint64_t last = 0;
  for (const uint64_t mark : marks) last = mark <= prefix && mark > last ? mark : last;
  return Kept(last);
}

bool CacheRules::Writes(std::span<const uint64_t> marks) const noexcept {
  return !is_explicit || !marks.empty();
}

double CacheRules::Cost(uint64_t kept, uint64_t all, bool is_written) const noexcept {
  const auto hits = static_cast<double>(kept < all ? kept : all);
  const double rest = (static_cast<double>(all) - hits) * (is_written ? write : 1);
  return (hits * read + rest) * input;
}

Result<CacheRules> ReadRules(const Value& table, std::string_view model) {
  CacheRules rules;
  if (!table.is_map()) return Report(Code::kInvalidParams, "`prices` must be a map");
  TRY(ReadEntry(table, &rules));
  const Value* models = FindItem(table, "models");
  if (!models || !models->is_list()) return rules;
  const std::string name = Plain(model);
  const Value* best = nullptr;
  size_t longest = 0;
  for (const Value& entry : models->items()) {
    const Value* match = entry.is_map() ? FindItem(entry, "match") : nullptr;
    if (!match || !match->is_string()) return Wrong("models", "a list of maps with a `match`");
    const std::string wanted = Plain(match->as_string());
    if (wanted.size() <= longest || name.find(wanted) == name.npos) continue;
    longest = wanted.size();
    best = &entry;
  }
  if (best) TRY(ReadEntry(*best, &rules));
  return rules;
}

Result<CacheRules> RulesOf(std::string_view provider, std::string_view model, Heap* heap) {
  const std::string_view text = PriceTable(provider, Plain(model));
  if (text.empty()) return CacheRules();
  const Source source("prices", text, Nature::kData);
  return ReadRules(TRY(ReadJsonData(source, heap, Limits())), model);
}

}  // namespace galley::diff
