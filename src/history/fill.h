// Filling: which messages of a history a budget has room for.
//
// A history is cut into turns, each from a message of the user's up to the next one, and
// turns into steps: a message with calls and its results, or any other message alone.
// Turns are kept whole but for the newest, which may be cut between steps.  What is kept is
// pinned turns, then one unbroken stretch up to the end.
//
// A pure function of the list and of what fits.  What is never asked for is never measured: where
// filling ends, nobody knows how long the rest is.
#ifndef GALLEY_HISTORY_FILL_H_
#define GALLEY_HISTORY_FILL_H_

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "history/message.h"

namespace galley::history {

struct FillRules {
  uint64_t keep_first = 0;      // turns from the oldest that are pinned
  bool start_with_any = false;  // the first message kept need not be the user's
  uint64_t chunk = 0;           // what is left out is rounded up to a multiple; 0: it is not
  bool measures_all = false;    // also the turns that are left out
};

struct Step {
  uint32_t begin = 0;  // messages
  uint32_t end = 0;
  uint64_t tokens = 0;  // 0 where its turn was not measured
  bool kept = false;
};

struct Turn {
  enum class Fate : uint8_t {
    kKept,
    kCut,  // some of its steps are kept
    kOverBudget,
    kEvicted,
    kNotTheUsers,  // it would come first and begins with another than the user
  };

  uint32_t number = 0;  // 0: what stands before the first message of the user's
  uint32_t begin = 0;   // steps
  uint32_t end = 0;
  uint64_t tokens = 0;
  bool measured = false;
  bool pinned = false;
  Fate fate = Fate::kOverBudget;

  bool is_shown() const noexcept { return fate == Fate::kKept || fate == Fate::kCut; }
};

struct Filling {
  std::vector<Step> steps;
  std::vector<Turn> turns;
  // The pinned turn that does not fit, and what it would have taken; kAbsent where all do.
  uint32_t refused = kAbsent;
  uint64_t refused_tokens = 0;
  bool assistant_first = false;  // what is kept begins with another than the user
};

// `measure` tells the tokens of a message, and is asked once for each at most; `fits` tells
// whether so many in all would.
Filling FillHistory(std::span<const Message> messages,
                    const std::function<uint64_t(uint32_t message)>& measure,
                    const FillRules& rules, const std::function<bool(uint64_t)>& fits);

// Whether the message calls tools.
bool HasCalls(const Message& message) noexcept;

}  // namespace galley::history

#endif  // GALLEY_HISTORY_FILL_H_
