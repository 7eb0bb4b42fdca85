// Checks the shape of everything when it is read, so that what asks later need not.
#include "resolve/manifest.h"

#include <utility>

#include "base/try.h"
#include "diag/report.h"
#include "value/value.h"

namespace galley {

bool IsUnset(const Node& node) noexcept {
  return node.value.is_none() || (node.is_string() && node.value.as_string().empty());
}

Manifest::Manifest(std::unique_ptr<LoadedInstructions> file) : file_(std::move(file)) {
  if (!file_->header()) return;
  for (NodeId id : tree().Children(Tree::root())) keys_.Insert(node(id).key, id);
}

NodeId Manifest::Find(std::string_view key) const noexcept {
  const NodeId* found = keys_.Find(key);
  return found ? *found : kNoNode;
}

Result<Manifest> Manifest::Read(std::unique_ptr<LoadedInstructions> file, const Limits& limits) {
  TRY(file->ExpectKind("manifest", /*may_be_missing=*/false));
  Manifest manifest(std::move(file));
  TRY(manifest.CheckVersion());
  const std::vector<NodeId> enabled = TRY(manifest.ReadNames("enabled"));
  OrderedMap<bool, std::string_view> known;  // disabled, or active already
  for (NodeId id : TRY(manifest.ReadNames("disabled"))) {
    known.Insert(manifest.node(id).value.as_string(), true);
  }
  for (NodeId id : enabled) {
    const std::string_view name = manifest.node(id).value.as_string();
    if (!known.Insert(name, true).second) continue;
    manifest.active_.push_back({std::string(name), id});
  }
  if (manifest.active_.size() > limits.units) {
    return Report(Code::kLimitUnits, manifest.file().source(), {},
                  "the manifest enables " + std::to_string(manifest.active_.size()) +
                      " kinds; the limit is " + std::to_string(limits.units));
  }
  return manifest;
}

Result<void> Manifest::CheckVersion() const {
  const NodeId id = Find("version");
  if (id == kNoNode || IsUnset(node(id))) return {};
  if (node(id).is_string() && node(id).value.as_string() == "v0") return {};
  return Report(Code::kUnsupportedVersion, file().source(), node(id).span,
                "the manifest asks for another version than `v0`",
                "write `version: \"v0\"`, or leave it out");
}

Result<void> Manifest::Expect(NodeId id, Kind kind) const {
  if (node(id).kind() == kind) return {};
  const std::string name = node(id).key.empty() ? "an entry" : Quoted(node(id).key);
  return Report(Code::kInvalidType, file().source(), node(id).span,
                name + " must be of type " + std::string(KindName(kind)) + ", not " +
                    std::string(KindName(node(id).kind())));
}

Result<std::vector<NodeId>> Manifest::ReadStrings(NodeId list) const {
  std::vector<NodeId> strings;
  TRY(Expect(list, Kind::kList));
  for (NodeId item : tree().Children(list)) {
    TRY(Expect(item, Kind::kString));
    strings.push_back(item);
  }
  return strings;
}

Result<std::vector<NodeId>> Manifest::ReadNames(std::string_view key) const {
  const NodeId list = Find(key);
  if (list == kNoNode || node(list).value.is_none()) return std::vector<NodeId>();
  // Only of the list that takes something away, nothing is the empty string.
  if (key == "disabled" && IsUnset(node(list))) return std::vector<NodeId>();
  return ReadStrings(list);
}

Result<KindBlock> Manifest::ReadBlock(std::string_view kind) const {
  KindBlock block;
  const NodeId id = Find(kind);
  if (id == kNoNode || IsUnset(node(id))) return block;
  TRY(Expect(id, Kind::kMap));
  const auto part = [&](NodeId map, std::string_view key) {
    const NodeId found = tree().Find(map, key);
    return found == kNoNode || IsUnset(node(found)) ? kNoNode : found;
  };
  block.metadata = part(id, "metadata");
  block.include = part(id, "include");
  if (block.include != kNoNode) {
    TRY(ReadInclude(block.include, &block));
  } else if (block.metadata != kNoNode) {
    TRY(Expect(block.metadata, Kind::kMap));
  }
  if (const NodeId override = part(id, "override"); override != kNoNode) {
    TRY(Expect(override, Kind::kMap));
    block.mode = part(override, "mode");
    block.algorithm = part(override, "algorithm");
  }
  return block;
}

Result<void> Manifest::ReadInclude(NodeId include, KindBlock* block) const {
  TRY(Expect(include, Kind::kMap));
  const auto list = [&](std::string_view key) -> Result<std::vector<NodeId>> {
    const NodeId found = tree().Find(include, key);
    if (found == kNoNode || node(found).value.is_none()) return std::vector<NodeId>();
    return ReadStrings(found);
  };
  block->merges = TRY(list("merge"));
  block->overrides = TRY(list("override"));
  return {};
}

}  // namespace galley
