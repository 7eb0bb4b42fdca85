// `store.pull`: a version of a stored document, into the workspace where that is asked.
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "api/operation.h"
#include "api/store_records.h"
#include "base/sha256.h"
#include "base/try.h"
#include "diag/report.h"
#include "files/disk_files.h"
#include "files/new_directory.h"
#include "files/relative_path.h"
#include "value/record.h"
#include "workspace/params.h"
#include "workspace/store_notes.h"
#include "workspace/workspace.h"

namespace galley::api {
namespace {

// Where a text goes: a path below an absolute directory.
struct Destination {
  std::string directory;
  std::string path;
  std::string shown;
};

bool Is(const Error& error, Code code) { return error.code() == Describe(code).code; }

Destination DestinationAt(const std::string& path, const workspace::Host& host) {
  const std::string absolute = host.Absolute(path, host.directory);
  return {std::string(DirectoryOf(absolute)) + '/', std::string(FileNameOf(absolute)), path};
}

// The file of the project that has the name, or else its place in the first root.
Result<Destination> DestinationInProject(const StoredDocument& document,
                                         const workspace::Project& project,
                                         workspace::Workspace* workspace) {
  const Catalog& catalog = *TRY(workspace->catalog());
  for (const Entry& entry : catalog.entries()) {
    const bool is_it = entry.tier == Tier::kProject && entry.logical_name() == document.name &&
                       entry.extension() == document.info.extension;
    if (!is_it) continue;
    return Destination{catalog.RootOf(entry).path, std::string(entry.relative_path),
                       catalog.ShownPath(entry)};
  }
  const std::vector<std::string>& roots =
      project.configuration[ConfigKey::kProjectTemplatePaths].values;
  if (roots.empty()) {
    return Report(Code::kConfigInvalid, "the project has no root to write to",
                  "say where with `path`");
  }
  const std::string path = document.name + document.info.extension;
  return Destination{project.host.Absolute(roots.front(), project.root), path,
                     roots.front() + '/' + path};
}

Result<Destination> FindDestination(const Params& params, const StoredDocument& document,
                                    workspace::Workspace* workspace) {
  const workspace::Project* project = TRY(workspace->project());
  const workspace::Host host = project ? project->host : workspace::Host::OfProcess();
  if (params.has("path")) return DestinationAt(std::string(TRY(params.String("path"))), host);
  if (project) return DestinationInProject(document, *project, workspace);
  return Report(Code::kInvalidParams,
                Quoted(params.PathOf("path")) + " is missing: the workspace is no project");
}

// `created`, `replaced` or `unchanged`.  A text that the store does not have is not
// overwritten, since nothing could bring it back.
Result<std::string_view> Write(const Destination& to, const StoredDocument& document, bool force,
                               Store* store) {
  TRY(MakeDirectoryOf(to.directory + '/' + to.path));
  DiskFiles files = TRY(DiskFiles::Open(to.directory));
  const Result<std::string> there = files.Read(to.path, Limits::Ceiling().file);
  if (!there && !Is(there.error(), Code::kFileNotFound)) return there.error();
  if (there && *there == document.text) return "unchanged";
  if (there && !force && !TRY(store->HasDigest(document.name, Sha256Of(*there)))) {
    return Report(Code::kFileExists, Quoted(to.shown) + " has changes that are not in the store",
                  "push it, or pull with `--force`");
  }
  TRY(files.Write(to.path, document.text, Overwrite::kReplace));
  return there ? "replaced" : "created";
}

// Whether what was written is the file that the project has under the name.  A copy
// elsewhere says nothing about that file.
bool IsOwnFile(const Destination& to, const StoredDocument& document,
               const workspace::Project& project, workspace::Workspace* workspace) {
  const Result<Destination> own = DestinationInProject(document, project, workspace);
  if (!own) return false;
  const Result<std::string> own_path = ResolvePath(own->directory + '/' + own->path);
  const Result<std::string> path = ResolvePath(to.directory + '/' + to.path);
  return own_path && path && *own_path == *path;
}

}  // namespace

// {workspace?, name, write = false, path?, force = false} -> {store, name, type, version:
//  {version, digest, ...}, text, path?, written?}
Result<Value> PullDocument(const Invocation& call) {
  const Params params = Params::Of(call);
  const StoredName name = TRY(StoredName::Parse(TRY(params.String("name")), call.limits));
  const bool force = TRY(params.Bool("force", false));
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  Store& store = TRY(workspace.store(Access::kExisting))->store();
  const StoredDocument document = TRY(store.Read(name, Limits::Ceiling().file));
  Heap* heap = call.heap;
  Value path;
  Value written;
  if (TRY(params.Bool("write", false))) {
    const Destination to = TRY(FindDestination(params, document, &workspace));
    written = Value::String(TRY(Write(to, document, force, &store)));
    path = heap->NewString(to.shown);
    const workspace::Project* project = TRY(workspace.project());
    if (project && (!params.has("path") || IsOwnFile(to, document, *project, &workspace))) {
      workspace::StoreNotes notes = workspace::StoreNotes::Of(*project, call.limits);
      notes.Set(store.id(), document.name, document.info.version, call.warnings);
    }
  }
  const Value version = NewVersionRecord(heap, document.info, document.name, TRY(store.Labels()));
  return NewRecord(heap, {{"store", NewStoredText(heap, store.shown())},
                          {"name", NewStoredText(heap, document.name)},
                          {"type", NewStoredText(heap, document.type)},
                          {"version", version},
                          {"text", NewStoredText(heap, document.text)},
                          {"path", path},
                          {"written", written}});
}

}  // namespace galley::api
