// An instruction set as the files that other tools read.
//
// Such a file says in its first comment that galley wrote it, with a sum over what
// follows; so one that somebody wrote, or changed, is told from one that may be
// written anew.
#ifndef GALLEY_EMIT_INSTRUCTION_EXPORT_H_
#define GALLEY_EMIT_INSTRUCTION_EXPORT_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "resolve/instruction_set.h"
#include "value/heap.h"

namespace galley {

enum class ExportTarget : uint8_t { kAgents, kClaude, kCopilot, kCursor };

// `agents`, `claude`, `copilot`, `cursor`.
std::string_view ExportTargetName(ExportTarget target) noexcept;
// Where that tool looks for it, from the top of a project.
std::string_view ExportPath(ExportTarget target) noexcept;

// The text of the file: the instructions of all kinds in order, with a comment that
// names the source before each part.  Work is paid to `meter`.
std::string ExportInstructions(const InstructionSet& set, ExportTarget target, Meter* meter);

// Whether `text` is what galley once wrote for `target`, and nobody changed since.
bool IsExported(std::string_view text, ExportTarget target) noexcept;

}  // namespace galley

#endif  // GALLEY_EMIT_INSTRUCTION_EXPORT_H_
