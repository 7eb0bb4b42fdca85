#include "engine/code/draft.h"

#include <utility>

namespace galley {
namespace {

constexpr size_t RoundUp(size_t bytes) noexcept { return (bytes + 7) & ~size_t{7}; }

// Calls `visit` with each table of the draft and its place in the unit.
template <class Visit>
void ForEachTable(UnitDraft& draft, Unit& unit, Visit visit) noexcept {
  visit(draft.instructions, unit.instructions);
  visit(draft.positions, unit.positions);
  visit(draft.constants, unit.constants);
  visit(draft.routines, unit.routines);
  visit(draft.attributes, unit.attributes);
  visit(draft.builtins, unit.builtins);
  visit(draft.calls, unit.calls);
  visit(draft.includes, unit.includes);
  visit(draft.block_sites, unit.block_sites);
  visit(draft.blocks, unit.blocks);
  visit(draft.links, unit.links);
}

bool KeepsContext(const Unit& unit) noexcept {
  for (const Instruction& instruction : unit.instructions) {
    switch (instruction.op) {
      case Opcode::kMakeMacro:
      case Opcode::kImport:
      case Opcode::kSelf:
      case Opcode::kSuper:
        return true;
      default:
        break;
    }
  }
  return false;
}

}  // namespace

void UnitDraft::Clear() noexcept {
  Unit none;
  ForEachTable(*this, none, [](auto& table, auto&) { table.clear(); });
}

Unit Freeze(UnitDraft* draft) noexcept {
  Unit unit;
  size_t bytes = 0;
  ForEachTable(*draft, unit,
               [&](auto& table, auto&) { bytes += RoundUp(table.size() * sizeof(table[0])); });
  draft->heap.Reserve(bytes);
  ForEachTable(*draft, unit, [&]<class T>(std::vector<T>& table, std::span<const T>& kept) {
    kept = draft->Keep(std::span<const T>(table));
  });
  unit.name = draft->name;
  unit.text = draft->text;
  unit.keeps_context = KeepsContext(unit);
  unit.is_plain = IsPlain(unit);
  unit.heap = std::move(draft->heap);
  return unit;
}

}  // namespace galley
