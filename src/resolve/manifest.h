// The manifest of an instruction set: which kinds are active, and what it says of
// each.
#ifndef GALLEY_RESOLVE_MANIFEST_H_
#define GALLEY_RESOLVE_MANIFEST_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/ordered_map.h"
#include "format/tree.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "resolve/instruction_file.h"

namespace galley {

// What a manifest says of one kind, its shape checked.  Nodes are in the header of
// the manifest; kNoNode where a part is not set.
struct KindBlock {
  NodeId metadata = kNoNode;  // of any shape where there is an include
  NodeId include = kNoNode;
  std::vector<NodeId> merges;  // strings, as all below
  std::vector<NodeId> overrides;
  NodeId mode = kNoNode;  // of any shape: they matter once an override was found
  NodeId algorithm = kNoNode;
};

struct ActiveKind {
  std::string name;
  NodeId entry;  // in the list `enabled`
};

class Manifest {
 public:
  // Checks the kind, the version and the lists of kinds, in this order.  Fails with
  // kind-missing, kind-mismatch, unsupported-version, invalid-type or limit-units.
  static Result<Manifest> Read(std::unique_ptr<LoadedInstructions> file, const Limits& limits);

  const LoadedInstructions& file() const noexcept { return *file_; }
  const Tree& tree() const noexcept { return *file_->header(); }
  const Node& node(NodeId id) const noexcept { return tree()[id]; }

  // In the order of `enabled`, without those that are disabled.
  const std::vector<ActiveKind>& active() const noexcept { return active_; }

  // What it says of `kind`; an empty block where it says nothing.  Fails with
  // invalid-type.
  Result<KindBlock> ReadBlock(std::string_view kind) const;

 private:
  explicit Manifest(std::unique_ptr<LoadedInstructions> file);

  // The value under a key of the manifest, or kNoNode.
  NodeId Find(std::string_view key) const noexcept;
  Result<void> CheckVersion() const;
  // The entries of a list of strings; none where it is absent.
  Result<std::vector<NodeId>> ReadNames(std::string_view key) const;
  Result<void> ReadInclude(NodeId include, KindBlock* block) const;
  Result<std::vector<NodeId>> ReadStrings(NodeId list) const;
  Result<void> Expect(NodeId id, Kind kind) const;

  std::unique_ptr<LoadedInstructions> file_;
  OrderedMap<NodeId, std::string_view> keys_;
  std::vector<ActiveKind> active_;
};

// Null and the empty string stand for nothing, in most places.
bool IsUnset(const Node& node) noexcept;

}  // namespace galley

#endif  // GALLEY_RESOLVE_MANIFEST_H_
