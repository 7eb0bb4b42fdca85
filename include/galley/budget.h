// BudgetManager: who decides what still fits into the context of a model.
//
// Rendering a chat template asks it before every message and tells it of every
// message that was printed.  The default one does the arithmetic described in
// docs/chat.md; a caller may bring its own.
#ifndef GALLEY_BUDGET_H_
#define GALLEY_BUDGET_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "galley/export.h"

namespace galley {

// What refused a text, for the ledger.
struct BudgetRefusal {
  enum class By : uint8_t { kGlobal, kFloor, kCeiling } by = By::kGlobal;
  size_t index = 0;   // the lane of the floor, or the ceiling, outermost first
  uint64_t left = 0;  // tokens that would have fitted
};

// One render uses one manager, from one thread.  Lanes are numbers given by the
// renderer; lane 0 is the layout's.
class GALLEY_EXPORT BudgetManager {
 public:
  virtual ~BudgetManager();

  // How many tokens `text`, valid UTF-8, takes.
  virtual uint64_t Estimate(std::string_view text) const = 0;

  // How many tokens `text` adds to a message that ends with `before`, the line break between
  // them included.  One that does not look at neighbours counts the text alone.
  virtual uint64_t EstimateAfter(std::string_view before, std::string_view text) const {
    static_cast<void>(before);
    return Estimate(text);
  }
  // What a message of `role` takes besides its text, and a request besides its messages.
  virtual uint64_t MessageCost(std::string_view role) const {
    static_cast<void>(role);
    return 0;
  }
  virtual uint64_t RequestCost() const { return 0; }
  // Whether it does look at neighbours: then texts that become one message are counted as
  // they are joined.
  virtual bool CountsJoined() const { return false; }

  // True while any tokens are left outside the floors of other lanes.
  virtual bool HasAny() const = 0;
  // Whether `tokens` more fit, looking at the outermost `ceilings` of the open
  // ceilings only.
  virtual bool Fits(uint64_t tokens, size_t ceilings) const = 0;
  // Why they do not.
  virtual BudgetRefusal Refusal(uint64_t tokens, size_t ceilings) const = 0;
  virtual void Consume(uint64_t tokens) = 0;
  // Takes back what was consumed for something that is gone again; ceilings and floors stay
  // as they are.
  virtual void GiveBack(uint64_t tokens);
  virtual uint64_t consumed() const = 0;
  // What is left of the whole, for the ledger; UINT64_MAX where that has no end or is not
  // known.
  virtual uint64_t left() const { return UINT64_MAX; }

  // A ceiling for what is consumed until it is popped.
  virtual void PushCeiling(uint64_t tokens) = 0;
  virtual void PopCeiling() = 0;

  // What is consumed in a lane is drawn from its floor first; what others consume
  // never is.
  virtual void EnterLane(size_t lane) = 0;
  virtual void LeaveLane() = 0;
  virtual void Reserve(size_t lane, uint64_t tokens) = 0;
  // Gives back at most `tokens` of what the lane still has.
  virtual void Release(size_t lane, uint64_t tokens) = 0;
};

// How many tokens `text`, valid UTF-8, takes.  Called on the thread that renders; must
// not throw.
using EstimateFunction = uint64_t (*)(std::string_view text, void* data);

// A way to count tokens, such as the tokenizer of a model, by its name.
struct Estimator {
  std::string_view name;
  EstimateFunction function;
  void* data = nullptr;  // handed to the function
};

}  // namespace galley

#endif  // GALLEY_BUDGET_H_
