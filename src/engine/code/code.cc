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

}  // namespace

bool IsPlain(const Unit& unit) noexcept {
  if (unit.routines.size() != 1 || unit.routines[0].registers > kPlainRegisters) return false;
  for (const Instruction& instruction : unit.instructions) {
    if (!IsPlainOpcode(instruction.op)) return false;
  }
  return true;
}

// A macro that was given all its parameters jumps over what they are by default.
bool IsShort(const Unit& unit, const Routine& routine) noexcept {
  if (routine.captured || routine.registers > kPlainRegisters) return false;
  for (uint32_t at = routine.begin; at < routine.end; ++at) {
    const Instruction& instruction = unit.instructions[at];
    switch (instruction.op) {
      case Opcode::kJumpIfComplete:
      case Opcode::kJumpIfProvided:
        if (routine.begin + instruction.d() <= at) return false;
        at = routine.begin + instruction.d() - 1;
        break;
      case Opcode::kGetAttribute:
      case Opcode::kFilterFixed:
        break;
      default:
        if (!IsPlainOpcode(instruction.op)) return false;
    }
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
