// Groups of a lane: which one a request belongs to, and what stands before and after
// the messages of one `groupId`.
#include <algorithm>
#include <string>

#include "pattern/pattern.h"
#include "pattern/utf16.h"
#include "render/renderer.h"

namespace galley::chat {

// The bundle of a request that names one; null for others.  Its group is looked for once.
Renderer::Bundle* Renderer::FindBundle(const Injection& injection, const ActiveLane& lane) {
  if (injection.group.empty() || lane.groups.empty()) return nullptr;
  const auto [bundle, is_new] = bundles_.Insert(injection.group, {});
  if (is_new) bundle->group = FindGroup(injection.group, lane);
  return bundle;
}

// By id, then by pattern, then whichever takes all; `id` may be empty.
const LaneGroup* Renderer::FindGroup(std::string_view id, const ActiveLane& lane) {
  if (lane.groups.empty() || !Step(lane.groups.size())) return nullptr;
  const auto first = [&](auto fits) {
    const auto found = std::find_if(lane.groups.begin(), lane.groups.end(), fits);
    return found == lane.groups.end() ? nullptr : &*found;
  };
  if (!id.empty()) {
    if (const LaneGroup* group = first([&](const LaneGroup& each) { return each.id == id; })) {
      return group;
    }
    const std::u16string units = ToUtf16(id);
    const auto matches = [&](const LaneGroup& each) { return Matches(each, lane, units); };
    if (const LaneGroup* group = first(matches)) return group;
  }
  return first([](const LaneGroup& each) { return each.id.empty() && each.match == kAbsent; });
}

// One search takes at most half of the steps that are left; what takes longer is no match.
bool Renderer::Matches(const LaneGroup& group, const ActiveLane& lane, std::u16string_view id) {
  if (group.match == kAbsent || stopped()) return false;
  const uint64_t allowance = heap_.meter().steps_left() / 2;
  uint64_t left = allowance;
  PatternSearch search(*lane.group_parts->patterns[group.match], id, limits_, &left);
  const Found found = search.Find(0);
  Step(allowance - left);
  if (found == Found::kLimit) NotePatternLimit(group, lane);
  return found == Found::kYes;
}

// What stands before or after the messages of a group.
Renderer::Insertion Renderer::MakeWrapper(const LaneGroup& group, const ActiveLane& lane,
                                          bool closes) {
  const Value layers[] = {lane.lower_payload, lane.payload, group.payload};
  Insertion wrapper;
  wrapper.leaf = &lane.group_parts->leaves[closes ? group.closing : group.opening];
  wrapper.payload = MergePayloads(layers);
  wrapper.role = group.role.value_or(lane.role);
  wrapper.group = &group;
  wrapper.lane = &lane;
  wrapper.closes = closes;
  return wrapper;
}

// A message of a bundle went in.  Without an opening so far, one is tried before it.
void Renderer::Bundled(Bundle* bundle, const ActiveLane& lane, MessageOrder::Inserted inserted) {
  bundle->last = inserted;
  if (bundle->opened || bundle->group->opening == kAbsent) return;
  const uint32_t place = order_of_messages_.PlaceOf(inserted);
  bundle->opened = Insert(MakeWrapper(*bundle->group, lane, false), place).has_value();
}

// Closes what was opened, the last places first, so that none moves another.
void Renderer::CloseBundles(const ActiveLane& lane) {
  struct Ending {
    uint32_t place;
    const LaneGroup* group;
  };
  if (bundles_.empty()) return;
  std::vector<Ending> endings;
  for (const auto& [id, bundle] : bundles_) {
    if (!bundle.opened || bundle.group->closing == kAbsent) continue;
    endings.push_back({order_of_messages_.PlaceOf(*bundle.last), bundle.group});
  }
  std::sort(endings.begin(), endings.end(),
            [](const Ending& a, const Ending& b) { return a.place > b.place; });
  for (const Ending& ending : endings) {
    if (!Step()) break;
    Insert(MakeWrapper(*ending.group, lane, true), ending.place + 1);
  }
  bundles_ = decltype(bundles_)();
}

}  // namespace galley::chat
