// Looks at the parameters before an operation does; what is not known to stay inside is refused.
#include "apps/server/parameter_guard.h"

#include <algorithm>
#include <iterator>

namespace galley::server {
namespace {

// What a workspace in memory may say; everything else leads to files or a store.
constexpr std::string_view kMemoryKeys[] = {"files", "roots", "extensions"};
// Parameters that are paths, wherever they are texts.
constexpr std::string_view kPaths[] = {"path", "dir",  "directory",  "file",
                                       "root", "base", "definition", "manifest"};
// Parameters that are names, or paths where they look so.
constexpr std::string_view kNames[] = {"name", "names", "template", "from", "to"};
// Operations that read or write outside of the root, whatever their parameters.
constexpr std::string_view kElsewhere[] = {"tokens.import", "store.export", "store.import"};

template <class Words>
bool IsOneOf(std::string_view word, const Words& words) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

// Texts on top of the service's own workspace: nothing is read or written at their paths.
bool IsUnsaved(const Json& workspace) {
  return workspace.size() == 1 && workspace.Find("unsaved").is_map();
}

bool IsInMemory(const Json& workspace) {
  if (!workspace.Find("files").is_map()) return false;
  for (size_t at = 0; at < workspace.size(); ++at) {
    if (!IsOneOf(workspace.key(at), kMemoryKeys)) return false;
  }
  return true;
}

std::string Named(std::string_view key) { return "`params." + std::string(key) + '`'; }

bool AnyLeadsOut(const Json& value) {
  if (value.is_string()) return LeadsOut(value.as_string());
  if (!value.is_list()) return false;
  for (size_t at = 0; at < value.size(); ++at) {
    if (LeadsOut(value.item(at).as_string())) return true;
  }
  return false;
}

}  // namespace

bool LeadsOut(std::string_view path) {
  if (path.starts_with('/') || path.starts_with('~')) return true;
  while (!path.empty()) {
    const size_t slash = std::min(path.find_first_of("/\\"), path.size());
    if (path.substr(0, slash) == "..") return true;
    path.remove_prefix(std::min(slash + 1, path.size()));
  }
  return false;
}

namespace {

std::optional<std::string> FindForeignIn(const Json& params) {
  const Json workspace = params.Find("workspace");
  const Json of_template = params.Find("template").Find("workspace");
  for (const Json& each : {workspace, of_template, params.Find("before")}) {
    if (each.is_null() || IsInMemory(each) || IsUnsaved(each)) continue;
    return "a workspace in a request holds `files` or `unsaved` and nothing of this machine";
  }
  const bool in_memory = !workspace.is_null() && !IsUnsaved(workspace);
  for (size_t at = 0; at < params.size(); ++at) {
    const std::string_view key = params.key(at);
    const bool is_path = IsOneOf(key, kPaths);
    const bool is_name = !in_memory && IsOneOf(key, kNames);
    if ((is_path || is_name) && AnyLeadsOut(params.item(at))) {
      return Named(key) + " leads out of the service's root";
    }
    if (key == "store") return Named(key) + " names a store; the service has its own";
  }
  const Json inner = params.Find("template").Find("name");
  if ((of_template.is_null() || IsUnsaved(of_template)) && AnyLeadsOut(inner)) {
    return "`params.template.name` leads out of the service's root";
  }
  return {};
}

}  // namespace

std::optional<std::string> FindForeign(std::string_view operation, const Json& params) {
  if (IsOneOf(operation, kElsewhere)) {
    return "`" + std::string(operation) + "` reaches files outside of the service's root";
  }
  // The two renders that a difference is between are parameters of operations themselves.
  for (const Json& each : {params, params.Find("a"), params.Find("b")}) {
    if (!each.is_map()) continue;
    if (std::optional<std::string> foreign = FindForeignIn(each)) return foreign;
  }
  return {};
}

}  // namespace galley::server
