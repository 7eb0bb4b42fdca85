// Walks the artifact in the order in which it is rendered, with a stack of open nodes.
#include "compile/dump_artifact.h"

#include <cstdint>
#include <string_view>

#include "base/json_text.h"
#include "base/writer.h"
#include "value/heap.h"
#include "value/print.h"

namespace galley::chat {
namespace {

std::string AsJson(const Value& value) {
  BufferWriter out(UINT32_MAX);
  Meter meter(Limits::Ceiling());
  PrintJson(value, {}, &out, &meter);
  return out.ToString();
}

std::string Quoted(std::string_view text) {
  BufferWriter out(UINT32_MAX);
  AppendJsonString(text, {}, &out);
  return out.ToString();
}

class ArtifactDump {
 public:
  explicit ArtifactDump(const Artifact& artifact) : artifact_(artifact), parts_(artifact.parts) {}

  std::string Print() {
    AddHead();
    for (const LayoutNode& node : artifact_.layout) AddLayoutNode(node);
    for (const uint32_t slot : artifact_.fill_order) AddSlot(artifact_.slots[slot]);
    for (const Lane& lane : artifact_.lanes) AddLane(lane);
    if (artifact_.tools.is_list()) Add("tools " + std::to_string(artifact_.tools.size()));
    if (artifact_.tools_from != kAbsent) Add("tools from " + RefText(artifact_.tools_from));
    if (!artifact_.tool_choice.is_undefined()) {
      Add("toolChoice " + AsJson(artifact_.tool_choice));
    }
    if (!artifact_.response_format.is_undefined()) {
      Add("responseFormat " + AsJson(artifact_.response_format));
    }
    if (artifact_.response_transforms.is_list()) {
      Add("responseTransforms " + std::to_string(artifact_.response_transforms.size()));
    }
    return std::move(text_);
  }

 private:
  void Add(std::string_view line) { text_.append(line).append("\n"); }

  void AddHead() {
    const bool is_jinja = artifact_.language == LeafLanguage::kJinja;
    Add("artifact " + Quoted(artifact_.id) + " version " + std::to_string(artifact_.version) +
        ", task " + Quoted(artifact_.task) + ", leaves in " + (is_jinja ? "jinja" : "handlebars"));
    size_t compiled = 0;
    for (const Leaf& leaf : parts_.leaves) compiled += leaf.unit.has_value();
    Add(std::to_string(parts_.leaves.size()) + " leaves, " + std::to_string(compiled) +
        " of them compiled; " + std::to_string(parts_.refs.size()) + " references; " +
        std::to_string(parts_.conditions.size()) + " conditions");
  }

  std::string At(uint32_t place) const {
    return place == kAbsent ? "" : parts_.places[place].path + ' ';
  }

  std::string LeafText(uint32_t leaf) const {
    return leaf == kAbsent ? "nothing" : Quoted(parts_.leaves[leaf].text);
  }

  std::string RefText(uint32_t ref) const {
    const DataRef& source = parts_.refs[ref];
    return source.name + (source.args.is_undefined() ? "" : ' ' + AsJson(source.args));
  }

  std::string ConditionText(const Condition& condition) const {
    constexpr std::string_view kNames[] = {"exists", "nonEmpty", "eq", "neq", "gt", "lt"};
    const auto type = static_cast<size_t>(condition.type);
    return std::string(kNames[type]) + ' ' + RefText(condition.ref) +
           (type >= 2 ? ' ' + AsJson(condition.value) : "");
  }

  std::string WhenText(Run when) const {
    std::string text;
    for (uint32_t at = when.begin; at < when.end; ++at) {
      text += (text.empty() ? " when " : " and ") + ConditionText(parts_.conditions[at]);
    }
    return text;
  }

  static std::string BudgetText(const Budget& budget) {
    std::string text;
    if (budget.max_tokens != UINT64_MAX) text += " max " + std::to_string(budget.max_tokens);
    if (budget.soft_tokens != UINT64_MAX) text += " soft " + std::to_string(budget.soft_tokens);
    return text;
  }

  static std::string MarkText(const HandMark& mark) {
    return mark.is_set ? " cache" + (mark.ttl.empty() ? "" : ' ' + mark.ttl) : "";
  }

  std::string BlockText(uint32_t index) const {
    const Block& block = parts_.blocks[index];
    const bool is_leaf = block.role_leaf != kAbsent;
    return (is_leaf ? LeafText(block.role_leaf) : std::string(RoleName(block.role))) +
           (block.prefix ? " prefix" : "") + (block.skip_if_empty ? " skipIfEmpty" : "") +
           (block.required ? " required" : "") + MarkText(block.cache) +
           (block.from != kAbsent ? " from " + RefText(block.from)
            : block.has_parts     ? PartsText(block.parts)
                                  : ' ' + LeafText(block.content)) +
           WhenText(block.when);
  }

  std::string PartsText(Run parts) const {
    constexpr std::string_view kNames[] = {"text ", "image ", "from "};
    std::string text;
    for (uint32_t at = parts.begin; at < parts.end; ++at) {
      const PartTemplate& part = parts_.part_templates[at];
      const bool is_ref = part.kind == PartTemplate::Kind::kFrom;
      text += (text.empty() ? " [" : ", ") + std::string(kNames[static_cast<size_t>(part.kind)]) +
              (is_ref ? RefText(part.index) : LeafText(part.index)) + WhenText(part.when);
    }
    return text.empty() ? " nothing" : text + ']';
  }

  std::string AnchorText(uint32_t index) const {
    const Anchor& anchor = parts_.anchors[index];
    return "anchor " + LeafText(anchor.key) + WhenText(anchor.when);
  }

  void AddLayoutNode(const LayoutNode& node) {
    const std::string place = At(node.place);
    switch (node.kind) {
      case LayoutNode::Kind::kMessage:
        return Add(place + "message " + BlockText(node.index));
      case LayoutNode::Kind::kSeparator:
        return Add(place + "separator " + BlockText(node.index));
      case LayoutNode::Kind::kAnchor:
        return Add(place + AnchorText(node.index));
      case LayoutNode::Kind::kSlot:
        Add(place + "slot " + Quoted(artifact_.slots[node.index].name) +
            (node.omit_if_empty ? "" : " also where it is empty"));
        AddEntries(node.header);
        return AddEntries(node.footer);
    }
  }

  void AddEntries(Run entries) {
    for (uint32_t at = entries.begin; at < entries.end; ++at) {
      const Entry& entry = artifact_.entries[at];
      if (entry.kind == Entry::Kind::kAnchor) {
        Add(At(parts_.anchors[entry.index].place) + AnchorText(entry.index));
      } else {
        Add(At(parts_.blocks[entry.index].place) + BlockText(entry.index));
      }
    }
  }

  void AddSlot(const Slot& slot) {
    Add(At(slot.place) + "priority " + std::to_string(slot.priority) + BudgetText(slot.budget) +
        (slot.when == kAbsent ? "" : " when " + ConditionText(parts_.conditions[slot.when])));
    for (uint32_t at = slot.plan.begin; at < slot.plan.end; ++at) {
      Add(At(artifact_.plan[at].place) + NodeText(artifact_.plan[at]));
    }
  }

  std::string NodeText(const PlanNode& node) const {
    switch (node.kind) {
      case PlanNode::Kind::kMessage:
        return "message " + BlockText(node.index) + BudgetText(node.budget);
      case PlanNode::Kind::kForEach:
        return LoopText(node);
      case PlanNode::Kind::kIf:
        return "if " + ConditionText(parts_.conditions[node.index]);
      case PlanNode::Kind::kAnchor:
        return AnchorText(node.index);
      case PlanNode::Kind::kHistory:
        return HistoryText(node, *artifact_.history);
    }
    return "";
  }

  std::string HistoryText(const PlanNode& node, const History& history) const {
    const auto number = [](std::string_view word, uint64_t count) {
      return ' ' + std::string(word) + ' ' + std::to_string(count);
    };
    std::string text = "history " + RefText(node.index) + BudgetText(node.budget);
    if (history.keep_first > 0) text += number("keepFirst", history.keep_first);
    if (history.keep_media) text += number("images", *history.keep_media);
    if (history.keep_outputs) {
      text += number("elide", *history.keep_outputs) + number("over", history.over) +
              number("grid", history.grid);
    }
    if (history.evict.chunk > 0) {
      text += number("evict", history.evict.chunk) + (history.evict.is_percentage ? "%" : "");
    }
    return text + (history.start_with_any ? " starts with any" : "");
  }

  std::string LoopText(const PlanNode& node) const {
    using Order = PlanNode::Order;
    return "forEach " + RefText(node.index) +
           (node.order == Order::kSource      ? ""
            : node.order == Order::kAscending ? " asc"
                                              : " desc") +
           (node.limit == UINT64_MAX ? "" : " limit " + std::to_string(node.limit)) +
           (node.prepend ? " prepend" : "") +
           (node.separator == kAbsent ? "" : " interleave " + LeafText(node.separator)) +
           BudgetText(node.budget) + (node.stop_when_out ? "" : " goes on when out of budget");
  }

  void AddLane(const Lane& lane) {
    Add(At(lane.place) + "lane " + Quoted(lane.id) +
        (lane.enabled && !*lane.enabled ? " disabled" : "") +
        (lane.role ? ' ' + std::string(RoleName(*lane.role)) : "") +
        (lane.order ? " order " + std::to_string(*lane.order) : "") +
        (lane.reserve ? " reserve " + std::to_string(*lane.reserve) : "") +
        BudgetText(lane.budget) + (lane.leaf == kAbsent ? "" : ' ' + LeafText(lane.leaf)) +
        (lane.payload.is_map() ? " payload " + AsJson(lane.payload) : ""));
    if (!lane.groups) return;
    for (uint32_t at = lane.groups->begin; at < lane.groups->end; ++at) AddGroup(parts_.groups[at]);
  }

  void AddGroup(const LaneGroup& group) {
    Add(At(group.place) + "group" + (group.id.empty() ? "" : ' ' + Quoted(group.id)) +
        (group.match == kAbsent ? "" : " by a pattern") +
        (group.role ? ' ' + std::string(RoleName(*group.role)) : "") + " order " +
        std::to_string(group.order) + (group.leaf == kAbsent ? "" : ' ' + LeafText(group.leaf)) +
        (group.opening == kAbsent ? "" : " open " + LeafText(group.opening)) +
        (group.closing == kAbsent ? "" : " close " + LeafText(group.closing)) +
        (group.payload.is_map() ? " payload " + AsJson(group.payload) : ""));
  }

  const Artifact& artifact_;
  const Parts& parts_;
  std::string text_;
};

}  // namespace

std::string DumpArtifact(const Artifact& artifact) { return ArtifactDump(artifact).Print(); }

}  // namespace galley::chat
