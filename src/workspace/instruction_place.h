// Where an instruction set lies: in the files of a workspace, anywhere on disk, or in a
// store.
#ifndef GALLEY_WORKSPACE_INSTRUCTION_PLACE_H_
#define GALLEY_WORKSPACE_INSTRUCTION_PLACE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "files/files.h"
#include "galley/result.h"
#include "resolve/instruction_set.h"
#include "resolve/instructions.h"
#include "workspace/invocation.h"
#include "workspace/params.h"
#include "workspace/workspace.h"

namespace galley::workspace {

// A manifest, and the files that it is named in: those of the project that a workspace lies
// in.
struct ManifestPlace {
  std::unique_ptr<Files> files;  // null: those of the workspace
  std::string top;               // where they are on disk; empty in memory
  std::string manifest;          // from there
};

// The manifest that `named` leads to from the top of the workspace; the usual one where
// that is empty: `.iaip/manifest.iai`, then `manifest.iai`, there or at the top of the
// project.  Whether it exists is for the resolution to say.  Fails as
// Workspace::project() does.
Result<ManifestPlace> FindManifest(Workspace* workspace, std::string_view named);

// Whether a kind that stops keeps the others from being looked at.
enum class Thoroughness : uint8_t { kFirstProblem, kEveryProblem };

// Views the call, which outlives it.
class InstructionPlace {
 public:
  // The parameters `workspace`, `strict`, `lenient`, and one of
  //   manifest  from the top of the workspace; `root`, the directory that includes stay
  //             in, likewise, and by default that of the manifest
  //   path      from where the command runs, and anywhere; `root` likewise, and by default
  //             the project, or for a manifest elsewhere its own directory
  // Either may be `store:NAME[@VERSION|@LABEL]`; with `path` includes stay in the store
  // then, and `root` is where files are written.  Without either the manifest is `usual`,
  // or where that is empty what FindManifest finds, and the root is the project.
  // Fails with invalid-params, and as the workspace and the store do.
  static Result<InstructionPlace> Open(const Params& params, std::string_view usual,
                                       const Invocation& call);

  // The files that the set may be exported to, and in which the manifest is named.
  Files& files() noexcept { return disk_ ? *disk_ : workspace_->writable_files(); }
  const std::string& manifest() const noexcept { return options_.manifest; }

  Result<InstructionSet> Resolve(Thoroughness thoroughness);

 private:
  explicit InstructionPlace(const Invocation& call) : call_(&call) {}

  Result<void> FindUsual(const Params& params);
  Result<void> FindPath(const std::string& path, const Params& params);
  Result<void> FindStored(std::string_view name, const Params& params);

  const Invocation* call_;
  InstructionOptions options_;
  std::unique_ptr<Workspace> workspace_;
  std::unique_ptr<Files> disk_;    // where those of the workspace are not meant
  std::unique_ptr<Files> stored_;  // where the set is in a store
};

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_INSTRUCTION_PLACE_H_
