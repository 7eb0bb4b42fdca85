// Which names are variables of the context is what lowering noted; the rest is read off the
// tree.
#include "engine/jinja/inspect.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "base/ordered_map.h"
#include "base/try.h"
#include "engine/jinja/ast.h"
#include "engine/jinja/guards.h"
#include "engine/jinja/lower.h"
#include "engine/jinja/parser.h"
#include "engine/library/builtin.h"
#include "engine/library/host_callables.h"

namespace galley::jinja {
namespace {

// Names, each once, in the order in which they were added.
class NameSet {
 public:
  void Add(std::string_view name) { names_.Insert(std::string(name), {}); }
  bool Has(std::string_view name) const { return names_.Find(name) != nullptr; }
  std::vector<std::string> ToList() const {
    std::vector<std::string> list;
    list.reserve(names_.size());
    for (const auto& entry : names_) list.push_back(entry.key);
    return list;
  }

 private:
  struct Nothing {};
  OrderedMap<Nothing> names_;
};

// The constant that a node is, or null.
const Value* StringAt(const Tree& tree, NodeId id) {
  const Node& node = tree[id];
  if (node.kind != NodeKind::kConst) return nullptr;
  const Value& value = tree.constants[node.index];
  return value.is_string() ? &value : nullptr;
}

// The names that an `include`, `import` or `extends` may mean.
void AddTemplates(const Tree& tree, const Node& tag, ReferenceKind kind, NameSet* names,
                  Inspection* found) {
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
    names->Add(name->as_string());
    const bool may_be_missing = (tag.flags & kIgnoreMissing) || items.size() > 1;
    found->references.push_back(
        {kind, std::string(name->as_string()), tree[item].span, may_be_missing});
  }
}

Inspection InspectTree(const Tree& tree) {
  Inspection found;
  NameSet extends;
  NameSet includes;
  NameSet imports;
  NameSet blocks;
  NameSet macros;
  for (const Node& node : tree.nodes) {
    switch (node.kind) {
      case NodeKind::kExtends:
        AddTemplates(tree, node, ReferenceKind::kExtends, &extends, &found);
        break;
      case NodeKind::kInclude:
        AddTemplates(tree, node, ReferenceKind::kInclude, &includes, &found);
        break;
      case NodeKind::kImport:
      case NodeKind::kFromImport:
        AddTemplates(tree, node, ReferenceKind::kImport, &imports, &found);
        break;
      case NodeKind::kBlock:
        blocks.Add(tree.Text(node.name));
        break;
      case NodeKind::kMacro:
        macros.Add(tree.Text(node.name));
        break;
      default:
        break;
    }
  }
  found.extends = extends.ToList();
  found.includes = includes.ToList();
  found.imports = imports.ToList();
  found.blocks = blocks.ToList();
  found.macros = macros.ToList();
  return found;
}

// Where the text mentions variables that may be undefined.
std::unordered_set<uint32_t> GuardedPlaces(const Tree& tree) {
  std::unordered_set<uint32_t> places;
  const std::vector<bool> guarded = FindGuarded(tree);
  for (size_t at = 0; at < guarded.size(); ++at) {
    if (guarded[at]) places.insert(tree.nodes[at].span.begin);
  }
  return places;
}

}  // namespace

Result<Inspection> Inspect(const Source& source, const SyntaxOptions& options,
                           const Limits& limits) {
  Tree tree = TRY(Parse(source, options, limits));
  Inspection found = InspectTree(tree);
  // Which names are variables of the context is for the lowering to say.
  std::vector<ContextRead> reads;
  std::vector<std::string> names;  // of the tree, which the lowering takes
  for (const Name& name : tree.names) names.emplace_back(name.text);
  const std::unordered_set<uint32_t> guarded = GuardedPlaces(tree);
  const Unit unit = TRY(Lower(std::move(tree), source, false, limits, options.host, &reads));
  NameSet variables;
  for (const Instruction& instruction : unit.instructions) {
    if (instruction.op != Opcode::kResolve) continue;
    const std::string_view name = unit.constants[unit.attributes[instruction.d()].name].as_string();
    const bool is_hosts = options.host && options.host->Has(HostKind::kGlobal, name);
    const bool is_ours = FindGlobal(name) || (unit.translates && FindTranslation(name));
    if (!is_ours && !is_hosts) variables.Add(name);
  }
  found.variables = variables.ToList();
  std::sort(reads.begin(), reads.end(),
            [](const ContextRead& a, const ContextRead& b) { return a.span.begin < b.span.begin; });
  for (const ContextRead& read : reads) {
    const std::string& name = names[static_cast<size_t>(read.name)];
    if (!variables.Has(name)) continue;
    found.uses.push_back({name, read.span, guarded.contains(read.span.begin)});
  }
  return found;
}

Result<std::vector<Reference>> FindReferences(const Source& source, const SyntaxOptions& options,
                                              const Limits& limits) {
  return InspectTree(TRY(Parse(source, options, limits))).references;
}

}  // namespace galley::jinja
