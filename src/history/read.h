// Reading histories: conversations in the form of any provider to canonical messages.
//
// The form is told from each message, so one list may mix them.  Calls and results that do
// not belong together are mended, never passed on: whoever gets the list may rely on each
// result following its call.  Linear in the list; what is wrong is named by index, never by
// value.
#ifndef GALLEY_HISTORY_READ_H_
#define GALLEY_HISTORY_READ_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "galley/diagnostic.h"
#include "galley/result.h"
#include "history/message.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley::history {

// What becomes of results without a call and of calls without a result.
enum class Repair : uint8_t {
  kStub,   // such results go, such calls get a result that says so
  kDrop,   // both go
  kError,  // both are errors
  kKeep,   // both stay, for whoever checks them itself
};
inline constexpr std::string_view kRepairNames[] = {"stub", "drop", "error"};

// What stands in for a result that never came.
inline constexpr std::string_view kNoResult = "no result";

struct ReadOptions {
  // Decides what a message could mean in several forms.
  std::optional<Form> form = {};
  Repair repair = Repair::kStub;
  // Filled with the item that each message comes from, the first of several that became one;
  // null: nobody asks.
  std::vector<uint32_t>* sources = nullptr;
};

// The messages of `items`, which they point into, and into `heap`.  Warns with
// orphan-tool-result and unanswered-tool-call.  Fails with invalid-history,
// duplicate-tool-call, prefix-not-assistant, limit-steps, limit-heap, and with the warnings
// under Repair::kError.
Result<MessageList> ReadMessages(std::span<const Value> items, const ReadOptions& options,
                                 Heap* heap, std::vector<Diagnostic>* warnings);

// A part, or a list of parts, as a message of `role` may hold them: a tool's results only,
// another's anything else.  Fails with invalid-history, limit-steps and limit-heap.
Result<std::vector<Part>> ReadParts(const Value& value, Role role, Heap* heap);

}  // namespace galley::history

#endif  // GALLEY_HISTORY_READ_H_
