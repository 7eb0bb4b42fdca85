// An artifact as text, for people who want to see what became of a chat template.
#ifndef GALLEY_COMPILE_DUMP_ARTIFACT_H_
#define GALLEY_COMPILE_DUMP_ARTIFACT_H_

#include <string>

#include "compile/artifact.h"

namespace galley::chat {

// One line a node: its path, what it is, and what it says.  Slots stand in the order in
// which they are filled.
std::string DumpArtifact(const Artifact& artifact);

}  // namespace galley::chat

#endif  // GALLEY_COMPILE_DUMP_ARTIFACT_H_
