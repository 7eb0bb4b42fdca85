// The layout: prepared before the slots are filled, so that its floor protects it,
// and assembled around them.
#include "render/renderer.h"

namespace galley::chat {

void Renderer::PrepareLayout() {
  using Kind = LayoutNode::Kind;
  Floors floors;
  for (const LayoutNode& node : artifact_->layout) {
    if (!Step()) return;
    switch (node.kind) {
      case Kind::kMessage:
      case Kind::kSeparator:
        PrepareBlock(node.index);
        AddFloor(node.index, &floors);
        break;
      case Kind::kSlot:
        PrepareEntries(node.header);
        if (counts_joined_) slot_places_[node.index] = open_.AddPlace(open_.last());
        PrepareEntries(node.footer);
        AddFloors(node.header, &floors);
        AddFloors(node.footer, &floors);
        break;
      case Kind::kAnchor:
        PrepareAnchor(node.index);
        break;
    }
  }
  budget_->Reserve(kLayoutLane, floors.layout);
  if (floors.required > 0) budget_->Reserve(kRequiredLane, floors.required);
}

// The messages of plans that are required: made ahead, so that their tokens are kept.
void Renderer::PrepareRequired() {
  for (const Slot& slot : artifact_->slots) {
    if (!slot.required || !Step()) continue;
    if (slot.when != kAbsent && !Holds(slot.when)) continue;
    for (uint32_t at = slot.plan.begin; at < slot.plan.end; at = artifact_->plan[at].end) {
      const PlanNode& node = artifact_->plan[at];
      if (node.kind != PlanNode::Kind::kMessage || !parts_->blocks[node.index].required) continue;
      Prepared& prepared = prepared_[node.index];
      prepared.reason = MakeContent(parts_->blocks[node.index], &prepared.content);
      prepared.present = prepared.reason == Reason::kNone;
      if (!prepared.present) continue;
      // What it is joined to is not known yet: a line break may come with it.
      prepared.tokens = AloneCost(prepared.content) + (counts_joined_ ? 1 : 0);
      budget_->Reserve(kRequiredLane, prepared.tokens);
    }
  }
}

void Renderer::PrepareBlock(uint32_t block) {
  Prepared& prepared = prepared_[block];
  const Block& spec = parts_->blocks[block];
  const Reason reason = MakeContent(spec, &prepared.content);
  prepared.present = reason == Reason::kNone;
  if (prepared.present) {
    const uint32_t after = counts_joined_ ? open_.last() : kAbsent;
    prepared.tokens = CostAt(after, prepared.content, spec.prefix);
    if (!counts_joined_) return;
    prepared.node = open_.AddMessage(after, OpenFormOf(prepared.content, spec.prefix));
    return;
  }
  TraceNothing(spec);
  if (LedgerRecord* record = Record(Event::kSkip, reason, spec.place)) {
    record->role = prepared.content.role;
    NoteSource(record, spec.from);
  }
}

void Renderer::PrepareEntries(Run entries) {
  for (uint32_t i = entries.begin; i < entries.end; ++i) {
    const Entry& entry = artifact_->entries[i];
    if (entry.kind == Entry::Kind::kBlock) {
      PrepareBlock(entry.index);
    } else {
      PrepareAnchor(entry.index);
    }
  }
}

void Renderer::PrepareAnchor(uint32_t anchor) {
  Key& key = prepared_keys_[anchor];
  const Reason reason = MakeKey(parts_->anchors[anchor], &key.text);
  key.present = reason == Reason::kNone;
  if (!key.present) RecordAnchor(reason, parts_->anchors[anchor].place);
}

void Renderer::AddFloor(uint32_t block, Floors* floors) const {
  (parts_->blocks[block].required ? floors->required : floors->layout) += prepared_[block].tokens;
}

void Renderer::AddFloors(Run entries, Floors* floors) const {
  for (uint32_t i = entries.begin; i < entries.end; ++i) {
    const Entry& entry = artifact_->entries[i];
    if (entry.kind == Entry::Kind::kBlock) AddFloor(entry.index, floors);
  }
}

void Renderer::Assemble() {
  using Kind = LayoutNode::Kind;
  budget_->EnterLane(kLayoutLane);
  for (const LayoutNode& node : artifact_->layout) {
    if (!Step()) break;
    switch (node.kind) {
      case Kind::kMessage:
      case Kind::kSeparator:
        AssembleBlock(node.index);
        break;
      case Kind::kSlot:
        AssembleSlot(node);
        break;
      case Kind::kAnchor:
        AssembleAnchor(node.index);
        break;
    }
  }
  budget_->LeaveLane();
  budget_->Release(kLayoutLane, UINT64_MAX);
  budget_->Release(kRequiredLane, UINT64_MAX);
}

void Renderer::AssembleSlot(const LayoutNode& node) {
  const Chain& chain = slots_[node.index];
  if (chain.messages == 0) {
    DropAnchors(chain);
    if (node.omit_if_empty) {
      Record(Event::kSkip, Reason::kSlotEmpty, node.place);
      Floors floors;
      AddFloors(node.header, &floors);
      AddFloors(node.footer, &floors);
      RemoveOpen(node.header);
      RemoveOpen(node.footer);
      budget_->Release(kLayoutLane, floors.layout);
      budget_->Release(kRequiredLane, floors.required);
      return;
    }
    AssembleEntries(node.header);
    return AssembleEntries(node.footer);
  }
  AssembleEntries(node.header);
  for (uint32_t at = chain.head; at != kAbsent && Step(); at = links_[at].next) {
    const Link& link = links_[at];
    if (link.is_anchor) {
      marks_.push_back({slot_anchors_[link.index].key, static_cast<uint32_t>(out_.size())});
    } else {
      out_.push_back(link.index);
    }
  }
  AssembleEntries(node.footer);
}

void Renderer::RemoveOpen(Run entries) {
  for (uint32_t i = entries.begin; i < entries.end && counts_joined_; ++i) {
    const Entry& entry = artifact_->entries[i];
    if (entry.kind != Entry::Kind::kBlock || prepared_[entry.index].node == kAbsent) continue;
    open_.Remove(prepared_[entry.index].node);
  }
}

// The anchors of a slot that printed nothing vanish with it.
void Renderer::DropAnchors(const Chain& chain) {
  if (!request_->explain) return;
  for (uint32_t at = chain.head; at != kAbsent && Step(); at = links_[at].next) {
    RecordAnchor(Reason::kSlotEmpty, slot_anchors_[links_[at].index].place);
  }
}

void Renderer::AssembleEntries(Run entries) {
  for (uint32_t i = entries.begin; i < entries.end; ++i) {
    const Entry& entry = artifact_->entries[i];
    if (entry.kind == Entry::Kind::kBlock) {
      AssembleBlock(entry.index);
    } else {
      AssembleAnchor(entry.index);
    }
  }
}

void Renderer::AssembleBlock(uint32_t block) {
  const Prepared& prepared = prepared_[block];
  if (!prepared.present) return;
  const Block& spec = parts_->blocks[block];
  uint32_t printed = kAbsent;
  if (spec.required) budget_->EnterLane(kRequiredLane);
  const Outcome outcome = Print(spec, prepared.content, prepared.tokens, &printed);
  if (outcome == Outcome::kPrinted) {
    out_.push_back(printed);
    printed_[printed].node = prepared.node;
  } else if (prepared.node != kAbsent) {
    open_.Remove(prepared.node);
  }
  if (outcome != Outcome::kPrinted && !spec.is_separator) {
    NoteDropped(spec, prepared.tokens);
  }
  if (spec.required) budget_->LeaveLane();
}

void Renderer::AssembleAnchor(uint32_t anchor) {
  const Key& key = prepared_keys_[anchor];
  if (key.present) marks_.push_back({key.text, static_cast<uint32_t>(out_.size())});
}

}  // namespace galley::chat
