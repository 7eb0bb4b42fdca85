// The layout of a chat document: messages, slots with headers and footers,
// anchors, separators.
#include <utility>

#include "compile/chat_reader.h"

namespace galley::chat {

void ChatReader::ReadLayout(const Item& list) {
  if (!reader_.IsList(list)) return;
  for (const Item& item : reader_.Items(list)) ReadLayoutNode(item);
}

void ChatReader::ReadLayoutNode(const Item& item) {
  using Kind = LayoutNode::Kind;
  Fields fields(reader_, item);
  const std::optional<size_t> kind =
      fields.Choice("kind", {"message", "slot", "anchor", "separator"}, Need::kRequired);
  if (!kind) return;
  LayoutNode node{static_cast<Kind>(*kind)};
  node.place = parts_.Place(item);
  switch (node.kind) {
    case Kind::kMessage:
      node.index = ReadBlock(&fields);
      fields.String("name");
      break;
    case Kind::kSlot:
      ReadSlotNode(&fields, &node);
      break;
    case Kind::kAnchor:
      node.index = parts_.Anchor(&fields);
      break;
    case Kind::kSeparator:
      ReadSeparator(&fields, &node);
      break;
  }
  fields.WarnOfUnknown();
  artifact_->layout.push_back(node);
}

void ChatReader::ReadSlotNode(Fields* fields, LayoutNode* node) {
  const Item name = fields->Find("name", Need::kRequired);
  const std::optional<std::string_view> text = name ? reader_.String(name) : std::nullopt;
  if (text) {
    const auto at = static_cast<uint32_t>(artifact_->layout.size());
    slot_names_.push_back({std::string(*text), at, name.id});
  }
  node->header = ReadEntries(fields->Find("header"));
  node->footer = ReadEntries(fields->Find("footer"));
  node->omit_if_empty = fields->Bool("omitIfEmpty").value_or(true);
}

// A separator of the layout is a message of the user's.
void ChatReader::ReadSeparator(Fields* fields, LayoutNode* node) {
  Block block;
  block.place = node->place;
  block.content = parts_.Leaf(fields->Find("text"));
  block.when = parts_.Conditions(fields->Find("when"));
  block.is_separator = true;
  node->index = static_cast<uint32_t>(artifact_->parts.blocks.size());
  artifact_->parts.blocks.push_back(block);
  prefix_nodes_.resize(node->index + 1, kNoNode);
}

// One entry, or a list of entries.
Run ChatReader::ReadEntries(const Item& item) {
  Run run;
  run.begin = run.end = static_cast<uint32_t>(artifact_->entries.size());
  if (!item) return run;
  if (reader_[item].is_list()) {
    for (const Item& entry : reader_.Items(item)) ReadEntry(entry);
  } else {
    ReadEntry(item);
  }
  run.end = static_cast<uint32_t>(artifact_->entries.size());
  return run;
}

// An entry without a kind is a message.
void ChatReader::ReadEntry(const Item& item) {
  Fields fields(reader_, item);
  if (!fields.ok()) return;
  const Item kind = fields.Find("kind");
  const std::optional<size_t> choice =
      kind ? reader_.Choice(kind, {"message", "anchor"}) : std::optional<size_t>(0);
  if (!choice) return;
  Entry entry{static_cast<Entry::Kind>(*choice), kAbsent};
  entry.index = entry.kind == Entry::Kind::kBlock ? ReadBlock(&fields) : parts_.Anchor(&fields);
  fields.WarnOfUnknown();
  artifact_->entries.push_back(entry);
}

}  // namespace galley::chat
