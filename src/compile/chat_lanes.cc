// Lanes and their groups, as templates, task kinds and callers write them.
#include <algorithm>
#include <memory>
#include <utility>

#include "base/ordered_map.h"
#include "compile/chat_parts.h"
#include "diag/report.h"
#include "pattern/pattern.h"

namespace galley::chat {
namespace {

constexpr int64_t kAnyInteger = INT64_MIN;

}  // namespace

Lane PartsReader::ReadLane(const Item& item) {
  Lane lane;
  Fields fields(reader_, item);
  if (!fields.ok()) return lane;
  lane.place = Place(item);
  lane.id = fields.String("id", Need::kRequired).value_or("");
  lane.enabled = fields.Bool("enabled");
  lane.role = ReadRole(&fields);
  lane.leaf = Leaf(fields.Find("template"));
  lane.order = fields.Integer("order", kAnyInteger);
  const std::optional<int64_t> reserve = fields.Integer("reserveTokens", 0);
  if (reserve) lane.reserve = static_cast<uint64_t>(*reserve);
  lane.budget = ReadBudget(fields.Find("budget"));
  lane.payload = ReadPayload(&fields);
  lane.groups = ReadGroups(fields.Find("groups"));
  fields.WarnOfUnknown();
  return lane;
}

std::vector<Lane> PartsReader::ReadLanes(const Item& list) {
  std::vector<Lane> lanes;
  if (!list || !reader_.IsList(list)) return lanes;
  OrderedMap<bool> ids;
  for (const Item& item : reader_.Items(list)) {
    Lane lane = ReadLane(item);
    const bool is_new = ids.Insert(lane.id, true).second;
    if (!is_new && reader_[item].is_map()) reader_.Wrong(item, "repeats the id of an earlier lane");
    lanes.push_back(std::move(lane));
  }
  return lanes;
}

std::optional<Run> PartsReader::ReadGroups(const Item& list) {
  if (!list || !reader_.IsList(list)) return std::nullopt;
  std::vector<LaneGroup>& groups = parts_->groups;
  const size_t begin = groups.size();
  for (const Item& item : reader_.Items(list)) {
    LaneGroup group = ReadGroup(item);
    group.written = static_cast<uint32_t>(groups.size() - begin);
    groups.push_back(std::move(group));
  }
  std::stable_sort(groups.begin() + static_cast<ptrdiff_t>(begin), groups.end(),
                   [](const LaneGroup& a, const LaneGroup& b) { return a.order < b.order; });
  return Run{static_cast<uint32_t>(begin), static_cast<uint32_t>(groups.size())};
}

LaneGroup PartsReader::ReadGroup(const Item& item) {
  LaneGroup group;
  Fields fields(reader_, item);
  if (!fields.ok()) return group;
  group.place = Place(item);
  group.id = fields.String("id").value_or("");
  group.match = ReadMatch(fields.Find("match"));
  group.leaf = LeafWithText(fields.Find("template"));
  group.opening = LeafWithText(fields.Find("openTemplate"));
  group.closing = LeafWithText(fields.Find("closeTemplate"));
  group.role = ReadRole(&fields);
  group.order = fields.Integer("order", kAnyInteger).value_or(0);
  group.payload = ReadPayload(&fields);
  fields.WarnOfUnknown();
  return group;
}

// A leaf that counts as absent where it is empty.
uint32_t PartsReader::LeafWithText(const Item& item) {
  const bool is_empty = item && reader_[item].is_string() && reader_[item].value.size() == 0;
  return is_empty ? kAbsent : Leaf(item);
}

uint32_t PartsReader::ReadMatch(const Item& item) {
  const std::optional<std::string_view> text = item ? reader_.String(item) : std::nullopt;
  if (!text || text->empty()) return kAbsent;
  Result<Pattern> pattern = Pattern::Compile(*text, PatternFlags(), Limits(), &pattern_steps_);
  if (!pattern) {
    // A group that never matches would be noticed by nobody, so here it is an error.
    const Diagnostic& reason = pattern.error().diagnostics().front();
    Diagnostic finding =
        Report(Code::kInvalidPattern, reader_.findings()->source(), reader_[item].span,
               Quoted(item.path) + ": " + reason.message, reason.hint);
    finding.severity = Severity::kError;
    reader_.findings()->Add(std::move(finding));
    return kAbsent;
  }
  parts_->patterns.push_back(std::make_shared<const Pattern>(*std::move(pattern)));
  return static_cast<uint32_t>(parts_->patterns.size() - 1);
}

}  // namespace galley::chat
