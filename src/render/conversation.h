// Conversation: the messages a model should see, and why each is there.
#ifndef GALLEY_RENDER_CONVERSATION_H_
#define GALLEY_RENDER_CONVERSATION_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compile/artifact.h"
#include "galley/diagnostic.h"

namespace galley::chat {

struct Message {
  Role role = Role::kUser;
  bool prefix = false;  // the model goes on from here
  std::string_view content;
};

// What a ceiling has left: `global`, `slot:turns`, `node:slots.turns.plan[0]`, `lane:lore`.
struct CeilingLeft {
  std::string name;
  uint64_t left;
};

// One decision of a render, in the order in which they were taken.
struct LedgerRecord {
  enum class Event : uint8_t { kEmit, kSkip, kStop, kInsert, kMerge } event;
  enum class Reason : uint8_t {
    kNone,
    kConditionFalse,
    kSourceMissing,
    kSourceFailed,
    kSourceNotList,
    kEmptyContent,
    kEmptyInterpolation,
    kLeafFailed,
    kOverBudget,
    kOutOfBudget,
    kSlotEmpty,
    kLaneUnknown,
    kLaneDisabled,
    kNoTemplate,
    kTargetUnresolved,
  } reason = Reason::kNone;
  std::string where = {};  // the path of the node
  std::optional<Role> role = {};
  std::optional<uint64_t> tokens = {};
  std::string limit = {};  // what refused: `global`, `slot:turns`, `floor:layout`, ...
  uint64_t needed = 0;     // with a limit
  uint64_t left = 0;
  uint32_t message = kAbsent;  // in Conversation::messages
  std::string source = {};
  std::vector<uint32_t> loop = {};         // indices of the loops around it, outermost first
  uint32_t line = 0;                       // in the document; 0: not known
  std::vector<std::string> soft = {};      // the soft targets that this message goes beyond
  std::vector<CeilingLeft> ceilings = {};  // those over this message, after it, outermost first
  bool is_anchor = false;                  // it tells of an anchor, not of a message
  uint64_t unreached = 0;                  // items of a loop that ended before them
};

std::string_view EventName(LedgerRecord::Event event) noexcept;
std::string_view ReasonName(LedgerRecord::Reason reason) noexcept;

// What became of the items of a `forEach`, all its runs together.  An item counts once,
// whatever is in it.
struct LoopCount {
  uint32_t node = 0;   // of the plan
  uint64_t items = 0;  // after `limit`
  uint64_t shown = 0;  // that printed something
  uint64_t over_budget = 0;

  // Neither: a condition was false, data were missing, something failed.
  uint64_t skipped() const noexcept { return items - shown - over_budget; }
};

struct Conversation {
  std::vector<Message> messages;
  uint64_t tokens = 0;  // consumed
  std::vector<LedgerRecord> ledger;
  std::vector<LoopCount> loops;  // one for each `forEach`, in the order of the document
  // What failed or did not fit, at most kMostFindings; an error among them: the render
  // is not what the template asks for.
  std::vector<Diagnostic> findings;

  static constexpr size_t kMostFindings = 100;
};

}  // namespace galley::chat

#endif  // GALLEY_RENDER_CONVERSATION_H_
