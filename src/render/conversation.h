// Conversation: the messages a model should see, and why each is there.
#ifndef GALLEY_RENDER_CONVERSATION_H_
#define GALLEY_RENDER_CONVERSATION_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compile/artifact.h"
#include "galley/diagnostic.h"
#include "history/message.h"
#include "value/value.h"

namespace galley::chat {

using history::Message;

// What a ceiling has left: `global`, `slot:turns`, `node:slots.turns.plan[0]`, `lane:lore`.
struct CeilingLeft {
  std::string name;
  uint64_t left;
};

// One decision of a render, in the order in which they were taken.
struct LedgerRecord {
  enum class Event : uint8_t { kEmit, kSkip, kStop, kInsert, kMerge, kShrink, kFrame } event;
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
    kEvicted,         // what is left out of a list is rounded up
    kUnansweredCall,  // its calls get no result, and there was nothing else in it
    kOrphanResult,    // no calls stand before it
  } reason = Reason::kNone;
  std::string where = {};  // the path of the node
  std::optional<Role> role = {};
  std::optional<uint64_t> tokens = {};
  std::string limit = {};  // what refused: `global`, `slot:turns`, `floor:layout`, ...
  uint64_t needed = 0;     // with a limit
  uint64_t left = 0;
  uint32_t message = kAbsent;  // in Conversation::messages
  std::string source = {};
  std::string unit = {};                       // of a history: `turn:3`, `step:3.2`
  uint32_t item = kAbsent;                     // its message, in the history
  std::optional<uint64_t> tokens_before = {};  // of what was shrunk
  std::vector<uint32_t> loop = {};             // indices of the loops around it, outermost first
  uint32_t line = 0;                           // in the document; 0: not known
  std::vector<std::string> soft = {};          // the soft targets that this message goes beyond
  std::vector<CeilingLeft> ceilings = {};      // those over this message, after it, outermost first
  bool is_anchor = false;                      // it tells of an anchor, not of a message
  uint64_t unreached = 0;                      // items of a loop that ended before them
};

std::string_view EventName(LedgerRecord::Event event) noexcept;
std::string_view ReasonName(LedgerRecord::Reason reason) noexcept;

// What became of the items of a `forEach`, all its runs together, or of the turns of a
// history.  An item counts once, whatever is in it.
struct LoopCount {
  uint32_t node = 0;   // of the plan
  uint64_t items = 0;  // after `limit`
  uint64_t shown = 0;  // that printed something
  uint64_t over_budget = 0;

  // Neither: a condition was false, data were missing, something failed.
  uint64_t skipped() const noexcept { return items - shown - over_budget; }
};

// A loop around what was printed, with the item at hand.
struct TracedLoop {
  uint32_t node = 0;   // of the plan
  uint32_t index = 0;  // of the item, in the list that the source gave
  Value item;
};

// What was printed, or printed nothing, and for which items.  Owns nothing: it points into the
// artifact and the heap of the render.
struct Traced {
  std::string_view where = {};  // as the ledger has it
  uint32_t line = 0;            // in the document; 0: not known
  uint32_t leaf = kAbsent;      // of `parts`
  uint32_t from = kAbsent;      // ref, where it is no leaf
  const Parts* parts = nullptr;
  uint32_t block = kAbsent;
  std::span<const TracedLoop> loops = {};  // outermost first
  Value payload = {};                      // of an injection
  bool is_shrunk = false;                  // of a history: a part of it stands for a longer one
};

// A part of a message.
struct TracedPiece {
  Traced by;
  uint32_t message = 0;
  uint32_t begin = 0;  // bytes of its text; a line break that joins belongs to the later piece
  uint32_t end = 0;
};

// From the bytes of a conversation to what printed them.
struct Trace {
  std::vector<TracedPiece> pieces;  // in the order of the messages
  std::vector<Traced> nothing;      // what printed nothing, though there were tokens for it
};

// What printed a part of a message.
struct Origin {
  uint32_t message = 0;
  uint32_t place = kAbsent;  // of the artifact; kAbsent: it was inserted
};

struct Conversation {
  std::vector<Message> messages;
  uint64_t tokens = 0;  // consumed
  std::vector<LedgerRecord> ledger;
  Trace trace;                   // where it was asked for
  std::vector<LoopCount> loops;  // one a `forEach` or history, in the order of the document
  Value tools;                   // a list, or undefined
  std::vector<Origin> origins;   // in the order of messages, where the template has `cache: auto`
  uint32_t newest_elided = kAbsent;  // message: the outputs of the newest step that was shrunk
  // What failed or did not fit, at most kMostFindings; an error among them: the render
  // is not what the template asks for.
  std::vector<Diagnostic> findings;

  static constexpr size_t kMostFindings = 100;
};

}  // namespace galley::chat

#endif  // GALLEY_RENDER_CONVERSATION_H_
