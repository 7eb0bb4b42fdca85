// A string that names a field reads it from the context or from `globals` in it; a source
// of the task reads what its kind says.  Sources that are code may read anything.
#include "handles/chat_inputs.h"

#include <string>
#include <string_view>
#include <vector>

#include "compile/artifact.h"
#include "workspace/chat_inspect.h"

namespace galley::handles {
namespace {

constexpr std::string_view kGlobals = "globals";

class Search {
 public:
  Search(const workspace::CheckedTemplate& checked, const Limits& limits, InputList* inputs)
      : checked_(checked), artifact_(*checked.artifact), limits_(limits), inputs_(*inputs) {}

  void Run() {
    FindLines();
    for (uint32_t at = 0; at < artifact_.parts.leaves.size(); ++at) AddLeaf(at);
    for (const chat::DataRef& ref : artifact_.parts.refs) AddRef(ref);
  }

 private:
  // The line of the part that each string belongs to.
  void FindLines() {
    lines_.resize(artifact_.parts.leaves.size());
    const auto note = [&](uint32_t leaf, uint32_t place) {
      if (leaf == chat::kAbsent || place == chat::kAbsent) return;
      lines_[leaf] = artifact_.parts.places[place].line;
    };
    for (const chat::Block& block : artifact_.parts.blocks) note(block.content, block.place);
    for (const chat::Anchor& anchor : artifact_.parts.anchors) note(anchor.key, anchor.place);
    for (const chat::PlanNode& node : artifact_.plan) note(node.separator, node.place);
    for (const chat::Lane& lane : artifact_.lanes) note(lane.leaf, lane.place);
  }

  void AddLeaf(uint32_t at) {
    const chat::Leaf& leaf = artifact_.parts.leaves[at];
    if (!leaf.unit) return;
    const workspace::LeafReads reads =
        workspace::ReadsOf(leaf, artifact_.language, limits_);
    for (const std::string& name : reads.variables) Add(name, lines_[at]);
    if (!reads.variables.empty()) Add(kGlobals, lines_[at]);
    if (reads.may_read_more || !leaf.unit->links.empty()) inputs_.MarkIncomplete();
  }

  void AddRef(const chat::DataRef& ref) {
    switch (ref.kind) {
      case chat::SourceKind::kContext:
        return AddPath(ref.path);
      case chat::SourceKind::kGlobals:
        return Add(kGlobals, 0);
      case chat::SourceKind::kRegistry: {
        const chat::TaskSource* source =
            checked_.kind && !checked_.code ? checked_.kind->Find(ref.name) : nullptr;
        if (!source) return inputs_.MarkIncomplete();
        for (const chat::ValuePath& path : source->reads) AddPath(path);
        return;
      }
      default:
        return;
    }
  }

  // Nothing of a path is all of the context.
  void AddPath(const chat::ValuePath& path) {
    if (path.broken) return;
    if (path.steps.empty()) return inputs_.MarkIncomplete();
    Add(path.steps.front(), 0);
  }

  void Add(std::string_view name, uint32_t line) {
    inputs_.Add(name, checked_.file, {line, line > 0 ? 1u : 0u, 0});
  }

  const workspace::CheckedTemplate& checked_;
  const chat::Artifact& artifact_;
  const Limits& limits_;
  InputList& inputs_;
  std::vector<uint32_t> lines_;  // by leaf
};

}  // namespace

void AddChatInputs(const workspace::CheckedTemplate& checked, const Limits& limits,
                   InputList* inputs) {
  Search(checked, limits, inputs).Run();
}

}  // namespace galley::handles
