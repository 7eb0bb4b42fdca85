// Workspaces: the files that a call works with, and the catalog of the templates
// among them.
#ifndef GALLEY_WORKSPACE_WORKSPACE_H_
#define GALLEY_WORKSPACE_WORKSPACE_H_

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "discover/catalog.h"
#include "files/files.h"
#include "galley/result.h"
#include "load/template_loader.h"
#include "workspace/given_templates.h"
#include "workspace/invocation.h"
#include "workspace/params.h"
#include "workspace/project.h"
#include "workspace/store_entries.h"
#include "workspace/store_session.h"

namespace galley::workspace {

// The parameter `workspace`:
//   {files: {path: text}, roots?, extensions?}      in memory
//   {base: path, roots?, extensions?}               on disk, without configuration
//   {dir?: path, project_root?, config?, settings?, extensions?}
//                                                   on disk, as configured there
// Each may have `given`, templates by their paths (given_templates.h), and `store: url`, the store
// that names with `store:` lead to; a project has one anyway.  One on disk may have `unsaved:
// {path: text}`, what an editor holds instead of what is at these paths, absolute or from the
// directory that is opened; where that is all it has, it is about the workspace of the caller.
// `roots` are {project: [directory], user: [...], builtin: [...]}; without them all files are one
// project root.  Absent: the configured one of the working directory.
class Workspace {
 public:
  // Opens the files, and looks for nothing yet.  Fails with invalid-params, and as
  // DiskFiles::Open does.
  static Result<Workspace> Open(const Params& params, const Invocation& call);

  // All files, from the top of the workspace on.
  const Files& files() const noexcept { return *files_; }
  // The same for what writes one.
  Files& writable_files() noexcept { return *files_; }
  // The top on disk, links resolved; empty in memory.
  const std::string& path() const noexcept { return path_; }

  // The templates, looked for when first asked; what there is to say about the roots
  // becomes warnings of the call.  Fails as Catalog::Discover does, and with
  // config-invalid.
  Result<const Catalog*> catalog();
  // Warns of what the catalog leaves out too, which is for those who look at all of it.
  Result<void> WarnOfSkipped();

  // The files `NAME.test.yaml` under the same roots, which are no templates.  Fails as
  // catalog() does.
  Result<const Catalog*> tests();

  // The directory of the project on disk, or the one that was opened where that is no part
  // of it; empty in memory.  Fails as project() does.
  Result<std::string> top();

  // What finds templates by name and by path.  A path is seen from the directory that
  // was opened, and stays in the project that this lies in.  Fails as catalog() does.
  Result<TemplateLoader> loader();

  // The store of the workspace; what it reads is one state for the whole call.  Fails
  // with store-not-found where the workspace has none, and as Store::Open does.
  Result<OpenStore*> store(Access access);

  // Says that what the call does next is about the template `name`: where that is in the
  // store, plain names in it lead there first.  Open says it for the parameters `name`,
  // `names` and `template`.
  void LinkTo(std::string_view name);

  // Whether a variable that is missing in a Handlebars template is an error.  Fails as
  // project() does.
  Result<bool> is_handlebars_strict();

  // The project it is, with its configuration, or null where it has none: in
  // memory, or where the caller gave the roots.  Fails with config-invalid.
  Result<const Project*> project();

 private:
  using RootNames = std::pair<Tier, std::string>;

  explicit Workspace(const Invocation& call)
      : limits_(call.limits), warnings_(call.warnings), session_(call.stores) {}

  Result<void> OpenMemory(const Params& workspace);
  Result<void> OpenDisk(const std::string& directory);
  Result<void> OpenBase(const Params& workspace);
  Result<void> OpenProjectDirectory(const Params& workspace);
  Result<void> ReadRoots(const Params& workspace);
  Result<void> ReadUnsaved(const Params& workspace);
  // `files`, which lie at `path` on disk, with what is unsaved among them; null where nothing
  // is.
  std::shared_ptr<Files> WithUnsaved(const std::string& path,
                                     std::shared_ptr<const Files> files) const;
  Result<void> ReadExtensions();
  Result<std::vector<Root>> FindRoots();
  Result<StorePlace> FindStore();
  // Notes that what the parameters name is in the store.
  void FindLinking(const Params& params);

  const Limits& limits_;
  std::vector<Diagnostic>* warnings_;
  std::shared_ptr<Files> files_;
  std::shared_ptr<const Files> added_;    // of the calling program, or null
  std::shared_ptr<Files> project_files_;  // from the project's root, once needed
  std::string path_;
  std::vector<RootNames> roots_;  // as the caller gave them
  Extensions extensions_;
  std::optional<ProjectRequest> request_;  // where the configuration says it all
  std::optional<Project> project_;
  std::optional<Catalog> catalog_;
  std::shared_ptr<StoreEntries> stored_;       // attached to the catalog
  StoreSession* session_;                      // null: the own one
  std::shared_ptr<StoreSession> own_session_;  // made when it is needed
  std::string store_url_;                      // as the caller gave it
  StoreLinking linking_;
  OpenStore* store_ = nullptr;
  std::optional<Catalog> tests_;
  GivenTemplates given_;
  std::map<std::string, std::string> unsaved_;  // by absolute path
};

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_WORKSPACE_H_
