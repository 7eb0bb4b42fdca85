// What the instructions of a run ask for, found in one pass: most templates are so short that
// each pass over them counts when they are compiled.
#ifndef GALLEY_ENGINE_CODE_TRAITS_H_
#define GALLEY_ENGINE_CODE_TRAITS_H_

#include <cstdint>
#include <span>

#include "engine/code/code.h"

namespace galley {

// As bits: some instruction of the run is so.
enum CodeTrait : uint8_t { kNeedsFrame = 1, kIsNotPlain = 2, kKeepsContext = 4 };

uint8_t TraitsOf(std::span<const Instruction> code) noexcept;

// IsPlain and IsShort (code.h), given the traits of the whole unit and of the routine.
bool IsPlain(std::span<const Routine> routines, uint8_t traits) noexcept;
bool IsShort(const Routine& routine, uint8_t traits) noexcept;

}  // namespace galley

#endif  // GALLEY_ENGINE_CODE_TRAITS_H_
