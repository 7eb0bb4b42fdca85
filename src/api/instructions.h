// An instruction set as people read it.
#ifndef GALLEY_API_INSTRUCTIONS_H_
#define GALLEY_API_INSTRUCTIONS_H_

#include <string>
#include <string_view>

#include "resolve/instruction_set.h"

namespace galley::api {

// What explain prints for people.
std::string ExplainInstructions(const InstructionSet& set);

// The name of what an overlay did, as `replaced`.
std::string_view SectionActionName(SectionAction action) noexcept;

}  // namespace galley::api

#endif  // GALLEY_API_INSTRUCTIONS_H_
