// What can be said of a unit once and asked often: whether it is plain, which routines need no
// frame.
#include "engine/code/code.h"

#include <array>

#include "engine/code/traits.h"

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

constexpr bool IsPlainOpcode(Opcode op) noexcept {
  switch (op) {
    case Opcode::kResolve:
    case Opcode::kText:
    case Opcode::kTextByte:
    case Opcode::kEmit:
    case Opcode::kTextEmit:
    case Opcode::kEmitAttribute:
    case Opcode::kTextEmitAttribute:
    case Opcode::kField:
    case Opcode::kOrGlobal:
    case Opcode::kEmitJs:
    case Opcode::kEndProgram:
    case Opcode::kReturn:
      return true;
    default:
      return false;
  }
}

constexpr bool KeepsContext(Opcode op) noexcept {
  return op == Opcode::kMakeMacro || op == Opcode::kImport || op == Opcode::kSelf ||
         op == Opcode::kSuper;
}

// Whether an instruction needs a frame is said by its row: `=` says that it does not.  The
// second word of one is a jump.
constexpr uint8_t TraitsFrom(Opcode op, std::string_view operands) noexcept {
  return static_cast<uint8_t>((operands.ends_with('=') ? 0 : kNeedsFrame) |
                              (IsPlainOpcode(op) ? 0 : kIsNotPlain) |
                              (KeepsContext(op) ? kKeepsContext : 0));
}

constexpr uint8_t kTraits[] = {
#define OPCODE(name, operands, about) TraitsFrom(Opcode::k##name, operands),
#include "engine/code/opcodes.def"
#undef OPCODE
};

}  // namespace

uint8_t TraitsOf(std::span<const Instruction> code) noexcept {
  uint8_t traits = 0;
  for (const Instruction& instruction : code)
    traits |= kTraits[static_cast<size_t>(instruction.op)];
  return traits;
}

bool IsPlain(std::span<const Routine> routines, uint8_t traits) noexcept {
  return routines.size() == 1 && routines[0].registers <= kPlainRegisters &&
         !(traits & kIsNotPlain);
}

bool IsShort(const Routine& routine, uint8_t traits) noexcept {
  return !routine.captured && routine.registers <= kShortRegisters && !(traits & kNeedsFrame);
}

bool IsPlain(const Unit& unit) noexcept {
  return IsPlain(unit.routines, TraitsOf(unit.instructions));
}

bool IsShort(const Unit& unit, const Routine& routine) noexcept {
  const size_t size = routine.end - routine.begin;
  return IsShort(routine, TraitsOf(unit.instructions.subspan(routine.begin, size)));
}

std::optional<LoopPart> FindLoopPart(std::string_view name) noexcept {
  for (const LoopName& row : kLoopNames) {
    if (row.name == name) return row.part;
  }
  return std::nullopt;
}

}  // namespace galley
