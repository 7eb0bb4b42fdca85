// Finds the manifest first; the files are then confined to the directory that it may name others
// in.
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

constexpr std::string_view kUsualManifests[] = {".iaip/manifest.iai", "manifest.iai"};

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

// The directory on disk that the files of an instruction set may lie in.
Result<std::string> TopOf(Workspace* workspace) {
  const Project* project = TRY(workspace->project());
  if (!project) return workspace->path();
  std::string root = TRY(ResolvePath(project->root));
  return IsBelow(workspace->path(), root) ? root : workspace->path();
}

bool IsFile(const Files& files, std::string_view path) {
  const Result<FileKind> kind = files.Stat(path);
  return kind && *kind == FileKind::kFile;
}

std::string Join(std::string_view directory, std::string_view path) {
  return directory.empty() ? std::string(path) : std::string(directory) + '/' + std::string(path);
}

}  // namespace

Result<ManifestPlace> FindManifest(Workspace* workspace, std::string_view named) {
  ManifestPlace place;
  std::string here;
  if (!workspace->path().empty()) {
    place.top = TRY(TopOf(workspace));
    here = PathBelow(workspace->path(), place.top);
    if (!here.empty()) place.files = TRY(OpenDirectory(place.top));
  }
  if (!named.empty()) {
    const bool is_relative = WhyNotRelative(named).empty();
    const std::optional<std::string> joined =
        is_relative ? JoinPath(here, named) : std::optional<std::string>();
    place.manifest = joined ? *joined : std::string(named);
    return place;
  }
  const Files& files = place.files ? *place.files : workspace->files();
  for (const std::string_view directory : {std::string_view(here), std::string_view()}) {
    for (const std::string_view usual : kUsualManifests) {
      place.manifest = Join(directory, usual);
      if (IsFile(files, place.manifest)) return place;
    }
  }
  place.manifest = Join(here, kUsualManifests[0]);
  return place;
}

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
  } else if (named.empty()) {
    TRY(place.FindUsual(params));
  }
  return place;
}

Result<void> InstructionPlace::FindUsual(const Params& params) {
  ManifestPlace found = TRY(FindManifest(workspace_.get(), {}));
  const std::string manifest = Join(found.top, found.manifest);
  options_.manifest = std::move(found.manifest);
  disk_ = std::move(found.files);
  if (!params.has("root")) {
    options_.root = "";
    return {};
  }
  if (found.top.empty()) return {};
  const std::string root =
      TRY(ResolvePath(Host::OfProcess().Absolute(*options_.root, workspace_->path())));
  if (IsBelow(root, found.top)) {
    options_.root = std::string(PathBelow(root, found.top));
  } else if (IsBelow(manifest, root)) {
    disk_ = TRY(OpenDirectory(root));
    options_.manifest = PathBelow(manifest, root);
    options_.root = "";
  } else {
    options_.root = root;  // which the resolution refuses
  }
  return {};
}

Result<void> InstructionPlace::FindPath(const std::string& path, const Params& params) {
  const Host host = Host::OfProcess();
  const std::string here = TRY(ResolvePath(host.directory));
  const std::string manifest = ResolveFile(host.Absolute(path, here));
  const std::string project = TRY(TopOf(workspace_.get()));
  const std::string widest = IsBelow(here, project) ? project : here;
  std::string root = widest;
  if (params.has("root")) root = TRY(ResolvePath(host.Absolute(*options_.root, here)));

  std::string top = widest;
  if (!IsBelow(manifest, widest) || !IsBelow(root, widest)) {
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
