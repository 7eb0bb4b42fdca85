#include "engine/jinja/inspect.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "base/try.h"
#include "engine/jinja/ast.h"
#include "engine/jinja/lower.h"
#include "engine/jinja/parser.h"
#include "engine/library/builtin.h"

namespace galley::jinja {
namespace {

void AddOnce(std::vector<std::string>* names, std::string_view name) {
  if (std::find(names->begin(), names->end(), name) == names->end()) names->emplace_back(name);
}

// The constant that a node is, or null.
const Value* StringAt(const Tree& tree, NodeId id) {
  const Node& node = tree[id];
  if (node.kind != NodeKind::kConst) return nullptr;
  const Value& value = tree.constants[node.index];
  return value.is_string() ? &value : nullptr;
}

// The names that an `include`, `import` or `extends` may mean.
void AddTemplates(const Tree& tree, const Node& tag, ReferenceKind kind,
                  std::vector<std::string>* names, Inspection* found) {
  const Node& node = tree[tag.a];
  const bool is_list = node.kind == NodeKind::kList || node.kind == NodeKind::kTuple;
  const std::span<const NodeId> items =
      is_list ? tree.Children(node.list) : std::span<const NodeId>(&tag.a, 1);
  for (const NodeId item : items) {
    const Value* name = StringAt(tree, item);
    if (!name) {
      found->is_dynamic = true;
      continue;
    }
    AddOnce(names, name->as_string());
    const bool may_be_missing = (tag.flags & kIgnoreMissing) || items.size() > 1;
    found->references.push_back(
        {kind, std::string(name->as_string()), tree[item].span, may_be_missing});
  }
}

Inspection InspectTree(const Tree& tree) {
  Inspection found;
  for (const Node& node : tree.nodes) {
    switch (node.kind) {
      case NodeKind::kExtends:
        AddTemplates(tree, node, ReferenceKind::kExtends, &found.extends, &found);
        break;
      case NodeKind::kInclude:
        AddTemplates(tree, node, ReferenceKind::kInclude, &found.includes, &found);
        break;
      case NodeKind::kImport:
      case NodeKind::kFromImport:
        AddTemplates(tree, node, ReferenceKind::kImport, &found.imports, &found);
        break;
      case NodeKind::kBlock:
        AddOnce(&found.blocks, tree.Text(node.name));
        break;
      case NodeKind::kMacro:
        AddOnce(&found.macros, tree.Text(node.name));
        break;
      default:
        break;
    }
  }
  return found;
}

}  // namespace

Result<Inspection> Inspect(const Source& source, const SyntaxOptions& options,
                           const Limits& limits) {
  Tree tree = TRY(Parse(source, options, limits));
  Inspection found = InspectTree(tree);
  // Which names are variables of the context is for the lowering to say.
  const Unit unit = TRY(Lower(std::move(tree), source, false, limits));
  for (const Instruction& instruction : unit.instructions) {
    if (instruction.op != Opcode::kResolve) continue;
    const std::string_view name = unit.constants[instruction.d()].as_string();
    if (!FindGlobal(name)) AddOnce(&found.variables, name);
  }
  return found;
}

Result<std::vector<Reference>> FindReferences(const Source& source, const SyntaxOptions& options,
                                              const Limits& limits) {
  return InspectTree(TRY(Parse(source, options, limits))).references;
}

}  // namespace galley::jinja
