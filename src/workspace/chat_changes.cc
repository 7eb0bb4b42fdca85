// Tries budgets on a grid that grows by a factor and searches between those whose results
// differ.  Only digests of what was tried are kept.
#include "workspace/chat_changes.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "base/ordered_map.h"
#include "base/sha256.h"
#include "base/try.h"
#include "diag/report.h"
#include "workspace/chat_records.h"

namespace galley::workspace {
namespace {

constexpr size_t kGrid = 16;
constexpr size_t kLeastRenders = 256;
constexpr size_t kRendersPerPoint = 16;

// A budget that was tried.  Of the parts it gives, in their order, the digest is kept:
// thousands of budgets with thousands of parts are tried.
struct Probe {
  uint64_t budget;
  std::string parts;
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
      if (is_last || renders_left_ == 0 || session_->has_spent_its_steps()) {
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
    const chat::Conversation& conversation = *TRY(session_->RenderAnyway(budget, false, true));
    std::vector<uint32_t> parts(conversation.messages.size());
    for (const chat::LedgerRecord& record : conversation.ledger) {
      const bool is_printed = record.event == chat::LedgerRecord::Event::kEmit ||
                              record.event == chat::LedgerRecord::Event::kInsert;
      if (!is_printed || record.message == chat::kAbsent) continue;
      parts[record.message] = NumberOf(record);
    }
    return Probe{budget, Sha256Of({reinterpret_cast<const char*>(parts.data()),
                                   parts.size() * sizeof(uint32_t)})};
  }

  // The same for the same text of any render; above 0.
  uint32_t NumberOf(const chat::LedgerRecord& record) {
    std::string identity = record.where;
    for (const uint32_t index : record.loop) identity += ' ' + std::to_string(index);
    if (record.item != chat::kAbsent) identity += ' ' + std::to_string(record.item);
    const auto next = static_cast<uint32_t>(numbers_.size() + 1);
    return *numbers_.Insert(std::move(identity), next).first;
  }

  ChatSession* session_;
  size_t renders_left_;
  OrderedMap<uint32_t> numbers_;
  std::vector<Change> changes_;
};

// Where more changes were found than may be shown, some stand for those before them.
std::vector<chat::WhatIfPoint> SelectPoints(const std::vector<Change>& changes, size_t most) {
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

// What only a page shows.
void DropTexts(chat::Explanation* told) {
  for (chat::ExplainedPart& part : told->parts) part.content = std::string();
  told->drops = {};
}

// What is needed no more once the next point is compared with it.
void DropParts(chat::Explanation* told) {
  told->parts = {};
  told->messages = {};
}

uint64_t SizeOf(const std::vector<chat::ExplainedPart>& parts) {
  uint64_t bytes = 0;
  for (const chat::ExplainedPart& part : parts) {
    bytes +=
        sizeof part + part.where.size() + part.content.size() + part.loop.size() * sizeof(uint32_t);
  }
  return bytes;
}

uint64_t SizeOf(const chat::WhatIfPoint& point) {
  const chat::Explanation& told = point.told;
  return SizeOf(told.parts) + SizeOf(point.appeared) + SizeOf(point.vanished) +
         told.messages.size() * sizeof(chat::ExplainedMessage) +
         told.drops.size() * sizeof(chat::Drop) + told.budgets.size() * sizeof(chat::BudgetUse);
}

Diagnostic TooMuchToTell() {
  return Report(Code::kLimitHeap, "what changes with the budget takes more than the limit `heap`",
                "ask for fewer points, or for a smaller range of budgets");
}

// How the tokens of a session are counted, in words.
std::string CountedBy(const ChatSession& session, uint64_t tokens, std::string_view exactness) {
  const RequestCounter& counter = *session.counting().counter;
  const uint64_t margin = counter.MarginOf(tokens);
  return std::string(session.estimator()) + ", " + std::string(exactness) +
         (margin > 0 ? " \u00B1 " + std::to_string(margin) : "");
}

}  // namespace

chat::Explainer ExplainerOf(const ChatSession& session) {
  chat::Explainer explainer(session.artifact(), session.lane_defaults(), session.injections(),
                            !session.file().empty());
  if (session.counting().model) explainer.AddFrame();
  return explainer;
}

Result<chat::Explanation> ExplainAt(const chat::Explainer& explainer, uint64_t max_tokens,
                                    ChatSession* session) {
  std::vector<size_t> sizes;
  const chat::Conversation& final =
      *TRY(session->RenderAnyway(max_tokens, session->squash(), false));
  for (const chat::Message& message : final.messages) sizes.push_back(message.content.size());
  const std::string_view exactness = ExactnessOf(*session, final);
  const chat::Conversation& apart = *TRY(session->RenderAnyway(max_tokens, false, true));
  chat::Explanation told = explainer.Explain(apart, sizes, max_tokens);
  told.exactness = exactness;
  told.counted = CountedBy(*session, told.tokens, exactness);
  return told;
}

Result<chat::WhatIf> FindChanges(const chat::Explainer& explainer, uint64_t from, uint64_t to,
                                 size_t most_points, Tell tell, ChatSession* session) {
  session->set_tells_findings(false);
  const size_t renders = std::max(kLeastRenders, most_points * kRendersPerPoint);
  const std::vector<Change> changes = TRY(ChangeSearch(session, renders).Run(from, to));
  chat::WhatIf found;
  found.from = from;
  found.to = to;
  found.changes = changes.size();
  found.points = SelectPoints(changes, most_points > 1 ? most_points - 1 : 1);
  chat::WhatIfPoint first;
  first.told.max_tokens = from;
  first.changes = 0;
  found.points.insert(found.points.begin(), std::move(first));
  uint64_t bytes = 0;
  for (size_t at = 0; at < found.points.size(); ++at) {
    chat::WhatIfPoint& point = found.points[at];
    point.told = TRY(ExplainAt(explainer, point.told.max_tokens, session));
    point.messages = point.told.messages.size();
    if (tell == Tell::kChanges) DropTexts(&point.told);
    if (at > 0) {
      chat::WhatIfPoint& before = found.points[at - 1];
      chat::Compare(before.told, &point);
      if (tell == Tell::kChanges) DropParts(&before.told);
    }
    bytes += SizeOf(point);
    if (tell == Tell::kChanges && bytes > session->most_bytes()) return TooMuchToTell();
  }
  session->set_tells_findings(true);
  return found;
}

}  // namespace galley::workspace
