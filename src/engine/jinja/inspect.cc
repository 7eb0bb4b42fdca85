#include "engine/jinja/inspect.h"

#include <algorithm>
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

// The names that an `include`, `import` or `extends` may mean.
void AddTemplates(const Tree& tree, NodeId id, std::vector<std::string>* names, bool* is_dynamic) {
  const Node& node = tree[id];
  if (node.kind == NodeKind::kConst && tree.constants[node.index].is_string()) {
    return AddOnce(names, tree.constants[node.index].as_string());
  }
  if (node.kind != NodeKind::kList && node.kind != NodeKind::kTuple) {
    *is_dynamic = true;
    return;
  }
  for (const NodeId item : tree.Children(node.list)) {
    const Node& literal = tree[item];
    if (literal.kind == NodeKind::kConst && tree.constants[literal.index].is_string()) {
      AddOnce(names, tree.constants[literal.index].as_string());
    } else {
      *is_dynamic = true;
    }
  }
}

Inspection InspectTree(const Tree& tree) {
  Inspection found;
  for (const Node& node : tree.nodes) {
    switch (node.kind) {
      case NodeKind::kExtends:
        AddTemplates(tree, node.a, &found.extends, &found.is_dynamic);
        break;
      case NodeKind::kInclude:
        AddTemplates(tree, node.a, &found.includes, &found.is_dynamic);
        break;
      case NodeKind::kImport:
      case NodeKind::kFromImport:
        AddTemplates(tree, node.a, &found.imports, &found.is_dynamic);
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
    const std::string_view name = unit.constants[unit.attributes[instruction.d()].name].as_string();
    if (!FindGlobal(name)) AddOnce(&found.variables, name);
  }
  return found;
}

}  // namespace galley::jinja
