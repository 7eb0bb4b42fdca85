#include "workspace/instruction_place.h"

#include <optional>
#include <utility>

#include "base/try.h"
#include "diag/report.h"
#include "files/disk_files.h"
#include "files/relative_path.h"
#include "workspace/host.h"
#include "workspace/stored_instructions.h"

namespace galley::workspace {
namespace {

Result<std::unique_ptr<Files>> OpenDirectory(const std::string& directory) {
  return std::unique_ptr<Files>(std::make_unique<DiskFiles>(TRY(DiskFiles::Open(directory))));
}

// A path with the links of its directory resolved, where that is there.
std::string ResolveFile(const std::string& absolute) {
  const Result<std::string> directory = ResolvePath(std::string(DirectoryOf(absolute)) + '/');
  if (directory) return *directory + '/' + std::string(FileNameOf(absolute));
  const std::optional<std::string> joined = JoinPath("", absolute);
  return joined ? '/' + *joined : absolute;
}

}  // namespace

Result<InstructionPlace> InstructionPlace::Open(const Params& params, std::string_view usual,
                                                const Invocation& call) {
  InstructionPlace place(call);
  InstructionOptions& options = place.options_;
  options.manifest = TRY(params.String("manifest", usual));
  if (params.has("root")) options.root = std::string(TRY(params.String("root")));
  options.strict = TRY(params.Bool("strict", false));
  options.lenient = TRY(params.Bool("lenient", false));
  place.workspace_ = std::make_unique<Workspace>(TRY(Workspace::Open(params, call)));
  const std::string path(TRY(params.String("path", "")));
  if (!path.empty() && params.has("manifest")) {
    return Report(Code::kInvalidParams,
                  Quoted(params.PathOf("path")) + " does not go with `manifest`");
  }
  const std::string_view named = path.empty() ? options.manifest : path;
  if (named.starts_with(kStorePrefix)) {
    TRY(place.FindStored(std::string(named), params));
  } else if (!path.empty()) {
    TRY(place.FindPath(path, params));
  }
  return place;
}

Result<void> InstructionPlace::FindPath(const std::string& path, const Params& params) {
  const Host host = Host::OfProcess();
  const std::string here = TRY(ResolvePath(host.directory));
  const std::string manifest = ResolveFile(host.Absolute(path, here));
  std::string root = here;
  if (params.has("root")) root = TRY(ResolvePath(host.Absolute(*options_.root, here)));

  std::string top = here;
  if (!IsBelow(manifest, here) || !IsBelow(root, here)) {
    top = IsBelow(manifest, root) ? root : std::string(DirectoryOf(manifest));
  }
  options_.manifest = PathBelow(manifest, top);
  // A manifest elsewhere has its own directory for a root, unless one is named; whether
  // that holds it is for the resolution to say.
  if (IsBelow(root, top)) {
    options_.root = std::string(PathBelow(root, top));
  } else {
    options_.root = params.has("root") ? root : "";
  }
  disk_ = TRY(OpenDirectory(top));
  return {};
}

Result<void> InstructionPlace::FindStored(std::string_view name, const Params& params) {
  const StoredName stored = TRY(ParseInstructionName(name, call_->limits));
  options_.manifest = stored.name + std::string(kInstructionsExtension);
  if (params.has("path")) {
    if (params.has("root")) {
      const Host host = Host::OfProcess();
      disk_ = TRY(OpenDirectory(host.Absolute(*options_.root, host.directory)));
    }
    options_.root = "";
  }
  OpenStore* store = TRY(workspace_->store(Access::kExisting));
  if (store->offline()) {
    call_->warnings->push_back(Report(Code::kStoreOffline, store->offline()->message));
  }
  stored_ = std::make_unique<StoredInstructions>(store, stored, call_->limits);
  return {};
}

Result<InstructionSet> InstructionPlace::Resolve(Thoroughness thoroughness) {
  InstructionOptions options = options_;
  options.keep_going = thoroughness == Thoroughness::kEveryProblem;
  return ResolveInstructions(stored_ ? *stored_ : files(), options, call_->limits, call_->heap,
                             call_->warnings);
}

}  // namespace galley::workspace
