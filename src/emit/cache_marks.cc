// Candidates are found on the outline, since only there it is known what a request holds and in
// which order; then they are taken in the order of what they save.
#include "emit/cache_marks.h"

#include <algorithm>
#include <optional>

#include "emit/outline.h"

namespace galley {
namespace {

using chat::kAbsent;
using chat::Volatility;
using Reason = CacheMark::Reason;

constexpr size_t kMostMarks = 4;
constexpr size_t kNowhere = SIZE_MAX;

// A place that could have a mark, in the order of the request.
struct Spot {
  uint32_t message = kAbsent;  // the last that it is made of; kAbsent: the last tool
  uint64_t tokens = 0;         // up to its end
  uint64_t last_block = 0;     // its number in the request
  Volatility running = Volatility::kConstant;
  bool is_leading_system = false;
  bool takes_mark = true;  // what the provider has marks for
  bool is_elided = false;
  uint8_t reasons = 0;  // of CacheMark
  std::string_view ttl = {};

  bool is_marked() const noexcept { return reasons != 0; }
};

class MarkPlacer {
 public:
  MarkPlacer(const Outgoing& outgoing, Provider provider, const MarkPlan& plan,
             const MarkRules& rules, Heap* heap)
      : outgoing_(outgoing), provider_(provider), plan_(plan), rules_(rules), heap_(heap) {}

  std::vector<CacheMark> Place() {
    FindSpots();
    const size_t stable = FindHead();
    const size_t session = FindLast(Volatility::kSession);
    size_t turn = FindLast(Volatility::kTurn);
    if (turn == kNowhere) turn = FindLast(Volatility::kRequest);
    Set(turn, Reason::kTurn);
    if (stable != kNowhere) {
      Set(stable, spots_[stable].message == kAbsent ? Reason::kTools : Reason::kSystem);
    }
    Set(session, Reason::kSession);
    Set(FindElided(), Reason::kElision);
    SetBetween(turn);
    return Collect();
  }

 private:
  void FindSpots() {
    Losses unsaid;  // told of when the request is written
    Outline outline = MakeOutline(outgoing_, provider_, heap_, &unsaid);
    MoveSystemMessages(outgoing_, provider_, &outline, &unsaid);
    uint64_t tokens = plan_.tool_tokens;
    uint64_t blocks = outgoing_.tools.size();
    if (!outgoing_.tools.empty()) {
      Spot tools;
      tools.tokens = tokens;
      tools.last_block = blocks - 1;
      tools.takes_mark = provider_ == Provider::kAnthropic;
      spots_.push_back(tools);
    }
    bool leads = true;
    Volatility running = Volatility::kConstant;
    for (const OutlineMessage& message : outline) {
      leads &= message.is_system();
      Spot spot;
      spot.message = static_cast<uint32_t>(message.last);
      for (size_t at = message.index; at <= message.last; ++at) {
        tokens += plan_.tokens[at];
        running = std::max(running, plan_.classes[at]);
        spot.is_elided |= at == plan_.newest_elided;
      }
      blocks += message.parts.size();
      spot.tokens = tokens;
      spot.last_block = blocks - 1;
      spot.running = running;
      spot.is_leading_system = leads;
      spot.takes_mark = TakesMark(message);
      if (message.cache && spot.takes_mark) {
        spot.reasons = CacheMark::Bit(Reason::kHand);
        spot.ttl = message.ttl;
        ++set_;
      }
      spots_.push_back(spot);
    }
  }

  // OpenAI marks what goes in; Anthropic everything but thinking.
  bool TakesMark(const OutlineMessage& message) const {
    if (provider_ != Provider::kAnthropic) {
      return !message.is_assistant() && HasContent(message);
    }
    return std::any_of(message.parts.begin(), message.parts.end(), [](const history::Part& part) {
      return part.type != history::Part::Type::kThinking;
    });
  }

  // A result without content has no part to be marked.
  static bool HasContent(const OutlineMessage& message) {
    return !message.is_tool() || !message.parts.back().content().empty();
  }

  // The last leading message of the system, else the last tool.
  size_t FindHead() const {
    size_t found = kNowhere;
    for (size_t at = 0; at < spots_.size(); ++at) {
      if (spots_[at].is_leading_system && spots_[at].takes_mark) found = at;
    }
    const bool has_tool = !spots_.empty() && spots_[0].message == kAbsent && spots_[0].takes_mark;
    return found == kNowhere && has_tool ? 0 : found;
  }

  // The last message whose class is `most` or lower.
  size_t FindLast(Volatility most) const {
    for (size_t at = spots_.size(); at-- > 0;) {
      const Spot& spot = spots_[at];
      if (spot.message != kAbsent && spot.takes_mark && spot.running <= most) return at;
    }
    return kNowhere;
  }

  size_t FindElided() const {
    const auto at = std::find_if(spots_.begin(), spots_.end(), [](const Spot& spot) {
      return spot.is_elided && spot.takes_mark;
    });
    return at == spots_.end() ? kNowhere : static_cast<size_t>(at - spots_.begin());
  }

  // Equal places are one mark.
  void Set(size_t at, Reason reason) {
    if (at == kNowhere || spots_[at].tokens < rules_.minimum) return;
    Spot& spot = spots_[at];
    if (!spot.is_marked()) {
      if (set_ >= kMostMarks) return;
      ++set_;
    }
    spot.reasons = static_cast<uint8_t>(spot.reasons | CacheMark::Bit(reason));
  }

  // Where more blocks than are looked at lie between the last mark and the one before it, one
  // more stands between them, so that a request that adds as many still finds it.
  void SetBetween(size_t turn) {
    if (rules_.lookback == 0 || turn == kNowhere || !spots_[turn].is_marked()) return;
    const uint64_t last = spots_[turn].last_block;
    size_t before = turn;
    while (before > 0 && !spots_[before - 1].is_marked()) --before;
    if (before == 0 || last - spots_[before - 1].last_block - 1 <= rules_.lookback) return;
    const uint64_t wanted = last - rules_.lookback;
    for (size_t at = before; at < turn; ++at) {
      if (spots_[at].last_block < wanted) continue;
      // Where that message takes no mark, the one before it is near enough.
      while (at > before && !spots_[at].takes_mark) --at;
      if (spots_[at].takes_mark) Set(at, Reason::kBlocks);
      return;
    }
  }

  // A provider wants marks that last long before those that do not.
  std::vector<CacheMark> Collect() const {
    constexpr uint8_t kLong = CacheMark::Bit(Reason::kSystem) | CacheMark::Bit(Reason::kTools) |
                              CacheMark::Bit(Reason::kSession);
    std::vector<CacheMark> marks;
    bool may_be_long = true;
    for (const Spot& spot : spots_) {
      if (!spot.is_marked()) continue;
      CacheMark mark;
      mark.message = spot.message;
      mark.reasons = spot.reasons;
      mark.tokens = spot.tokens;
      const bool is_by_hand = (spot.reasons & CacheMark::Bit(Reason::kHand)) != 0;
      if (is_by_hand) mark.ttl = spot.ttl;
      if (!is_by_hand && (spot.reasons & kLong) != 0 && may_be_long) {
        mark.ttl = TtlFor(provider_, plan_.ttl);
      }
      may_be_long &= provider_ != Provider::kAnthropic || mark.ttl == "1h";
      marks.push_back(std::move(mark));
    }
    return marks;
  }

  const Outgoing& outgoing_;
  Provider provider_;
  const MarkPlan& plan_;
  const MarkRules& rules_;
  Heap* heap_;
  std::vector<Spot> spots_;
  size_t set_ = 0;  // marks
};

}  // namespace

bool TakesMarks(const Outgoing& outgoing, Provider provider) noexcept {
  if (provider == Provider::kAnthropic) return true;
  const bool is_openai = provider == Provider::kOpenAi || provider == Provider::kResponses;
  return is_openai && TakesBreakpoints(outgoing);
}

std::vector<CacheMark> PlaceMarks(const Outgoing& outgoing, Provider provider, const MarkPlan& plan,
                                  const MarkRules& rules, Heap* heap) {
  if (!TakesMarks(outgoing, provider)) return {};
  return MarkPlacer(outgoing, provider, plan, rules, heap).Place();
}

std::vector<std::string_view> ReasonsOf(const CacheMark& mark) {
  constexpr std::string_view kNames[] = {"hand",    "system", "tools", "session",
                                         "elision", "turn",   "blocks"};
  std::vector<std::string_view> names;
  for (size_t at = 0; at < std::size(kNames); ++at) {
    if (mark.reasons >> at & 1) names.push_back(kNames[at]);
  }
  return names;
}

}  // namespace galley
