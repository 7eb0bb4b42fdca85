// Works on turns and steps from the newest back; what it keeps is a suffix, besides what is
// pinned.
#include "history/fill.h"

#include <algorithm>
#include <utility>

#include "base/checked.h"
#include "budget/eviction.h"

namespace galley::history {
namespace {

class Filler {
 public:
  Filler(std::span<const Message> messages, const std::function<uint64_t(uint32_t)>& measure,
         const FillRules& rules, const std::function<bool(uint64_t)>& fits)
      : messages_(messages), measure_(measure), rules_(rules), fits_(fits) {}

  Filling Fill() {
    FindSteps();
    FindTurns();
    // What is rounded up is all that is left out.
    if (rules_.measures_all || rules_.chunk > 0) MeasureAll();
    if (!filling_.turns.empty() && KeepPins() && KeepLast()) {
      KeepOlder();
      if (rules_.chunk > 0) Evict();
    }
    BeginWithUser();
    MarkSteps();
    return std::move(filling_);
  }

 private:
  void FindSteps() {
    for (uint32_t at = 0; at < messages_.size();) {
      Step step{at, at + 1};
      const bool answered = HasCalls(messages_[at]) && step.end < messages_.size() &&
                            messages_[step.end].role == Role::kTool;
      if (answered) ++step.end;
      at = step.end;
      filling_.steps.push_back(step);
    }
  }

  void FindTurns() {
    uint32_t number = 0;
    for (uint32_t at = 0; at < filling_.steps.size(); ++at) {
      const Step& step = filling_.steps[at];
      const bool opens = messages_[step.begin].role == Role::kUser;
      if (opens) ++number;
      if (opens || filling_.turns.empty()) {
        Turn turn;
        turn.number = number;
        turn.begin = at;
        turn.pinned = filling_.turns.size() < rules_.keep_first;
        filling_.turns.push_back(turn);
      }
      Turn& turn = filling_.turns.back();
      turn.end = at + 1;
      for (uint32_t m = step.begin; m < step.end; ++m) turn.pinned |= messages_[m].pin;
    }
  }

  void MeasureAll() {
    for (Turn& turn : filling_.turns) Measure(&turn);
  }

  uint64_t Measure(Turn* turn) {
    if (std::exchange(turn->measured, true)) return turn->tokens;
    for (uint32_t at = turn->begin; at < turn->end; ++at) {
      Step& step = filling_.steps[at];
      for (uint32_t m = step.begin; m < step.end; ++m) {
        step.tokens = SaturatingAdd(step.tokens, measure_(m));
      }
      turn->tokens = SaturatingAdd(turn->tokens, step.tokens);
    }
    return turn->tokens;
  }

  bool Fits(uint64_t tokens) const { return fits_(SaturatingAdd(taken_, tokens)); }
  void Keep(Turn* turn) {
    turn->fate = Turn::Fate::kKept;
    taken_ = SaturatingAdd(taken_, turn->tokens);
  }

  bool KeepPins() {
    for (Turn& turn : filling_.turns) {
      if (!turn.pinned) continue;
      if (!Fits(Measure(&turn))) {
        filling_.refused = static_cast<uint32_t>(&turn - filling_.turns.data());
        filling_.refused_tokens = SaturatingAdd(taken_, turn.tokens);
        return false;
      }
      Keep(&turn);
    }
    return true;
  }

  // True where the newest turn is whole.
  bool KeepLast() {
    Turn& last = filling_.turns.back();
    if (last.pinned) return true;
    if (Fits(Measure(&last))) {
      Keep(&last);
      return true;
    }
    uint32_t first = last.begin;
    if (messages_[filling_.steps[first].begin].role == Role::kUser) {
      Step& user = filling_.steps[first++];
      if (!Fits(user.tokens)) return false;
      user.kept = true;
      taken_ = SaturatingAdd(taken_, user.tokens);
      last.fate = Turn::Fate::kCut;
    }
    for (uint32_t at = last.end; at > first; --at) {
      Step& step = filling_.steps[at - 1];
      if (!Fits(step.tokens)) break;
      step.kept = true;
      taken_ = SaturatingAdd(taken_, step.tokens);
      last.fate = Turn::Fate::kCut;
    }
    return false;
  }

  // Newest first; the first that does not fit ends it.
  void KeepOlder() {
    for (size_t at = filling_.turns.size() - 1; at > 0; --at) {
      Turn& turn = filling_.turns[at - 1];
      if (turn.pinned) continue;
      if (!Fits(Measure(&turn))) return;
      Keep(&turn);
    }
  }

  // Rounds what is left out up to the grid, so that the cut moves seldom.
  void Evict() {
    uint64_t out = 0;
    for (const Turn& turn : filling_.turns) {
      if (turn.fate == Turn::Fate::kOverBudget) out = SaturatingAdd(out, turn.tokens);
    }
    const uint64_t wanted = RoundUpToGrid(out, rules_.chunk);
    for (size_t at = 0; at + 1 < filling_.turns.size() && out < wanted; ++at) {
      Turn& turn = filling_.turns[at];
      if (turn.pinned || turn.fate != Turn::Fate::kKept) continue;
      turn.fate = Turn::Fate::kEvicted;
      out = SaturatingAdd(out, turn.tokens);
    }
  }

  // Only what stands before the first message of the user's can begin otherwise.
  void BeginWithUser() {
    if (rules_.start_with_any) return;
    for (size_t at = 0; at < filling_.turns.size(); ++at) {
      Turn& turn = filling_.turns[at];
      if (!turn.is_shown()) continue;
      const Message* first = FirstOfOthers(turn);
      if (!first) continue;
      if (first->role == Role::kUser) return;
      const bool stays = turn.pinned || at + 1 == filling_.turns.size();
      filling_.assistant_first = stays;
      if (stays) return;
      turn.fate = Turn::Fate::kNotTheUsers;
    }
  }

  // The first message kept of a turn that is not the system's.
  const Message* FirstOfOthers(const Turn& turn) const {
    for (uint32_t at = turn.begin; at < turn.end; ++at) {
      const Step& step = filling_.steps[at];
      if (turn.fate == Turn::Fate::kCut && !step.kept) continue;
      for (uint32_t m = step.begin; m < step.end; ++m) {
        if (messages_[m].role != Role::kSystem) return &messages_[m];
      }
    }
    return nullptr;
  }

  void MarkSteps() {
    for (const Turn& turn : filling_.turns) {
      if (turn.fate == Turn::Fate::kCut) continue;
      const bool kept = turn.fate == Turn::Fate::kKept;
      for (uint32_t at = turn.begin; at < turn.end; ++at) filling_.steps[at].kept = kept;
    }
  }

  std::span<const Message> messages_;
  const std::function<uint64_t(uint32_t)>& measure_;
  const FillRules& rules_;
  const std::function<bool(uint64_t)>& fits_;
  Filling filling_;
  uint64_t taken_ = 0;
};

}  // namespace

bool HasCalls(const Message& message) noexcept {
  if (message.role != Role::kAssistant) return false;
  return std::any_of(message.parts.begin(), message.parts.end(),
                     [](const Part& part) { return part.type == Part::Type::kToolCall; });
}

Filling FillHistory(std::span<const Message> messages,
                    const std::function<uint64_t(uint32_t message)>& measure,
                    const FillRules& rules, const std::function<bool(uint64_t)>& fits) {
  return Filler(messages, measure, rules, fits).Fill();
}

}  // namespace galley::history
