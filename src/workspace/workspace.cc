// Three forms, told by their members: files in memory, a base with roots, a configured project.
// Roots, project and catalog are made when first asked for.
#include "workspace/workspace.h"

#include <utility>

#include "base/try.h"
#include "diag/report.h"
#include "files/disk_files.h"
#include "files/memory_files.h"
#include "files/path.h"
#include "files/relative_path.h"
#include "files/unsaved_files.h"
#include "value/map.h"
#include "workspace/parameter_types.h"
#include "workspace/store_entries.h"

namespace galley::workspace {
namespace {

Diagnostic Refuse(std::string_view path, std::string_view why) {
  return Report(Code::kInvalidParams, Quoted(path) + ": " + std::string(why));
}

// What of `names` is not for the form of workspace that `form` makes it.
Result<void> RefuseBeside(const Params& workspace, std::string_view form, Names names) {
  for (const std::string_view name : names) {
    if (!workspace.has(name)) continue;
    return Refuse(workspace.PathOf(name), "does not go with " + Quoted(form));
  }
  return {};
}

Result<std::vector<std::string>> ReadStrings(const Params& params, std::string_view name) {
  std::vector<std::string> strings;
  if (!params.has(name)) return strings;
  for (const Value& item : TRY(params.List(name))) {
    if (!item.is_string()) return Refuse(params.PathOf(name), "must be a list of strings");
    strings.emplace_back(item.as_string());
  }
  return strings;
}

// A directory of the workspace as its files call it; the empty one is the top.
std::string WithoutDots(std::string_view directory) {
  while (directory.starts_with("./")) directory.remove_prefix(2);
  while (directory.size() > 1 && directory.ends_with('/')) directory.remove_suffix(1);
  return directory == "." ? std::string() : std::string(directory);
}

Result<std::vector<std::pair<ConfigKey, std::string>>> ReadSettings(const Params& workspace) {
  std::vector<std::pair<ConfigKey, std::string>> settings;
  if (!workspace.has("settings")) return settings;
  for (const MapEntry& entry : EntriesOf(TRY(workspace.StringMap("settings")))) {
    const std::optional<ConfigKey> key = FindConfigKey(entry.key.as_string());
    if (!key) return Refuse(workspace.PathOf("settings"), "is a map of configuration keys");
    settings.emplace_back(*key, entry.value.as_string());
  }
  return settings;
}

// Whether the caller's own workspace is meant: none is given, or just texts on top of it.
bool NamesNoFiles(const Params& params) {
  if (!params.has("workspace")) return true;
  const Result<Value> given = params.Any("workspace");
  return given && given->is_map() && given->size() == 1 &&
         given->entries()[0].key.as_string() == "unsaved";
}

}  // namespace

Result<Workspace> Workspace::Open(const Params& params, const Invocation& call) {
  const Params asked = TRY(params.Object("workspace", kWorkspaceFields));
  const bool is_the_callers = call.workspace.is_map() && NamesNoFiles(params);
  const Params given =
      is_the_callers ? TRY(Params::In(call.workspace, "workspace", kWorkspaceFields)) : asked;
  Workspace workspace(call);
  if (is_the_callers) workspace.added_ = call.added;
  workspace.store_url_ = TRY(given.String("store", ""));
  workspace.FindLinking(params);
  if (given.has("extensions")) {
    std::vector<std::string> extensions = TRY(ReadStrings(given, "extensions"));
    std::erase(extensions, std::string(kTestExtension));  // which no template has
    workspace.extensions_ = TRY(Extensions::Of(std::move(extensions)));
  }
  if (given.has("files")) {
    TRY(workspace.OpenMemory(given));
  } else if (given.has("base") || given.has("roots")) {
    TRY(workspace.OpenBase(given));
  } else {
    TRY(workspace.OpenProjectDirectory(given));
  }
  TRY(workspace.ReadUnsaved(asked));
  workspace.given_ = TRY(ReadGivenTemplates(given, workspace.extensions_, call.limits));
  return workspace;
}

Result<void> Workspace::OpenMemory(const Params& workspace) {
  TRY(RefuseBeside(workspace, "files", {"base", "dir", "project_root", "config", "settings"}));
  auto files = std::make_shared<MemoryFiles>();
  const Value given = TRY(workspace.Map("files"));
  for (const MapEntry& entry : EntriesOf(given)) {
    if (!entry.value.is_string()) {
      return Refuse(workspace.PathOf("files"), "a text must be a string");
    }
    const auto added = files->Add(entry.key.as_string(), std::string(entry.value.as_string()));
    if (!added) {
      return Refuse(workspace.PathOf("files"), added.error().diagnostics().front().message);
    }
  }
  files_ = std::move(files);
  return ReadRoots(workspace);
}

Result<void> Workspace::OpenDisk(const std::string& directory) {
  files_ = std::make_shared<DiskFiles>(TRY(DiskFiles::Open(directory)));
  path_ = TRY(ResolvePath(directory));
  return {};
}

Result<void> Workspace::OpenBase(const Params& workspace) {
  TRY(RefuseBeside(workspace, "roots", {"dir", "project_root", "config", "settings"}));
  TRY(OpenDisk(std::string(TRY(workspace.String("base", ".")))));
  return ReadRoots(workspace);
}

Result<void> Workspace::OpenProjectDirectory(const Params& workspace) {
  ProjectRequest request;
  request.directory = TRY(workspace.String("dir", ""));
  request.root = TRY(workspace.String("project_root", ""));
  request.config = TRY(workspace.String("config", ""));
  request.settings = TRY(ReadSettings(workspace));
  TRY(OpenDisk(request.directory.empty() ? "." : request.directory));
  request_ = std::move(request);
  return {};
}

// Reads `roots`, or makes all files one.
Result<void> Workspace::ReadRoots(const Params& workspace) {
  if (!workspace.has("roots")) {
    roots_.emplace_back(Tier::kProject, "");
    return {};
  }
  const Params given = TRY(workspace.Object("roots", kRootsFields));
  for (const Tier tier : kNamedTiers) {
    for (const std::string& each : TRY(ReadStrings(given, TierName(tier)))) {
      std::string directory = WithoutDots(each);
      const bool is_path = directory.empty() || CheckPath(directory).has_value();
      // On disk a root may be anywhere.
      if (!is_path && (path_.empty() || directory.find('\0') != std::string::npos)) {
        return Refuse(given.PathOf(TierName(tier)), "a root is a normalised relative path");
      }
      roots_.emplace_back(tier, std::move(directory));
    }
  }
  return {};
}

Result<void> Workspace::ReadUnsaved(const Params& workspace) {
  if (!workspace.has("unsaved")) return {};
  if (path_.empty()) return Refuse(workspace.PathOf("unsaved"), "goes with files on disk");
  for (const MapEntry& entry : EntriesOf(TRY(workspace.StringMap("unsaved")))) {
    const std::string_view path = entry.key.as_string();
    const bool is_absolute = path.starts_with('/');
    const std::string_view relative = path.substr(is_absolute ? 1 : 0);
    if (!CheckPath(relative)) return Refuse(workspace.PathOf("unsaved"), "has a path that is none");
    unsaved_[is_absolute ? std::string(path) : path_ + '/' + std::string(path)] =
        entry.value.as_string();
  }
  if (auto seen = WithUnsaved(path_, files_)) files_ = std::move(seen);
  return {};
}

std::shared_ptr<Files> Workspace::WithUnsaved(const std::string& path,
                                              std::shared_ptr<const Files> files) const {
  MemoryFiles texts;
  bool is_any = false;
  for (const auto& [place, text] : unsaved_) {
    if (!IsBelow(place, path) || place == path) continue;
    is_any |= texts.Add(PathBelow(place, path), text).has_value();
  }
  if (!is_any) return nullptr;
  return std::make_shared<UnsavedFiles>(std::move(files), std::move(texts));
}

Result<const Project*> Workspace::project() {
  if (!request_) return nullptr;
  if (!project_) {
    project_ = TRY(OpenProject(Host::OfProcess(), *request_, warnings_));
  }
  return &*project_;
}

Result<std::vector<Root>> Workspace::FindRoots() {
  RootList roots(limits_, warnings_);
  if (added_) TRY(roots.AddWithin(Tier::kProgram, "", added_));
  if (const Project* project = TRY(this->project())) {
    // A directory that a caller names need not be a project.
    const bool is_plain =
        !request_->directory.empty() && !project->has_marker &&
        project->configuration[ConfigKey::kProjectTemplatePaths].layer == Layer::kDefault;
    TRY(is_plain ? roots.AddDisk(Tier::kProject, "", path_) : AddRoots(*project, &roots));
  }
  for (const auto& [tier, directory] : roots_) {
    if (path_.empty()) {
      TRY(roots.AddWithin(tier, directory, files_));
    } else {
      const bool is_absolute = directory.starts_with('/');
      TRY(roots.AddDisk(tier, directory, is_absolute ? directory : path_ + '/' + directory));
    }
  }
  std::vector<Root> found = roots.Take();
  for (Root& root : found) {
    const bool is_on_disk = root.files && root.path.starts_with('/');
    if (!is_on_disk || unsaved_.empty()) continue;
    if (auto seen = WithUnsaved(root.path, root.files)) root.files = std::move(seen);
  }
  return found;
}

Result<bool> Workspace::is_handlebars_strict() {
  const Project* project = TRY(this->project());
  return project && project->configuration.IsOn(ConfigKey::kHandlebarsStrict);
}

// Those of the caller, and those that the configuration adds.
Result<void> Workspace::ReadExtensions() {
  const Project* project = TRY(this->project());
  if (!project) return {};
  const std::vector<std::string>& added =
      project->configuration[ConfigKey::kSectionExtensions].values;
  if (added.empty()) return {};
  Result<Extensions> all = extensions_.WithSections(added);
  if (!all) {
    return Report(Code::kConfigInvalid,
                  "`section_extensions`: " + all.error().diagnostics().front().message);
  }
  extensions_ = *std::move(all);
  return {};
}

Result<const Catalog*> Workspace::catalog() {
  if (!catalog_) {
    TRY(ReadExtensions());
    std::vector<Diagnostic> unsaid;  // the catalog knows them
    catalog_ = TRY(Catalog::Discover(TRY(FindRoots()), extensions_, limits_, &unsaid));
    stored_ = std::make_shared<StoreEntries>([this] { return store(Access::kExisting); },
                                             session_ ? session_->offered() : nullptr, linking_,
                                             extensions_, limits_, warnings_);
    catalog_->Attach(stored_);
    for (const GivenFile& file : given_.templates) catalog_->Give(file);
  }
  return &*catalog_;
}

Result<void> Workspace::WarnOfSkipped() {
  const Catalog& catalog = *TRY(this->catalog());
  for (const SkippedFile& skipped : catalog.skipped()) warnings_->push_back(skipped.notice);
  return {};
}

Result<const Catalog*> Workspace::tests() {
  if (!tests_) {
    // What there is to say about the roots is said with the templates.
    std::vector<Diagnostic> said;
    std::vector<Diagnostic>* const warnings = std::exchange(warnings_, &said);
    Result<std::vector<Root>> roots = FindRoots();
    warnings_ = warnings;
    tests_ = TRY(Catalog::Discover(
        TRY(std::move(roots)), TRY(Extensions::Of({std::string(kTestExtension)})), limits_, &said));
    for (const GivenFile& file : given_.tests) tests_->Give(file);
  }
  return &*tests_;
}

Result<std::string> Workspace::top() {
  const Project* project = TRY(this->project());
  const std::string root = project ? TRY(ResolvePath(project->root)) : path_;
  return IsBelow(path_, root) ? root : path_;
}

Result<TemplateLoader> Workspace::loader() {
  const Catalog& catalog = *TRY(this->catalog());
  const std::string root = TRY(top());
  if (root == path_) return TemplateLoader(catalog, *files_, path_, "", limits_);
  if (!project_files_) {
    project_files_ = std::make_shared<DiskFiles>(TRY(DiskFiles::Open(root)));
    if (auto seen = WithUnsaved(root, project_files_)) project_files_ = std::move(seen);
  }
  return TemplateLoader(catalog, *project_files_, root, std::string(PathBelow(path_, root)),
                        limits_);
}

void Workspace::LinkTo(std::string_view name) {
  linking_ = LinkingOf(name, limits_);
  if (stored_) stored_->Link(linking_);
}

void Workspace::FindLinking(const Params& params) {
  const auto note = [&](const Value& name) {
    if (!name.is_string()) return;
    const StoreLinking linking = LinkingOf(name.as_string(), limits_);
    if (linking_.label.empty()) linking_.label = linking.label;
    linking_.is_on |= linking.is_on;
  };
  for (const std::string_view parameter : {"name", "template", "names"}) {
    const Result<Value> value = params.has(parameter) ? params.Any(parameter) : Value();
    if (!value) continue;
    note(*value);
    if (!value->is_list()) continue;
    for (const Value& each : value->items()) note(each);
  }
}

// A path on the command line and in the environment is relative to where the command
// runs, one in a configuration to its project.
Result<StorePlace> Workspace::FindStore() {
  const Project* project = TRY(this->project());
  const Host host = project ? project->host : Host::OfProcess();
  if (!store_url_.empty()) return StorePlace{TRY(StoreUrl::Parse(store_url_)), host.directory};
  if (!project) {
    return Report(Code::kStoreNotFound, "the workspace has no store",
                  "name one as `workspace.store`");
  }
  const Setting& setting = project->configuration[ConfigKey::kStore];
  const bool is_local = setting.layer == Layer::kEnvironment || setting.layer == Layer::kArguments;
  return StorePlace{TRY(StoreUrl::Parse(project->configuration.Text(ConfigKey::kStore))),
                    is_local ? host.directory : project->root};
}

Result<OpenStore*> Workspace::store(Access access) {
  if (store_) return store_;
  const StorePlace place = TRY(FindStore());
  if (!session_) {
    own_session_ = std::make_shared<StoreSession>(StoreSession::Life::kCall);
    session_ = own_session_.get();
  }
  store_ = TRY(session_->Open(place, access));
  return store_;
}

}  // namespace galley::workspace
