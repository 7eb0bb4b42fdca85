// ChatReader: the shape of a chat document, checked field by field and read into
// an Artifact.  The first of the checks; the others are in chat_checks.h.
#ifndef GALLEY_COMPILE_CHAT_READER_H_
#define GALLEY_COMPILE_CHAT_READER_H_

#include <string>
#include <vector>

#include "base/ordered_map.h"
#include "compile/artifact.h"
#include "compile/chat_parts.h"
#include "compile/fields.h"
#include "galley/result.h"

namespace galley::chat {

// A slot that a layout node names; resolved once all slots are known.
struct SlotName {
  std::string name;
  uint32_t layout;  // node
  NodeId node;      // where it is written
};

class ChatReader {
 public:
  // All of these outlive the reader.
  ChatReader(const DocumentReader& reader, const Limits& limits, Artifact* artifact)
      : reader_(reader), limits_(limits), artifact_(artifact), parts_(reader, &artifact->parts) {
    *parts_.pattern_steps() = limits.steps;
  }

  // Reads the whole document.  What is wrong is among the findings of the reader.
  void Read();

  PartsReader& parts() noexcept { return parts_; }
  const std::vector<SlotName>& slot_names() const noexcept { return slot_names_; }
  // Where each slot is written.
  const std::vector<NodeId>& slot_nodes() const noexcept { return slot_nodes_; }
  // Where each block's `prefix` is written, by block; kNoNode where it is not.
  const std::vector<NodeId>& prefix_nodes() const noexcept { return prefix_nodes_; }

 private:
  // A list of plan nodes being read.
  struct OpenList {
    std::vector<Item> items;
    size_t next;
    uint32_t owner;  // plan node, or kAbsent for a slot's own plan
    Item otherwise;  // `else` of an `if`, read after `then`
  };

  // --- chat_reader.cc
  bool ReadVersion(Fields* fields);
  void ReadHead(Fields* fields);
  void ReadInputs(const Item& map);
  void ReadCache(const Item& item);
  void ReadResponse(Fields* fields);
  void ReadTransforms(const Item& list);
  void ReadSlots(const Item& map);
  void ReadSlot(const Item& item, std::string_view name);
  uint32_t ReadBlock(Fields* fields);

  // --- chat_reader_layout.cc
  void ReadLayout(const Item& list);
  void ReadLayoutNode(const Item& item);
  void ReadSlotNode(Fields* fields, LayoutNode* node);
  void ReadSeparator(Fields* fields, LayoutNode* node);
  Run ReadEntries(const Item& item);
  void ReadEntry(const Item& item);

  // --- chat_reader_plan.cc
  Run ReadPlan(const Item& list);
  void OpenPlan(const Item& list, uint32_t owner, Item otherwise);
  void ReadPlanNode(const Item& item);
  void CheckRequired(Fields* fields, uint32_t block);
  void ReadForEach(Fields* fields, uint32_t index);
  void CheckEvict(const PlanNode& node, const Item& evict);
  void ReadIf(Fields* fields, uint32_t index);
  uint32_t ReadInterleave(const Item& item);
  void CloseList();

  // --- chat_reader_agents.cc
  void ReadHistory(Fields* fields, uint32_t index);
  void ReadImages(const Item& item, History* history);
  void ReadElide(const Item& item, History* history);
  void ReadToolFields(Fields* fields);
  void AddProblem(const Item& item, const Error& error);

  const DocumentReader& reader_;
  const Limits& limits_;
  Artifact* artifact_;
  PartsReader parts_;
  std::vector<OpenList> open_;
  bool has_required_ = false;  // the plan being read
  std::vector<SlotName> slot_names_;
  std::vector<NodeId> slot_nodes_;
  std::vector<NodeId> prefix_nodes_;
};

}  // namespace galley::chat

#endif  // GALLEY_COMPILE_CHAT_READER_H_
