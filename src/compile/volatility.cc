// One walk in the order of the printed bytes; the class of a rung is the highest so far, since a
// cache keeps prefixes only.
#include "compile/volatility.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "base/utf8.h"
#include "compile/leaves.h"
#include "compile/sources_of_change.h"

namespace galley::chat {
namespace {

// What a class comes from.
struct Cause {
  Volatility volatility = Volatility::kConstant;
  std::string by = {};
  std::string clock = {};
  bool reads_data = false;

  void Add(const Cause& other) {
    reads_data |= other.reads_data;
    if (clock.empty()) clock = other.clock;
    const bool is_first = by.empty() && volatility == Volatility::kConstant;
    if (other.volatility > volatility || (is_first && !other.by.empty())) {
      volatility = other.volatility;
      by = other.by;
    }
  }
};

class LadderBuilder {
 public:
  LadderBuilder(const Artifact& artifact, const TaskKind* kind, const Limits& limits)
      : artifact_(artifact), parts_(artifact.parts), sources_(artifact, kind), limits_(limits) {}

  std::vector<Rung> Build() {
    using Kind = LayoutNode::Kind;
    for (const LayoutNode& node : artifact_.layout) {
      if (node.kind == Kind::kMessage || node.kind == Kind::kSeparator) AddBlock(node.index);
      if (node.kind == Kind::kSlot) AddSlot(node);
    }
    Volatility running = Volatility::kConstant;
    for (Rung& rung : rungs_) rung.running = running = std::max(running, rung.own);
    AddMarks();
    return std::move(rungs_);
  }

 private:
  // A slot, an `if` or a loop around what is added.
  struct Around {
    uint32_t end;  // of its nodes
    bool is_loop;
    Cause cause;  // of its condition or source
  };

  void AddMarks() {
    Rung* system = nullptr;
    Rung* session = nullptr;
    Rung* turn = nullptr;
    for (Rung& rung : rungs_) {
      const bool leads = &rung == &rungs_.front() || system == &rung - 1;
      if (leads && rung.role == Role::kSystem) system = &rung;
      if (rung.running <= Volatility::kSession) session = &rung;
      if (rung.running <= Volatility::kTurn) turn = &rung;
    }
    if (!turn && !rungs_.empty()) turn = &rungs_.back();
    if (system) system->mark = "system";
    if (session && session->mark.empty()) session->mark = "session";
    if (turn && turn->mark.empty()) turn->mark = "turn";
  }

  void AddSlot(const LayoutNode& node) {
    const Slot& slot = artifact_.slots[node.index];
    Around around{UINT32_MAX, false, {}};
    if (slot.when != kAbsent) around.cause = OfRef(parts_.conditions[slot.when].ref);
    around_.push_back(std::move(around));
    AddEntries(node.header);
    AddPlan(slot.plan);
    AddEntries(node.footer);
    around_.clear();
  }

  void AddEntries(Run entries) {
    for (uint32_t i = entries.begin; i < entries.end; ++i) {
      const Entry& entry = artifact_.entries[i];
      if (entry.kind == Entry::Kind::kBlock) AddBlock(entry.index);
    }
  }

  void AddPlan(Run plan) {
    for (uint32_t at = plan.begin; at < plan.end; ++at) {
      while (around_.back().end <= at) around_.pop_back();
      const PlanNode& node = artifact_.plan[at];
      switch (node.kind) {
        case PlanNode::Kind::kMessage:
          AddBlock(node.index);
          break;
        case PlanNode::Kind::kIf:
          around_.push_back({node.end, false, OfRef(parts_.conditions[node.index].ref)});
          break;
        case PlanNode::Kind::kForEach:
          around_.push_back({node.end, true, OfRef(node.index)});
          if (node.separator != kAbsent) AddSeparator(node);
          break;
        case PlanNode::Kind::kHistory:
          AddHistory(node);
          break;
        case PlanNode::Kind::kAnchor:
          break;
      }
    }
    around_.resize(1);
  }

  // A conversation grows with every turn, unless somebody says otherwise.
  void AddHistory(const PlanNode& node) {
    const Change change = sources_.OfRef(parts_.refs[node.index]);
    Cause cause = Of(change);
    if (!change.is_declared) cause.volatility = std::max(cause.volatility, Volatility::kTurn);
    Add(node.place, "", std::move(cause), 0);
    rungs_.back().in_loop = true;
  }

  void AddSeparator(const PlanNode& node) {
    const Leaf& leaf = parts_.leaves[node.separator];
    Add(node.place, ".interleave", OfLeaf(leaf), leaf.unit ? 0 : TokensOf(leaf));
  }

  void AddBlock(uint32_t number) {
    const Block& block = parts_.blocks[number];
    Cause cause;
    for (uint32_t i = block.when.begin; i < block.when.end; ++i) {
      cause.Add(OfRef(parts_.conditions[i].ref));
    }
    if (block.role_leaf != kAbsent) cause.Add(OfLeaf(parts_.leaves[block.role_leaf]));
    uint64_t literal = AddParts(block, &cause);
    if (block.from != kAbsent) {
      cause.Add(OfRef(block.from));
    } else if (block.content != kAbsent) {
      const Leaf& leaf = parts_.leaves[block.content];
      cause.Add(OfLeaf(leaf));
      if (!leaf.unit) literal = TokensOf(leaf);
    }
    Add(block.place, "", std::move(cause), literal);
    rungs_.back().role = block.role;
  }

  // The tokens of its parts that are literal texts.
  uint64_t AddParts(const Block& block, Cause* cause) const {
    uint64_t literal = 0;
    for (uint32_t i = block.parts.begin; i < block.parts.end; ++i) {
      const PartTemplate& part = parts_.part_templates[i];
      for (uint32_t when = part.when.begin; when < part.when.end; ++when) {
        cause->Add(OfRef(parts_.conditions[when].ref));
      }
      if (part.kind == PartTemplate::Kind::kFrom) {
        cause->Add(OfRef(part.index));
        continue;
      }
      const Leaf& leaf = parts_.leaves[part.index];
      cause->Add(OfLeaf(leaf));
      if (!leaf.unit && part.kind == PartTemplate::Kind::kText) literal += TokensOf(leaf);
    }
    return literal;
  }

  void Add(uint32_t place, std::string_view behind, Cause cause, uint64_t literal) {
    Rung rung;
    for (const Around& around : around_) {
      cause.Add(around.cause);
      rung.in_loop |= around.is_loop;
    }
    rung.where = parts_.places[place].path + std::string(behind);
    rung.place = place;
    rung.own = cause.volatility;
    rung.by = std::move(cause.by);
    rung.clock = std::move(cause.clock);
    rung.reads_data = cause.reads_data;
    rung.literal_tokens = literal;
    rungs_.push_back(std::move(rung));
  }

  static uint64_t TokensOf(const Leaf& leaf) { return (Utf16Length(leaf.text) + 3) / 4; }

  // The loop `level` levels out, or null.
  const Around* LoopAround(uint32_t level) const {
    for (auto around = around_.rbegin(); around != around_.rend(); ++around) {
      if (around->is_loop && level-- == 0) return &*around;
    }
    return nullptr;
  }

  Cause OfLoop(uint32_t level) const {
    const Around* loop = LoopAround(level);
    Cause cause = loop ? loop->cause : Cause();
    cause.reads_data = true;
    return cause;
  }

  Cause OfRef(uint32_t number) const {
    const DataRef& ref = parts_.refs[number];
    switch (ref.kind) {
      case SourceKind::kItem:
      case SourceKind::kIndex:
        return OfLoop(0);
      case SourceKind::kParent:
        return OfLoop(ref.level);
      default:
        return Of(sources_.OfRef(ref));
    }
  }

  static Cause Of(const Change& change) {
    return {change.volatility, change.by, change.is_clock ? change.by : std::string(), true};
  }

  Cause OfLeaf(const Leaf& leaf) const {
    Cause cause;
    if (!leaf.unit) return cause;
    for (const ReadPath& read : ReadsOfLeaf(artifact_, leaf, limits_).paths) {
      if (!read.steps.empty() && read.steps[0].name == "item") {
        cause.Add(OfLoop(0));
      } else {
        cause.Add(Of(sources_.OfRead(read)));
      }
    }
    return cause;
  }

  const Artifact& artifact_;
  const Parts& parts_;
  const SourcesOfChange sources_;
  const Limits& limits_;
  std::vector<Around> around_;  // outermost first
  std::vector<Rung> rungs_;
};

}  // namespace

std::vector<Rung> FindLadder(const Artifact& artifact, const TaskKind* kind, const Limits& limits) {
  return LadderBuilder(artifact, kind, limits).Build();
}

}  // namespace galley::chat
