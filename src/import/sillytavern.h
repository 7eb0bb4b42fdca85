// The parts of SillyTavern's importer.
#ifndef GALLEY_IMPORT_SILLYTAVERN_H_
#define GALLEY_IMPORT_SILLYTAVERN_H_

#include <optional>
#include <string>
#include <string_view>

#include "import/job.h"

namespace galley::importing {

// The variable that a macro stands for; nothing where it is no simple name.
std::optional<std::string> SillyTavernVariable(std::string_view macro);

// A context preset: its story string at `story`, as a Jinja template.
Result<Imported> ImportStoryString(Job* job, const Tree& tree, NodeId story);
// An instruct preset: the sequences around `messages`, as a Jinja template.
Result<Imported> ImportInstructPreset(Job* job, const Tree& tree);

}  // namespace galley::importing

#endif  // GALLEY_IMPORT_SILLYTAVERN_H_
