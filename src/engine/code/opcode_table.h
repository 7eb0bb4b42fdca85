// What opcodes.def says of each instruction, as data.
#ifndef GALLEY_ENGINE_CODE_OPCODE_TABLE_H_
#define GALLEY_ENGINE_CODE_OPCODE_TABLE_H_

#include <string_view>

#include "engine/code/code.h"

namespace galley {

// What a field of an instruction holds.
enum class Field : uint8_t {
  kUnused,
  kRegister,
  kOperand,
  kConstant,
  kJump,
  kNumber,
  // Rows of side tables.
  kAttributeSite,
  kBuiltinSite,
  kCallSite,
  kIncludeSite,
  kBlockSite,
  kPathSite,
  kDataSite,
  kHelperSite,
  kPartialSite,
  kRoutine,
};

struct OpcodeInfo {
  std::string_view name;
  Field a = Field::kUnused;
  Field b = Field::kUnused;
  Field c = Field::kUnused;
  Field d = Field::kUnused;  // b and c as one
  Field x = Field::kUnused;
  bool has_target = false;  // a second word holds where to jump
};

const OpcodeInfo& InfoOf(Opcode op) noexcept;
// How many opcodes there are.
size_t OpcodeCount() noexcept;

}  // namespace galley

#endif  // GALLEY_ENGINE_CODE_OPCODE_TABLE_H_
