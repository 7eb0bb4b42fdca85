// All tables of a unit are copied into one allocation of their exact size.
#include "engine/code/draft.h"

#include <utility>

#include "engine/code/traits.h"

namespace galley {
namespace {

constexpr size_t RoundUp(size_t bytes) noexcept { return (bytes + 7) & ~size_t{7}; }

// Calls `visit` with each table of the draft and its place in `unit`, which may be
// the draft itself.
template <class Tables, class Visit>
void ForEachTable(UnitDraft& draft, Tables& unit, Visit visit) noexcept {
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
  visit(draft.paths, unit.paths);
  visit(draft.data_sites, unit.data_sites);
  visit(draft.helpers, unit.helpers);
  visit(draft.partials, unit.partials);
  visit(draft.links, unit.links);
}

}  // namespace

void UnitDraft::Clear() noexcept {
  ForEachTable(*this, *this, [](auto& table, auto&) { table.clear(); });
  translates = false;
}

Unit Freeze(UnitDraft* draft) noexcept {
  Unit unit;
  const std::span<const Instruction> code = draft->instructions;
  uint8_t traits = 0;
  for (Routine& routine : draft->routines) {
    const uint8_t own = TraitsOf(code.subspan(routine.begin, routine.end - routine.begin));
    routine.is_short = IsShort(routine, own);
    traits |= own;
  }
  size_t bytes = 0;
  // Most tables of most templates are empty.
  ForEachTable(*draft, unit, [&](auto& table, auto&) {
    if (!table.empty()) bytes += RoundUp(std::span(table).size_bytes());
  });
  draft->heap.Reserve(bytes);
  // All tables lie in one piece.
  char* room = draft->heap.NewBytes(bytes);
  ForEachTable(*draft, unit, [&]<class T>(std::vector<T>& table, std::span<const T>& kept) {
    if (table.empty() || !room) return;
    T* rows = reinterpret_cast<T*>(room);
    std::copy(table.begin(), table.end(), rows);
    kept = {rows, table.size()};
    room += RoundUp(std::span(table).size_bytes());
  });
  unit.name = draft->name;
  unit.text = draft->text;
  unit.translates = draft->translates;
  unit.keeps_context = (traits & kKeepsContext) != 0;
  unit.is_plain = IsPlain(unit.routines, traits);
  unit.heap = std::move(draft->heap);
  return unit;
}

}  // namespace galley
