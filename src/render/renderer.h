// Renderer: an Artifact and a context become a Conversation.
//
// The order of a render: prepare the layout and what is required, and reserve their
// floors; merge the lanes and reserve theirs; fill the slots by priority; assemble;
// inject; squash.  Missing data never fail a render; limits do.  What failed or was dropped
// is among the findings of the conversation, and whoever asked for it decides.
#ifndef GALLEY_RENDER_RENDERER_H_
#define GALLEY_RENDER_RENDERER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ordered_map.h"
#include "base/writer.h"
#include "compile/artifact.h"
#include "engine/vm/machine.h"
#include "engine/vm/output.h"
#include "galley/budget.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "history/fill.h"
#include "history/read.h"
#include "history/shrink.h"
#include "render/appearance.h"
#include "render/conversation.h"
#include "render/message_order.h"
#include "render/open_messages.h"
#include "render/recount.h"
#include "render/registry.h"
#include "render/scope.h"
#include "value/heap.h"

namespace galley::chat {

struct ChatRequest {
  const Artifact* artifact = nullptr;
  Value context;  // a map
  Registry* registry = nullptr;
  const Appearance* appearance = nullptr;  // of values that are printed; null: as they are
  BudgetManager* budget = nullptr;
  const LaneDefaults* lane_defaults = nullptr;  // null: none
  const Injections* injections = nullptr;
  history::ImageRule images = {};
  bool squash = true;
  bool count_squashed = true;  // tokens are those of squashed messages, also where these are not
  const RequestRecount* recount = nullptr;  // null: what was consumed is what it takes
  bool explain = false;
  bool trace = false;
  bool tells_findings = true;  // what failed or did not fit; finding its line takes time
  Limits limits;
};

// Keeps its memory between renders, so a warm one asks the system for nothing.  One
// render at a time.
class Renderer {
 public:
  // The lanes of the budget that are our own; those of templates are numbered behind them.
  enum OwnLane : size_t { kLayoutLane, kRequiredLane, kOwnLanes };

  // The result is valid until the next render.  Fails with limit-steps, limit-heap,
  // limit-output or limit-messages.
  Result<const Conversation*> Render(const ChatRequest& request);
  // What the last one took.
  uint64_t steps() noexcept { return limits_.steps - heap_.meter().steps_left(); }

 private:
  using Event = LedgerRecord::Event;
  using Reason = LedgerRecord::Reason;

  // A text in texts_ or keys_.
  struct Text {
    uint32_t begin = 0;
    uint32_t size = 0;
  };

  // What a block would print: a text, or a message that is more than that.
  struct Content {
    Text text = {};
    uint32_t rich = kAbsent;  // in rich_
    Role role = Role::kUser;
  };

  // A message that was printed, wherever it will stand.
  struct Printed {
    Role role;
    bool prefix;
    Text text;                // where it is not in rich_
    uint32_t record;          // in the ledger, or kAbsent
    uint32_t place;           // in the artifact, or kAbsent
    uint32_t rich = kAbsent;  // in rich_
    uint32_t node = kAbsent;  // in open_
  };

  // What became of an attempt to print.
  enum class Outcome : uint8_t { kPrinted, kNothing, kOverflow, kNoneLeft };

  // A message or an anchor in the order in which a slot has them.
  struct Link {
    uint32_t index;  // in printed_ or slot_anchors_
    uint32_t next;
    bool is_anchor;
  };
  struct Chain {
    uint32_t head = kAbsent;
    uint32_t tail = kAbsent;
    uint32_t messages = 0;
  };

  // A loop being run.
  struct Loop {
    const PlanNode* node;
    uint32_t body;  // first node inside
    std::span<const Value> items;
    uint32_t order;  // where its indices lie in order_; kAbsent: none
    bool reversed;
    uint32_t count;  // after `limit`
    uint32_t turns;  // to be run: all of them where the loop evicts
    uint32_t turn;
    uint32_t last_printed;  // turn, or kAbsent
    uint32_t shown;         // turns that printed something
    uint32_t over_budget;   // turns that printed nothing for want of tokens
    bool overflowed;        // something in the turn at hand did not fit
    size_t ceilings;        // in force at its own level
    Chain chain;            // of all turns so far
    uint32_t start;         // in open_: what it began behind
    uint32_t turn_start;    // the same for the turn at hand
    uint32_t tail;          // the last of all turns where they are prepended, or kAbsent
  };
  // What a ceiling belongs to, for the ledger.
  struct CeilingOwner {
    enum class Kind : uint8_t { kSlot, kNode, kLane } kind;
    uint32_t index;
  };

  // A ceiling that is open, or a soft target, which is told of and never enforced; what is
  // left of it is counted where there is a ledger.
  struct OpenCeiling {
    CeilingOwner owner;
    uint64_t left;
  };

  // How much of everything there is.
  struct MadeSoFar {
    size_t texts;
    size_t keys;
    size_t printed;
    size_t anchors;
    size_t links;
    size_t rich;
    size_t records;
  };
  // An item of a loop that evicts, rendered alone.
  struct MeasuredItem {
    uint32_t turn = 0;
    Chain chain = {};
    Chain separator = {};  // between it and the newer ones
    uint64_t tokens = 0;   // without the separator
    uint64_t with_separator = 0;
    MadeSoFar before = {};
    std::vector<LoopCount> counts = {};  // of the loops in it, before it
  };
  // The loop that evicts and is being run; there is none in another.
  struct Evicting {
    std::vector<MeasuredItem> kept;  // newest first
    uint64_t kept_tokens = 0;        // with separators
    uint64_t left_out = 0;           // tokens, or items
    uint64_t items_left_out = 0;
    uint64_t chunk = 0;
    bool counts_items = false;
    bool is_filling = true;  // nothing was refused yet
    bool is_running = false;
    MadeSoFar before = {};          // the turn at hand
    std::vector<LoopCount> counts;  // of the loops in it, before the turn at hand
    // What the render has while items are measured.
    uint32_t cursor = kAbsent;
    BudgetManager* budget = nullptr;
    std::vector<OpenCeiling> ceilings;
    std::vector<OpenCeiling> soft_targets;
    std::unique_ptr<BudgetManager> measuring;  // refuses nothing
    uint64_t measured = 0;                     // by it, before the turn at hand
    size_t kept_records = 0;                   // where those of the kept ones end in the ledger
  };

  // Nodes of a plan being run, one after the other.
  struct Sequence {
    uint32_t at;
    uint32_t end;
    bool is_turn;  // of the innermost loop
  };

  // An anchor of a slot that was recorded.
  struct SlotAnchor {
    Text key;
    uint32_t place;  // in the artifact
  };

  struct Prepared {
    Content content;
    uint64_t tokens = 0;
    bool present = false;
    Reason reason = Reason::kNone;  // why it is not
    uint32_t node = kAbsent;        // in open_
  };
  struct Key {
    Text text;
    bool present = false;
  };
  // An anchor in the assembled conversation, before the message that stood at `place`.
  struct Mark {
    Text key;
    uint32_t place;
  };

  // Printed messages that become one.
  struct Group {
    uint32_t begin;  // in out_
    uint32_t size;
    Text joined;  // in joined_, of more than one
  };

  // A lane with everything it inherited.
  struct ActiveLane {
    std::string_view id;
    bool enabled = true;
    Role role = Role::kSystem;
    const Leaf* leaf = nullptr;
    int64_t order = 0;
    uint64_t reserve = 0;
    Budget budget = {};
    Value lower_payload;  // of the defaults
    Value payload;        // of the template
    std::span<const LaneGroup> groups = {};
    const Parts* group_parts = nullptr;  // what the groups are made of
    bool asked = false;                  // some request is for it
  };

  // What is injected: the text of a request, or of what stands around a group.
  struct Insertion {
    const Leaf* leaf = nullptr;
    Value payload;
    Role role = Role::kSystem;
    uint32_t request = kAbsent;
    const LaneGroup* group = nullptr;  // where it is no request
    const ActiveLane* lane = nullptr;
    bool closes = false;  // it stands after the group
  };

  // The requests of one lane that have one `groupId`.
  struct Bundle {
    const LaneGroup* group = nullptr;  // null: none takes them
    bool opened = false;
    std::optional<MessageOrder::Inserted> last = {};  // inserted last
  };

  // --- renderer.cc
  void Start(const ChatRequest& request);
  Result<const Conversation*> Finish();
  bool stopped() const noexcept { return failure_.has_value(); }
  bool Step(uint64_t steps = 1);
  void Fail(Code code, std::string message);
  std::string StepsMessage() const;
  std::string_view View(Text text) const { return texts_.view().substr(text.begin, text.size); }
  bool Holds(uint32_t condition);
  bool Hold(Run conditions);
  std::string_view View(const Printed& printed) const {
    return printed.rich == kAbsent ? View(printed.text) : rich_[printed.rich].content;
  }
  Reason MakeContent(const Block& block, Content* content);
  Reason RenderLeaf(const Leaf& leaf, const Value& variables, Output* out, bool* blank);
  Reason RenderFrom(uint32_t ref);
  Reason MakeKey(const Anchor& anchor, Text* key);
  Outcome Print(const Block& block, const Content& content, uint64_t tokens, uint32_t* printed);
  void PushCeiling(const Budget& budget, CeilingOwner owner);
  void PopCeiling(const Budget& budget);
  bool HasSoftTarget(const Budget& budget) const noexcept {
    return request_->explain && budget.soft_tokens != UINT64_MAX;
  }

  // --- parts.cc
  Reason MakeRole(const Block& block, Role* role);
  Reason MakeParts(const Block& block, Content* content);
  void MarkForCache(const Block& block, Content* content);
  Reason MakePart(const PartTemplate& part, const Block& block, Role role,
                  std::vector<history::Part>* parts);
  std::optional<std::string_view> HeapText(const Leaf& leaf, const Value& variables, bool* blank);
  uint64_t TokensOf(const Content& content);
  // Of what was made last and not printed.
  void Forget(const Content& content) {
    if (content.rich == kAbsent) texts_.Truncate(content.text.begin);
  }
  uint32_t AddRich(const Message& message);
  history::TokenRules TokenRules();

  // --- settle.cc
  uint64_t AloneCost(const Content& content);
  OpenMessages::Message OpenFormOf(const Content& content, bool prefix) const;
  uint64_t CostAt(uint32_t after, const Content& content, bool prefix);
  uint32_t AddOpen(uint32_t after, uint32_t number);
  void CountFrame();
  std::vector<Message> CountedMessages(std::vector<std::string>* joined) const;
  void Settle();
  void SettleLedger(uint64_t total);

  // --- tools.cc
  bool CountTools();
  Value ResolveTools();

  // --- findings.cc
  void AddWarning(Diagnostic warning);
  // Null where there are enough of them.
  bool HasRoomForFindings() const noexcept;
  Diagnostic* AddFinding(Diagnostic finding);
  void NoteLeafFailure(const Leaf& leaf, const Error& error);
  void NoteSourceFailure(uint32_t ref);
  void NoteDropped(const Block& block, uint64_t tokens);
  void NoteRole(const Block& block, std::string message);
  void NotePatternLimit(const LaneGroup& group, const ActiveLane& lane);
  const Parts* PartsOf(const Leaf& leaf) const;
  void FinishFindings();

  // --- fill.cc
  void FillSlots();
  void FillSlot(uint32_t slot);
  void RunPlan(Run plan);
  void RunNode(uint32_t at);
  void RunMessage(const PlanNode& node);
  void RunIf(uint32_t at);
  void RunAnchor(const PlanNode& node);
  Outcome TryBlock(const Block& block, uint64_t* tokens);
  Outcome TryRequired(uint32_t block, uint64_t* tokens);
  void CountUnreached(Run plan);
  void CountLoops();
  static Reason ReasonNoList(const Resolution& resolution);
  void BeginLoop(uint32_t at);
  bool OrderItems(const PlanNode& node, std::span<const Value> items, Loop* loop);
  Value ItemOf(const Loop& loop, uint32_t turn) const;
  LoopItem LoopItemOf(const Loop& loop, uint32_t turn) const;
  void BeginTurn();
  void EndTurn();
  void NextTurn();
  void EndLoop();
  Chain MakeSeparator(const Loop& loop);
  void Overflow(uint64_t tokens, bool none_left);
  void StopLoop(uint64_t tokens, bool none_left);
  void AddLink(Chain* chain, uint32_t index, bool is_anchor);
  void Join(Chain* first, const Chain& second);

  // --- history_node.cc
  void RunHistory(uint32_t at);
  bool ReadHistory(const PlanNode& node);
  void ShrinkHistory(const PlanNode& node);
  std::optional<std::string_view> OutputText(uint64_t tokens, std::string_view name);
  history::Filling FillHistory(const PlanNode& node);
  uint64_t HistoryChunk(const PlanNode& node) const;
  void PrintHistory(uint32_t at, const history::Filling& filling);
  void PrintStep(const PlanNode& node, const history::Turn& turn, uint32_t step,
                 const history::Filling& filling);
  void SkipUnit(const PlanNode& node, std::string unit, Reason reason, uint64_t tokens);
  void NotePins(const PlanNode& node, const history::Filling& filling);
  void CountUnreachedHistory(uint32_t at);

  // --- mend_calls.cc
  void MendCalls();
  size_t MendStep(size_t at);
  void MendStep(size_t at, size_t end);
  void AnswerOrDrop(uint32_t printed, const std::vector<history::Part>& calls,
                    std::vector<history::Part>* results, uint32_t* holder);
  void DropCalls(uint32_t printed, const std::vector<history::Part>& calls);
  void DropOrphans(uint32_t printed);
  void TakeBack(const Printed& printed, uint64_t tokens);
  void Vanish(Printed* printed, Reason reason);
  bool IsOfHistory(const Printed& printed) const noexcept;
  const Message* RichOf(const Printed& printed) const noexcept {
    return printed.rich == kAbsent ? nullptr : &rich_[printed.rich];
  }
  history::Repair Mending() const noexcept;
  bool Complain(Code code, uint32_t printed);
  uint32_t OutsideOfStep(uint32_t place) const;

  // --- evict.cc
  void BeginEvicting(const PlanNode& node);
  void EndEvicting();
  MadeSoFar CountMade() const;
  void Unmake(const MadeSoFar& made);
  void BeginMeasuredTurn();
  void EndMeasuredTurn();
  void LeaveOut(const MeasuredItem& item, uint64_t needed);
  uint64_t EvictionChunk(const PlanNode& node, bool* counts_items) const;
  size_t CountEvicted() const;
  void FinishEvicting();
  void Evict(size_t evicted);
  void NoteSpentByKept();

  // --- layout.cc
  void PrepareRequired();
  void PrepareLayout();
  void PrepareBlock(uint32_t block);
  void PrepareEntries(Run entries);
  void PrepareAnchor(uint32_t anchor);
  // Adds up what entries need, by lane.
  struct Floors {
    uint64_t layout = 0;
    uint64_t required = 0;
  };
  void AddFloor(uint32_t block, Floors* floors) const;
  void AddFloors(Run entries, Floors* floors) const;
  void Assemble();
  void AssembleSlot(const LayoutNode& node);
  void AssembleBlock(uint32_t block);
  void AssembleEntries(Run entries);
  void AssembleAnchor(uint32_t anchor);
  void RemoveOpen(Run entries);
  void DropAnchors(const Chain& chain);

  // --- inject.cc
  void MergeLanes();
  void AddLane(const Lane& lane, const Parts& parts, bool is_default);
  void OrderLanes();
  ActiveLane* FindLane(std::string_view id);
  void SelectRequests();
  void Inject();
  void InjectOne(uint32_t request, const ActiveLane& lane);
  Value MergePayloads(std::span<const Value> layers);
  std::optional<uint32_t> Place(const Injection& injection);
  std::optional<uint32_t> Place(const Target& target);
  std::optional<MessageOrder::Inserted> Insert(const Insertion& insertion,
                                               std::optional<uint32_t> place);
  uint32_t NodeBefore(uint32_t place) const;
  void OrderMarks();
  std::optional<uint32_t> FindMark(const Target& target);
  std::string_view KeyOf(uint32_t mark) const {
    return keys_.view().substr(marks_[mark].key.begin, marks_[mark].key.size);
  }

  // --- lane_groups.cc
  Bundle* FindBundle(const Injection& injection, const ActiveLane& lane);
  const LaneGroup* FindGroup(std::string_view id, const ActiveLane& lane);
  bool Matches(const LaneGroup& group, const ActiveLane& lane, std::u16string_view id);
  Insertion MakeWrapper(const LaneGroup& group, const ActiveLane& lane, bool closes);
  void Bundled(Bundle* bundle, const ActiveLane& lane, MessageOrder::Inserted inserted);
  void CloseBundles(const ActiveLane& lane);

  // --- trace.cc
  // Each does nothing where nobody asked for a trace.
  void TracePrinted(const Block& block) {
    if (request_->trace) [[unlikely]]
      TraceLast(TraceOf(block));
  }
  void TraceNothing(const Block& block) {
    if (request_->trace) [[unlikely]]
      conversation_.trace.nothing.push_back(TraceOf(block));
  }
  void TraceInsertion(const Insertion& insertion);
  void TraceHistory(const PlanNode& node, uint32_t message);
  Traced TraceOf(const Block& block);
  void TraceLast(const Traced& traced);
  void TracePiece(uint32_t printed, uint32_t message, size_t begin, size_t end);

  // --- squash.cc
  void Squash();
  void FindGroups();
  bool JoinsLast(const Printed& next) const;
  bool IsJoinable(const Printed& printed) const;

  // --- ledger.cc
  // Null where nobody asked for a ledger.
  LedgerRecord* Record(Event event, Reason reason, uint32_t place) {
    return request_->explain ? AddRecord(event, reason, place) : nullptr;
  }
  LedgerRecord* AddRecord(Event event, Reason reason, uint32_t place);
  LedgerRecord* RecordRequest(Event event, Reason reason, uint32_t request);
  LedgerRecord* RecordInsertion(Event event, Reason reason, const Insertion& insertion);
  void RecordAnchor(Reason reason, uint32_t place);
  void NoteRefusal(LedgerRecord* record, uint64_t tokens);
  void NoteSource(LedgerRecord* record, uint32_t ref);
  // What was consumed for the message of `record`, which is there.
  void NoteSpent(LedgerRecord* record, uint64_t tokens);
  std::string LimitName(const BudgetRefusal& refusal) const;
  std::string OwnerName(const CeilingOwner& owner) const;

  const ChatRequest* request_ = nullptr;
  const Artifact* artifact_ = nullptr;
  const Parts* parts_ = nullptr;
  BudgetManager* budget_ = nullptr;
  Machine machine_;
  RenderRequest leaf_request_;  // what all leaves of a render have in common
  Heap heap_{Limits()};
  Limits limits_;
  Scope scope_;
  Output texts_;
  Output keys_;
  BufferWriter joined_;
  std::vector<Printed> printed_;
  bool counts_joined_ = false;         // the budget looks at neighbours
  OpenMessages open_;                  // where it does
  uint32_t cursor_ = kAbsent;          // in open_: what the next message stands behind
  std::vector<uint32_t> slot_places_;  // in open_, by slot
  std::vector<Message> rich_;          // messages that are more than a role and a text of ours
  history::MessageList history_;
  Value history_source_;                   // what it was read from, where there is a trace
  std::vector<uint32_t> history_sources_;  // and which item of it each message was
  std::vector<uint64_t> history_tokens_;   // by message
  std::vector<uint32_t> elided_;           // messages of history_ whose outputs were shrunk
  std::vector<uint32_t> shrunk_;           // and those, or whose media, were
  uint32_t newest_elided_ = kAbsent;       // printed_
  std::vector<uint32_t> mended_;           // printed_, while calls are mended
  std::vector<Traced> traces_;             // of printed_, where there is a trace
  std::vector<uint32_t> piece_of_;         // of printed_: where its trace went
  std::vector<SlotAnchor> slot_anchors_;
  std::vector<Link> links_;
  std::vector<Chain> slots_;   // filled
  std::vector<Chain> chains_;  // being made, innermost last
  std::vector<Loop> loops_;
  std::unique_ptr<Evicting> evicting_;  // made when first needed
  std::vector<Sequence> sequences_;
  std::vector<LoopCount> loop_counts_;  // by node of the plan
  std::vector<uint32_t> order_;
  std::vector<OpenCeiling> ceilings_;
  std::vector<OpenCeiling> soft_targets_;  // where there is a ledger
  std::vector<Prepared> prepared_;         // by block
  std::vector<Key> prepared_keys_;         // by anchor
  std::vector<ActiveLane> lanes_;
  std::vector<uint32_t> lane_order_;                     // by id
  std::vector<std::pair<uint32_t, uint32_t>> selected_;  // lane, request
  std::vector<uint32_t> out_;                            // printed_, in their final order
  std::vector<Mark> marks_;
  std::vector<uint32_t> mark_order_;              // by key, then by place
  MessageOrder order_of_messages_;                // out_ and marks_ while messages are inserted
  OrderedMap<Bundle, std::string_view> bundles_;  // of the lane being served, by `groupId`
  std::vector<Group> groups_;
  Conversation conversation_;
  struct FailedLeaf {
    const Leaf* leaf;
    size_t finding;
    uint64_t times;
  };
  std::vector<FailedLeaf> failed_leaves_;
  std::vector<bool> failed_refs_;  // told of already; empty: none
  std::optional<Error> failure_;
};

}  // namespace galley::chat

#endif  // GALLEY_RENDER_RENDERER_H_
