// What the operations on instruction sets share: reading their parameters.
#ifndef GALLEY_API_INSTRUCTIONS_H_
#define GALLEY_API_INSTRUCTIONS_H_

#include <string>
#include <string_view>

#include "api/operation.h"
#include "api/params.h"
#include "galley/result.h"
#include "resolve/instruction_set.h"
#include "resolve/instructions.h"

namespace galley {

// The parameters `manifest`, `root`, `strict` and `lenient`.
Result<InstructionOptions> ReadInstructionOptions(const Params& params);

// The instruction set of the parameters; `workspace` tells which files.
Result<InstructionSet> ResolveFor(const Invocation& call, const Params& params);

// What explain prints for people.
std::string ExplainInstructions(const InstructionSet& set);

// The name of what an overlay did, as `replaced`.
std::string_view SectionActionName(SectionAction action) noexcept;

}  // namespace galley

#endif  // GALLEY_API_INSTRUCTIONS_H_
