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

// What asks for nothing that only a frame has, changes nothing but registers and output,
// and goes only forward.
bool IsShortOpcode(Opcode op) noexcept {
  switch (op) {
    case Opcode::kEmitEscaped:
    case Opcode::kSumBegin:
    case Opcode::kSumAdd:
    case Opcode::kSumEnd:
    case Opcode::kMove:
    case Opcode::kRead:
    case Opcode::kLoadConstant:
    case Opcode::kMissing:
    case Opcode::kBecause:
    case Opcode::kNoElse:
    case Opcode::kAdd:
    case Opcode::kSubtract:
    case Opcode::kNot:
    case Opcode::kCompare:
    case Opcode::kConcatenate:
    case Opcode::kGetAttribute:
    case Opcode::kGetItem:
    case Opcode::kAttributeThenEmit:
    case Opcode::kAttributeThenItem:
    case Opcode::kItemThenEmit:
    case Opcode::kJump:
    case Opcode::kJumpIfTrue:
    case Opcode::kJumpIfFalse:
    case Opcode::kJumpUnless:
    case Opcode::kJumpUnlessAttribute:
    case Opcode::kJumpIfAttribute:
    case Opcode::kJumpIfProvided:
    case Opcode::kJumpIfComplete:
    case Opcode::kFilter:
    case Opcode::kFilterFixed:
    case Opcode::kEmitFilter:
      return true;
    default:
      return IsPlainOpcode(op);
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

bool IsShort(const Unit& unit, const Routine& routine) noexcept {
  if (routine.captured || routine.registers > kShortRegisters) return false;
  for (uint32_t at = routine.begin; at < routine.end; ++at) {
    if (!IsShortOpcode(unit.instructions[at].op)) return false;
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
