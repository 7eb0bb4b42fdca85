// Layers are laid over each other weakest first; passwords are taken out of every diagnostic.
#include "workspace/project.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "diag/report.h"
#include "files/disk_files.h"
#include "store/store_url.h"

namespace galley::workspace {
namespace {

constexpr std::string_view kMarker = "/.galley";
constexpr std::string_view kConfigName = "config.toml";

bool Exists(const std::string& path) { return access(path.c_str(), F_OK) == 0; }

// The nearest directory upwards that holds a mark of a project.
std::string FindRoot(const std::string& directory) {
  for (std::string at = directory; !at.empty();) {
    if (Exists(at + std::string(kMarker)) || Exists(at + "/.git")) return at;
    at.resize(at == "/" ? 0 : std::max<size_t>(at.rfind('/'), 1));
  }
  return directory;
}

Diagnostic Unreadable(const std::string& name, const Error& reason) {
  return Report(Code::kConfigInvalid, "configuration " + Quoted(name) + " cannot be used: " +
                                          reason.diagnostics().front().message);
}

bool IsMissing(const Error& error) { return error.code() == Describe(Code::kFileNotFound).code; }

// Lays configurations over each other, weakest first.
class Layers {
 public:
  Layers(std::vector<Diagnostic>* notices, Project* project)
      : notices_(notices), project_(*project) {}

  // The one at `path` below `directory`, and never outside; one that is not there
  // is no layer.
  Result<void> AddBelow(const std::string& directory, std::string_view path, ConfigFile file) {
    const Result<DiskFiles> files = DiskFiles::Open(directory);
    const Result<std::string> text =
        files ? files->Read(path, limits_.file) : Result<std::string>(files.error());
    file.exists = text.has_value();
    project_.files.push_back(file);
    if (text) {
      return ReadConfiguration(Source(file.name, *text), file.layer, limits_, notices_,
                               &project_.configuration);
    }
    if (IsMissing(text.error())) return {};
    return Unreadable(file.name, text.error());
  }

  // One that its owner named, through links wherever they lead.
  Result<void> AddNamed(ConfigFile file, bool must_exist) {
    const Result<std::string> resolved = ResolvePath(file.path);
    if (resolved) {
      const size_t slash = resolved->rfind('/') + 1;
      return AddBelow(resolved->substr(0, slash), resolved->substr(slash), std::move(file));
    }
    project_.files.push_back(file);
    if (IsMissing(resolved.error()) && !must_exist) return {};
    return Unreadable(file.name, resolved.error());
  }

 private:
  // Its owner wrote it: what a caller lowers for a request is not about it.
  const Limits limits_;
  std::vector<Diagnostic>* notices_;
  Project& project_;
};

void SetDefaults(Project* project) {
  const Host& host = project->host;
  Configuration& configuration = project->configuration;
  if (!host.config_home.empty()) {
    configuration.Set(ConfigKey::kUserTemplatePaths,
                      {{host.Shown(host.config_home) + "/galley/templates"}, Layer::kDefault, {}});
  }
  if (!host.builtin.empty()) {
    configuration.Set(ConfigKey::kBuiltinTemplatePaths, {{host.builtin}, Layer::kDefault, {}});
  }
}

void SetFromEnvironment(Project* project) {
  for (size_t at = 0; at < kConfigKeys; ++at) {
    const auto key = static_cast<ConfigKey>(at);
    const std::string name = VariableOf(key);
    const std::string* value = project->host.variables.Find(name);
    if (value) project->configuration.SetText(key, *value, Layer::kEnvironment, name);
  }
}

// What was asked for, or what a variable says.
std::string Choose(const std::string& asked, std::string_view variable, const Host& host) {
  if (!asked.empty()) return asked;
  const std::string* value = host.variables.Find(variable);
  return value ? *value : "";
}

Result<void> FindProject(const ProjectRequest& request, Project* project) {
  const Host& host = project->host;
  const std::string directory =
      request.directory.empty() ? "." : host.Absolute(request.directory, host.directory);
  project->directory = TRY(ResolvePath(directory));
  const std::string root = Choose(request.root, "GALLEY_PROJECT_ROOT", host);
  if (root.empty()) {
    project->root = FindRoot(project->directory);
  } else {
    const Result<std::string> resolved = ResolvePath(host.Absolute(root, host.directory));
    if (!resolved) {
      return Report(Code::kConfigInvalid, "project root " + Quoted(root) + " does not exist");
    }
    project->root = *resolved;
  }
  project->has_marker = Exists(project->root + std::string(kMarker));
  return {};
}

// Diagnostics show the line that they are about, and that may hold a connection string.
void HidePasswords(std::vector<Diagnostic>* diagnostics, size_t begin) {
  for (size_t at = begin; at < diagnostics->size(); ++at) {
    (*diagnostics)[at].line_text = WithoutPasswords((*diagnostics)[at].line_text);
  }
}

}  // namespace

Result<void> ReadConfiguration(const Source& source, Layer layer, const Limits& limits,
                               std::vector<Diagnostic>* notices, Configuration* configuration) {
  const size_t before = notices->size();
  Result<void> read = configuration->Read(source, layer, limits, notices);
  HidePasswords(notices, before);
  if (!read) HidePasswords(&read.error().diagnostics(), 0);
  return read;
}

Result<Project> OpenProject(Host host, const ProjectRequest& request,
                            std::vector<Diagnostic>* notices) {
  Project project;
  project.host = std::move(host);
  TRY(FindProject(request, &project));
  SetDefaults(&project);
  Layers layers(notices, &project);
  if (const std::string& home = project.host.config_home; !home.empty()) {
    const std::string path = home + "/galley/" + std::string(kConfigName);
    TRY(layers.AddNamed({Layer::kUser, project.host.Shown(path), path}, false));
  }
  const std::string name = ".galley/" + std::string(kConfigName);
  TRY(layers.AddBelow(project.root, name, {Layer::kProject, name, project.root + '/' + name}));
  if (const std::string config = Choose(request.config, "GALLEY_CONFIG", project.host);
      !config.empty()) {
    const std::string path = project.host.Absolute(config, project.host.directory);
    TRY(layers.AddNamed({Layer::kFile, config, path}, true));
  }
  SetFromEnvironment(&project);
  for (const auto& [key, value] : request.settings) {
    project.configuration.SetText(key, value, Layer::kArguments, {});
  }
  return project;
}

Result<void> AddRoots(const Project& project, RootList* roots) {
  for (const Tier tier : kNamedTiers) {
    const std::string& base = tier == Tier::kProject ? project.root : project.host.home;
    for (const std::string& path : project.configuration[PathsKeyOf(tier)].values) {
      const bool follows =
          tier == Tier::kUser || project.configuration.IsOn(ConfigKey::kFollowLinks);
      TRY(roots->AddDisk(tier, path, project.host.Absolute(path, base),
                         follows ? Links::kFollow : Links::kConfine));
    }
  }
  return {};
}

}  // namespace galley::workspace
