#include "engine/code/code.h"

#include <array>

namespace galley {
namespace {

struct LoopName {
  std::string_view name;
  LoopPart part;
};
constexpr std::array<LoopName, 11> kLoopNames = {{{"index", LoopPart::kIndex},
                                                  {"index0", LoopPart::kIndex0},
                                                  {"revindex", LoopPart::kRevIndex},
                                                  {"revindex0", LoopPart::kRevIndex0},
                                                  {"first", LoopPart::kFirst},
                                                  {"last", LoopPart::kLast},
                                                  {"length", LoopPart::kLength},
                                                  {"depth", LoopPart::kDepth},
                                                  {"depth0", LoopPart::kDepth0},
                                                  {"previtem", LoopPart::kPrevious},
                                                  {"nextitem", LoopPart::kNext}}};

bool IsPlainOpcode(Opcode op) noexcept {
  switch (op) {
    case Opcode::kResolve:
    case Opcode::kText:
    case Opcode::kTextByte:
    case Opcode::kEmit:
    case Opcode::kTextEmit:
    case Opcode::kEmitAttribute:
    case Opcode::kTextEmitAttribute:
    case Opcode::kReturn:
      return true;
    default:
      return false;
  }
}

// The rows of opcodes.def that say so; the second word of one is a jump.
constexpr bool kNeedsNoFrame[] = {
#define OPCODE(name, operands, about) std::string_view(operands).ends_with('='),
#include "engine/code/opcodes.def"
#undef OPCODE
};

}  // namespace

bool IsPlain(const Unit& unit) noexcept {
  if (unit.routines.size() != 1 || unit.routines[0].registers > kPlainRegisters) return false;
  for (const Instruction& instruction : unit.instructions) {
    if (!IsPlainOpcode(instruction.op)) return false;
  }
  return true;
}

bool IsShort(const Unit& unit, const Routine& routine) noexcept {
  if (routine.captured || routine.registers > kShortRegisters) return false;
  for (uint32_t at = routine.begin; at < routine.end; ++at) {
    if (!kNeedsNoFrame[static_cast<size_t>(unit.instructions[at].op)]) return false;
  }
  return true;
}

std::optional<LoopPart> FindLoopPart(std::string_view name) noexcept {
  for (const LoopName& row : kLoopNames) {
    if (row.name == name) return row.part;
  }
  return std::nullopt;
}

}  // namespace galley
