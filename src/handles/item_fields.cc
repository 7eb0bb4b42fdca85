// A loop's list is followed to the field of the context that its source reads; what is inside the
// loop is read of that list's items.
#include "handles/item_fields.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace galley::handles {
namespace {

constexpr uint32_t kUnknown = 0;  // the node of the context, which is no item

bool IsNumber(std::string_view step) {
  return !step.empty() && step.find_first_not_of("0123456789") == step.npos;
}

class Search {
 public:
  Search(const chat::Artifact& artifact, const chat::TaskKind* kind,
         std::span<const workspace::LeafReads> reads, FieldTree* fields)
      : artifact_(artifact), kind_(kind), reads_(reads), fields_(*fields) {}

  void Run() {
    for (uint32_t at = 0; at < artifact_.plan.size(); ++at) {
      while (!loops_.empty() && loops_.back().end <= at) loops_.pop_back();
      Add(artifact_.plan[at]);
    }
  }

 private:
  struct Loop {
    uint32_t end;
    uint32_t item;  // node, or kUnknown
  };

  void Add(const chat::PlanNode& node) {
    switch (node.kind) {
      case chat::PlanNode::Kind::kForEach:
        loops_.push_back({node.end, ItemOf(artifact_.parts.refs[node.index])});
        return AddLeaf(node.separator);
      case chat::PlanNode::Kind::kIf:
        return AddConditions({node.index, node.index + 1});
      case chat::PlanNode::Kind::kMessage:
        return AddBlock(artifact_.parts.blocks[node.index]);
      case chat::PlanNode::Kind::kAnchor: {
        const chat::Anchor& anchor = artifact_.parts.anchors[node.index];
        AddLeaf(anchor.key);
        return AddConditions(anchor.when);
      }
      case chat::PlanNode::Kind::kHistory:
        return;
    }
  }

  void AddBlock(const chat::Block& block) {
    AddLeaf(block.content);
    AddLeaf(block.role_leaf);
    AddConditions(block.when);
    if (block.from != chat::kAbsent) NodeOf(artifact_.parts.refs[block.from]);
    for (uint32_t at = block.parts.begin; at < block.parts.end; ++at) {
      const chat::PartTemplate& part = artifact_.parts.part_templates[at];
      AddConditions(part.when);
      if (part.kind == chat::PartTemplate::Kind::kFrom) {
        NodeOf(artifact_.parts.refs[part.index]);
      } else {
        AddLeaf(part.index);
      }
    }
  }

  void AddConditions(chat::Run conditions) {
    for (uint32_t at = conditions.begin; at < conditions.end; ++at) {
      NodeOf(artifact_.parts.refs[artifact_.parts.conditions[at].ref]);
    }
  }

  // What the string reads of the innermost item.
  void AddLeaf(uint32_t leaf) {
    if (leaf == chat::kAbsent || loops_.empty() || loops_.back().item == kUnknown) return;
    const ReadTree& read = reads_[leaf].fields;
    for (const auto& [name, from] : read.nodes.front().fields) {
      if (name == "item") fields_.AddBelow(loops_.back().item, read, from);
    }
  }

  // The items of the list that a source is.
  uint32_t ItemOf(const chat::DataRef& ref) {
    const uint32_t list = NodeOf(ref);
    return list == kUnknown ? kUnknown : fields_.AddItem(list);
  }

  // What a source reads, made where it is new.
  uint32_t NodeOf(const chat::DataRef& ref) {
    switch (ref.kind) {
      case chat::SourceKind::kItem:
        return loops_.empty() ? kUnknown : Below(loops_.back().item, ref.path.steps);
      case chat::SourceKind::kParent:
        return ref.level < loops_.size()
                   ? Below(loops_[loops_.size() - 1 - ref.level].item, ref.path.steps)
                   : kUnknown;
      case chat::SourceKind::kContext:
        return ref.path.steps.empty() ? kUnknown : fields_.AddPath(ref.path.steps);
      case chat::SourceKind::kRegistry:
        return NodeOfSource(ref.name);
      default:
        return kUnknown;
    }
  }

  // Nothing where an argument looks something up in what is read.
  uint32_t NodeOfSource(std::string_view name) {
    const chat::TaskSource* source = kind_ ? kind_->Find(name) : nullptr;
    if (!source || source->reads.empty() || source->reads.front().steps.empty()) return kUnknown;
    for (const chat::TaskArgument& argument : source->arguments) {
      if (argument.role == chat::ArgumentRole::kKey) return kUnknown;
    }
    return fields_.AddPath(source->reads.front().steps);
  }

  uint32_t Below(uint32_t at, std::span<const std::string> steps) {
    for (const std::string& step : steps) {
      if (at == kUnknown || IsNumber(step)) return kUnknown;
      at = fields_.AddField(at, step);
    }
    return at;
  }

  const chat::Artifact& artifact_;
  const chat::TaskKind* kind_;
  std::span<const workspace::LeafReads> reads_;  // by leaf
  FieldTree& fields_;
  std::vector<Loop> loops_;  // those around the node
};

}  // namespace

void AddItemFields(const chat::Artifact& artifact, const chat::TaskKind* kind,
                   std::span<const workspace::LeafReads> reads, FieldTree* fields) {
  Search(artifact, kind, reads, fields).Run();
}

}  // namespace galley::handles
