#include "workspace/chat_changes.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "base/ordered_map.h"
#include "base/try.h"

namespace galley::workspace {
namespace {

constexpr size_t kGrid = 16;
constexpr size_t kLeastRenders = 256;
constexpr size_t kRendersPerPoint = 16;

// The parts that a budget gives, in their order.
using Parts = std::vector<uint32_t>;

struct Probe {
  uint64_t budget;
  Parts parts;
};

// A budget at which the parts are others than just below.
struct Change {
  uint64_t budget;
  bool exact;
};

class ChangeSearch {
 public:
  ChangeSearch(ChatSession* session, size_t most_renders)
      : session_(session), renders_left_(most_renders) {}

  Result<std::vector<Change>> Run(uint64_t from, uint64_t to) {
    std::vector<Probe> grid;
    for (const uint64_t budget : GridOf(from, to)) grid.push_back(TRY(Try(budget)));
    std::deque<std::pair<Probe, Probe>> intervals;
    for (size_t at = 1; at < grid.size(); ++at) intervals.emplace_back(grid[at - 1], grid[at]);
    while (!intervals.empty()) {
      const auto [low, high] = std::move(intervals.front());
      intervals.pop_front();
      if (low.parts == high.parts) continue;
      const bool is_last = high.budget - low.budget == 1;
      if (is_last || renders_left_ == 0 || session_->is_tired()) {
        changes_.push_back({high.budget, is_last});
        continue;
      }
      const Probe middle = TRY(Try(low.budget + (high.budget - low.budget) / 2));
      intervals.emplace_back(low, middle);
      intervals.emplace_back(middle, high);
    }
    std::sort(changes_.begin(), changes_.end(),
              [](const Change& a, const Change& b) { return a.budget < b.budget; });
    return std::move(changes_);
  }

 private:
  // From `from` to `to`, each step larger than the one before by the same factor.
  static std::vector<uint64_t> GridOf(uint64_t from, uint64_t to) {
    std::vector<uint64_t> grid = {from};
    const auto first = static_cast<double>(std::max<uint64_t>(from, 1));
    const double factor = std::pow(static_cast<double>(to) / first, 1.0 / kGrid);
    for (size_t at = 1; at < kGrid; ++at) {
      const auto budget = static_cast<uint64_t>(first * std::pow(factor, static_cast<double>(at)));
      if (budget > grid.back() && budget < to) grid.push_back(budget);
    }
    if (to > from) grid.push_back(to);
    return grid;
  }

  Result<Probe> Try(uint64_t budget) {
    if (renders_left_ > 0) --renders_left_;
    const chat::Conversation& conversation = *TRY(session_->Render(budget, false, true));
    Probe probe{budget, Parts(conversation.messages.size())};
    for (const chat::LedgerRecord& record : conversation.ledger) {
      const bool is_printed = record.event == chat::LedgerRecord::Event::kEmit ||
                              record.event == chat::LedgerRecord::Event::kInsert;
      if (!is_printed || record.message == chat::kAbsent) continue;
      probe.parts[record.message] = NumberOf(record);
    }
    return probe;
  }

  // The same for the same text of any render; above 0.
  uint32_t NumberOf(const chat::LedgerRecord& record) {
    std::string identity = record.where;
    for (const uint32_t index : record.loop) identity += ' ' + std::to_string(index);
    const auto next = static_cast<uint32_t>(numbers_.size() + 1);
    return *numbers_.Insert(std::move(identity), next).first;
  }

  ChatSession* session_;
  size_t renders_left_;
  OrderedMap<uint32_t> numbers_;
  std::vector<Change> changes_;
};

// Where more changes were found than may be shown, some stand for those before them.
std::vector<chat::WhatIfPoint> Thinned(const std::vector<Change>& changes, size_t most) {
  std::vector<chat::WhatIfPoint> points;
  const size_t count = std::min(changes.size(), most);
  size_t begin = 0;
  for (size_t at = 0; at < count; ++at) {
    const size_t end = (at + 1) * changes.size() / count;
    chat::WhatIfPoint point;
    point.told.max_tokens = changes[end - 1].budget;
    point.exact = changes[end - 1].exact;
    point.changes = static_cast<uint32_t>(end - begin);
    points.push_back(std::move(point));
    begin = end;
  }
  return points;
}

}  // namespace

chat::Explainer ExplainerOf(const ChatSession& session) {
  return chat::Explainer(session.artifact(), session.lane_defaults(), session.injections(),
                         !session.file().empty());
}

Result<chat::Explanation> ExplainAt(const chat::Explainer& explainer, uint64_t max_tokens,
                                    ChatSession* session) {
  std::vector<size_t> sizes;
  const chat::Conversation& final = *TRY(session->Render(max_tokens, session->squash(), false));
  for (const chat::Message& message : final.messages) sizes.push_back(message.content.size());
  const chat::Conversation& apart = *TRY(session->Render(max_tokens, false, true));
  return explainer.Explain(apart, sizes, max_tokens);
}

Result<chat::WhatIf> FindChanges(const chat::Explainer& explainer, uint64_t from, uint64_t to,
                                 size_t most_points, ChatSession* session) {
  const size_t renders = std::max(kLeastRenders, most_points * kRendersPerPoint);
  const std::vector<Change> changes = TRY(ChangeSearch(session, renders).Run(from, to));
  chat::WhatIf found;
  found.from = from;
  found.to = to;
  found.changes = changes.size();
  found.points = Thinned(changes, most_points > 1 ? most_points - 1 : 1);
  chat::WhatIfPoint first;
  first.told.max_tokens = from;
  first.changes = 0;
  found.points.insert(found.points.begin(), std::move(first));
  for (size_t at = 0; at < found.points.size(); ++at) {
    chat::WhatIfPoint& point = found.points[at];
    point.told = TRY(ExplainAt(explainer, point.told.max_tokens, session));
    if (at > 0) chat::Compare(found.points[at - 1].told, &point);
  }
  return found;
}

}  // namespace galley::workspace
