// Reads the operand column of opcodes.def at compile time; a letter that it does not know does
// not compile.
#include "engine/code/opcode_table.h"

#include <iterator>

namespace galley {
namespace {

constexpr Field FieldOf(char letter) {
  switch (letter) {
    case 'r':
      return Field::kRegister;
    case 'o':
      return Field::kOperand;
    case 'k':
      return Field::kConstant;
    case 'j':
      return Field::kJump;
    case 'A':
      return Field::kAttributeSite;
    case 'B':
      return Field::kBuiltinSite;
    case 'C':
      return Field::kCallSite;
    case 'I':
      return Field::kIncludeSite;
    case 'K':
      return Field::kBlockSite;
    case 'P':
      return Field::kPathSite;
    case 'D':
      return Field::kDataSite;
    case 'H':
      return Field::kHelperSite;
    case 'T':
      return Field::kPartialSite;
    case 'U':
      return Field::kRoutine;
    default:
      return Field::kNumber;
  }
}

// Reads the operands column: `a:r b:o + =`.
constexpr OpcodeInfo Describe(std::string_view name, std::string_view operands) {
  OpcodeInfo info;
  info.name = name;
  for (size_t i = 0; i < operands.size(); ++i) {
    if (operands[i] == '+') info.has_target = true;
    if (i + 2 >= operands.size() || operands[i + 1] != ':') continue;
    const Field field = FieldOf(operands[i + 2]);
    switch (operands[i]) {
      case 'a':
        info.a = field;
        break;
      case 'b':
        info.b = field;
        break;
      case 'c':
        info.c = field;
        break;
      case 'd':
        info.d = field;
        break;
      default:
        info.x = field;
        break;
    }
  }
  return info;
}

constexpr OpcodeInfo kOpcodes[] = {
#define OPCODE(name, operands, about) Describe(#name, operands),
#include "engine/code/opcodes.def"
#undef OPCODE
};

}  // namespace

const OpcodeInfo& InfoOf(Opcode op) noexcept { return kOpcodes[static_cast<size_t>(op)]; }

size_t OpcodeCount() noexcept { return std::size(kOpcodes); }

}  // namespace galley
