// Explanation: a conversation told for people: what every message is made of, what
// each budget was spent on, and why something is missing.
//
// It is read from the ledger of one render and the artifact behind it; everything in
// it is a copy, so it outlives both.
#ifndef GALLEY_EMIT_EXPLANATION_H_
#define GALLEY_EMIT_EXPLANATION_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ordered_map.h"
#include "render/conversation.h"

namespace galley::chat {

// One text that was printed; several may have become one message.
struct ExplainedPart {
  std::string where;           // the path of the node
  std::vector<uint32_t> loop;  // indices of the loops around it, outermost first
  std::string source;          // where its data came from; empty: the template alone
  std::string slot;            // of a part of a slot; empty elsewhere
  uint32_t line = 0;           // in the file of the template; 0: not known
  uint32_t message = 0;        // in Explanation::messages
  uint64_t tokens = 0;
  Role role = Role::kUser;
  std::string content;
};

struct ExplainedMessage {
  Role role = Role::kUser;
  bool prefix = false;
  uint64_t tokens = 0;
  Run parts;
};

// What was spent under one ceiling.
struct BudgetUse {
  enum class Kind : uint8_t { kWhole, kLayout, kSlot, kLane, kTools, kFrame } kind = Kind::kWhole;
  std::string name;  // of a slot or lane
  uint64_t tokens = 0;
  uint64_t limit = UINT64_MAX;  // UINT64_MAX: none of its own
  uint64_t reserve = 0;         // of a lane
  int64_t priority = 0;         // of a slot
  uint32_t messages = 0;
  uint64_t items = 0;    // of its loops
  uint64_t shown = 0;    // of these, that printed something
  uint64_t dropped = 0;  // items, and messages outside of loops, for want of tokens
  uint32_t refused = 0;  // of anything, because this ceiling was too low
};
std::string_view BudgetKindName(BudgetUse::Kind kind) noexcept;

// Something that printed nothing or was shrunk, or a loop that ended early.
struct Drop {
  LedgerRecord record;
  std::string source;  // of the loop around it where the record has none
  std::string why;     // in plain words
};

struct Explanation {
  std::string name;  // of the template
  uint64_t tokens = 0;
  uint64_t max_tokens = UINT64_MAX;
  std::string_view exactness;  // `text-exact`, a word of the program
  std::string counted;         // how: `o200k, text-exact`; with the margin of an estimate
  std::vector<ExplainedMessage> messages;
  std::vector<ExplainedPart> parts;  // in the order of the conversation
  std::vector<BudgetUse> budgets;    // the whole, the layout, slots as they fill, lanes
  std::vector<Drop> drops;           // in the order in which it was decided
  std::vector<LoopCount> loops;
  std::vector<Diagnostic> findings;  // of the render
};

// 1,500
std::string InThousands(uint64_t number);
// How people call things, wherever an explanation is shown.
std::string LabelOf(const BudgetUse& use);     // slot turns
std::string NotesOf(const BudgetUse& use);     // 8 messages, 8 of 9 items, 1 dropped
std::string FactsOf(const Explanation& told);  // 5 messages, 862 of 900 tokens, 1 dropped
// Where the data of a part came from: `turns[3]`; nothing for the template alone.
std::string SourceLabel(std::string_view source, const std::vector<uint32_t>& loop);
// The same of what is missing, with its turn where it is of a history: `messages turn:3`.
std::string LabelOf(const Drop& drop);
// What the tokens of `use` are compared with: its limit, else that of the whole.
uint64_t ScaleOf(const BudgetUse& use, const Explanation& told) noexcept;

// Reads explanations of renders of one template.
class Explainer {
 public:
  // All three outlive it; the latter two may be null.  `has_file`: lines of the document
  // are lines of a file.
  Explainer(const Artifact& artifact, const LaneDefaults* defaults, const Injections* injections,
            bool has_file);

  // Tells what the provider puts around messages too, as the last of the budgets.
  void AddFrame();

  // Of a render within `max_tokens`, with a ledger and with each part a message of its
  // own.  `sizes` are the bytes of the messages that the parts become.
  Explanation Explain(const Conversation& apart, std::span<const size_t> sizes,
                      uint64_t max_tokens) const;

 private:
  // What the artifact knows of a path in the ledger.
  struct Origin {
    std::string_view source;
    uint32_t budget = kAbsent;  // in Explanation::budgets
    uint64_t limit = UINT64_MAX;
    bool is_slot = false;      // a slot itself, not a part of its plan
    bool is_required = false;  // without it the render fails
  };

  void ReadTools();
  void ReadLayout();
  void ReadEntries(Run entries);
  void ReadSlots();
  void ReadPlan(uint32_t slot, uint32_t budget);
  void ReadLanes(const LaneDefaults* defaults, const Injections* injections);
  void ReadLane(const Lane& lane);
  void ReadInjections(const Injections* injections);

  const Origin* Find(std::string_view where) const { return origins_.Find(where); }
  void AddParts(const Conversation& apart, Explanation* told) const;
  static void AddMessages(const Conversation& apart, std::span<const size_t> sizes,
                          Explanation* told);
  void AddDrop(const LedgerRecord& record, Explanation* told) const;
  // What loops left out is counted by their items.
  void AddLoops(const Conversation& apart, Explanation* told) const;
  // Whether a record tells of a message outside of loops that did not fit.  A condition
  // that is false drops nothing.
  static bool IsDropped(const LedgerRecord& record) noexcept;
  std::string Why(const LedgerRecord& record, std::string_view source, uint64_t max_tokens) const;
  std::string OverBudget(const LedgerRecord& record, uint64_t max_tokens) const;
  static std::string OutOfBudget(const LedgerRecord& record);
  // The ceiling that a limit of the ledger names, in Explanation::budgets, or kAbsent.
  uint32_t CeilingOf(std::string_view limit) const;

  const Artifact& artifact_;
  bool has_file_;
  std::vector<BudgetUse> budgets_;  // with nothing spent yet
  uint32_t frame_ = kAbsent;        // in `budgets_`
  OrderedMap<Origin> origins_;      // by path
  OrderedMap<uint32_t> lanes_;      // in budgets_, by id
};

}  // namespace galley::chat

#endif  // GALLEY_EMIT_EXPLANATION_H_
