// A unit in the making: the tables of a Unit, still growing.
//
// A draft is used for one template after the other and keeps its memory, so that
// freezing, which copies each table at its exact size, is all that a template of
// a warm compiler asks the system for.
#ifndef GALLEY_ENGINE_CODE_DRAFT_H_
#define GALLEY_ENGINE_CODE_DRAFT_H_

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/code/code.h"
#include "value/heap.h"

namespace galley {

struct UnitDraft {
  std::string_view name;  // as all texts and runs of the sites below, in `heap`
  std::string_view text;
  std::vector<Instruction> instructions;
  std::vector<Span> positions;
  std::vector<Value> constants;
  std::vector<Routine> routines;
  std::vector<AttributeSite> attributes;
  std::vector<BuiltinSite> builtins;
  std::vector<CallSite> calls;
  std::vector<IncludeSite> includes;
  std::vector<BlockSite> block_sites;
  std::vector<BlockEntry> blocks;
  std::vector<PathSite> paths;
  std::vector<DataSite> data_sites;
  std::vector<HelperSite> helpers;
  std::vector<PartialSite> partials;
  std::vector<uint32_t> links;
  bool translates = false;
  Heap heap{Limits::Ceiling()};

  // A copy of `rows` in the heap; empty where that is exhausted.
  template <class T>
  std::span<const T> Keep(std::span<const T> rows) noexcept {
    if (rows.empty()) return {};
    auto* room = reinterpret_cast<T*>(heap.NewBytes(rows.size_bytes()));
    if (!room) return {};
    std::copy(rows.begin(), rows.end(), room);
    return {room, rows.size()};
  }

  // Empties every table.  Whoever begins a template gives the draft its heap.
  void Clear() noexcept;
};

// The unit, to which the heap goes over.  Its heap is exhausted where memory ran
// out; the unit is not to be used then.
Unit Freeze(UnitDraft* draft) noexcept;

}  // namespace galley

#endif  // GALLEY_ENGINE_CODE_DRAFT_H_
