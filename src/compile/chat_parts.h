// Reading the parts of chat documents: blocks, conditions, references, lanes.
//
// Templates, injection requests and default lanes are written in the same words
// and read here, each into its own Parts.
#ifndef GALLEY_COMPILE_CHAT_PARTS_H_
#define GALLEY_COMPILE_CHAT_PARTS_H_

#include <optional>
#include <string>
#include <vector>

#include "compile/artifact.h"
#include "compile/fields.h"
#include "diag/position_index.h"

namespace galley::chat {

class PartsReader {
 public:
  PartsReader(const DocumentReader& reader, Parts* parts)
      : reader_(reader), parts_(parts), positions_(reader.findings()->source().text()) {
    parts->file = reader.findings()->source().name();
    parts->text = reader.findings()->source().text();
  }

  // Each adds what it reads to the parts and returns its number; kAbsent where the
  // item is absent.  Mistakes are findings.
  uint32_t Leaf(const Item& item);
  uint32_t Ref(const Item& item);
  uint32_t Condition(const Item& item);
  Run Conditions(const Item& list);
  uint32_t Block(Fields* fields);
  // The field `evict`: {chunk}, an integer above 0 or `1%` to `100%`.
  Eviction ReadEviction(const Item& item);
  // The field `ttl` of a mark for caching; empty where it is absent.
  std::string ReadTtl(Fields* fields);
  uint32_t Anchor(Fields* fields);
  uint32_t Place(const Item& item);
  Budget ReadBudget(const Item& item);
  // The field `changes`.
  std::optional<Volatility> ReadVolatility(Fields* fields);
  // A list of lanes; an id twice is a finding.
  std::vector<Lane> ReadLanes(const Item& list);
  std::optional<Role> ReadRole(Fields* fields);
  // The field `payload`: a map, or undefined.
  Value ReadPayload(Fields* fields);
  // A copy of the whole value, in the heap of the parts.
  Value Copy(const Item& item);

  // Of the leaves; a role that has tags is one.
  void set_language(LeafLanguage language) noexcept { language_ = language; }

  const DocumentReader& reader() const noexcept { return reader_; }
  // What all patterns of the document may still take.
  uint64_t* pattern_steps() noexcept { return &pattern_steps_; }
  Parts& parts() noexcept { return *parts_; }

  // Where each leaf and each reference was written.
  const std::vector<NodeId>& leaf_nodes() const noexcept { return leaf_nodes_; }
  const std::vector<NodeId>& ref_nodes() const noexcept { return ref_nodes_; }

 private:
  void ReadReserved(DataRef* ref);
  void ReadBlockRole(Fields* fields, chat::Block* block);
  void ReadContent(const Item& item, chat::Block* block);
  HandMark ReadMark(const Item& item);
  void ReadPart(const Item& item, const chat::Block& block);

  // --- chat_lanes.cc
  Lane ReadLane(const Item& item);
  std::optional<Run> ReadGroups(const Item& list);
  LaneGroup ReadGroup(const Item& item);
  uint32_t ReadMatch(const Item& item);
  uint32_t LeafWithText(const Item& item);

  const DocumentReader& reader_;
  Parts* parts_;
  LeafLanguage language_ = LeafLanguage::kHandlebars;
  uint64_t pattern_steps_ = Limits().steps;
  PositionIndex positions_;
  std::vector<NodeId> leaf_nodes_;
  std::vector<NodeId> ref_nodes_;
};

}  // namespace galley::chat

#endif  // GALLEY_COMPILE_CHAT_PARTS_H_
