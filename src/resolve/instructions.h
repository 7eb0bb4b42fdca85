// Resolving an instruction set: from a manifest to the instructions of each active
// kind, as IAIP v0 has it.
//
// No directory is listed, and no file is opened but the manifest, the base file of
// each active kind, and what their blocks include; a file that lies out of the
// containment root is not opened at all.
#ifndef GALLEY_RESOLVE_INSTRUCTIONS_H_
#define GALLEY_RESOLVE_INSTRUCTIONS_H_

#include <optional>
#include <string>
#include <vector>

#include "files/files.h"
#include "galley/diagnostic.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "resolve/instruction_set.h"
#include "value/heap.h"

namespace galley {

struct InstructionOptions {
  std::string manifest = "manifest.iai";  // from the top of the files
  // The directory that includes stay in; absent: that of the manifest.
  std::optional<std::string> root = std::nullopt;
  bool strict = false;      // unknown kinds and conflicting fields stop
  bool lenient = false;     // a kind file need not say of which kind it is
  bool keep_going = false;  // a kind that stops does not keep the others from being checked
};

// The fields of the result are made in `heap`; warnings are added to `warnings`.
// Fails with the codes that codes.def lists for instruction sets, file-unreadable
// or a limit; nothing is exposed then.
Result<InstructionSet> ResolveInstructions(const Files& files, const InstructionOptions& options,
                                           const Limits& limits, Heap* heap,
                                           std::vector<Diagnostic>* warnings);

}  // namespace galley

#endif  // GALLEY_RESOLVE_INSTRUCTIONS_H_
