// inotify on every directory below the roots; temporary files of editors do not count.
#include "apps/mcp/watch.h"

#include <dirent.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string_view>
#include <utility>

namespace galley::mcp {
namespace {

constexpr size_t kMostWatches = 10'000;
constexpr size_t kDeepest = 32;
constexpr uint32_t kEvents = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE |
                             IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;

bool IsDirectory(const std::string& path) {
  struct stat info = {};
  return stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

std::string HomeDirectory() {
  const char* home = std::getenv("HOME");
  return home ? home : "";
}

// A root as the configuration writes it, from the directory that it is relative to.
std::string PathOf(std::string_view written, const std::string& base) {
  if (written.starts_with("~/")) return HomeDirectory() + std::string(written.substr(1));
  if (written.starts_with('/')) return std::string(written);
  return base + '/' + std::string(written);
}

std::string_view ParentOf(std::string_view path) { return path.substr(0, path.rfind('/')); }

// What editors write beside a file while they save it.
bool IsTemporary(std::string_view name) {
  return name.starts_with('.') || name.ends_with('~') || name == "4913";
}

}  // namespace

Watch::Watch(Workspace workspace)
    : workspace_(std::move(workspace)), descriptor_(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
  if (descriptor_ >= 0) Look();
}

Watch::~Watch() {
  if (descriptor_ >= 0) close(descriptor_);
}

void Watch::Look() {
  const Result<Reply> view = workspace_.Call("config.view");
  if (!view) return;
  const std::string project(view->result().Find("project_root").as_string());
  const Json settings = view->result().Find("settings");
  for (size_t at = 0; at < settings.size(); ++at) {
    const Json setting = settings.item(at);
    const std::string_view key = setting.Find("key").as_string();
    if (!key.ends_with("-template-paths")) continue;
    const bool is_project = key.starts_with("project");
    const Json paths = setting.Find("value");
    for (size_t i = 0; i < paths.size(); ++i) {
      AddTree(PathOf(paths.item(i).as_string(), is_project ? project : HomeDirectory()));
    }
  }
  Add(project + "/.galley", false);
}

void Watch::AddTree(const std::string& top) {
  // What is not there yet may come: its nearest parent tells.
  std::string parent = top;
  while (parent.size() > 1 && !IsDirectory(parent)) parent = ParentOf(parent);
  if (parent != top) return Add(parent, false);
  Add(std::string(ParentOf(top)), false);
  std::vector<std::pair<std::string, size_t>> pending = {{top, 0}};
  while (!pending.empty() && roots_.size() < kMostWatches) {
    const auto [directory, depth] = std::move(pending.back());
    pending.pop_back();
    Add(directory, true);
    DIR* listing = depth < kDeepest ? opendir(directory.c_str()) : nullptr;
    if (!listing) continue;
    while (const dirent* entry = readdir(listing)) {
      const std::string_view name = entry->d_name;
      if (name == "." || name == "..") continue;
      std::string path = directory + '/' + std::string(name);
      const bool may_be =
          entry->d_type == DT_DIR || entry->d_type == DT_LNK || entry->d_type == DT_UNKNOWN;
      if (may_be && IsDirectory(path)) pending.emplace_back(std::move(path), depth + 1);
    }
    closedir(listing);
  }
}

void Watch::Add(const std::string& directory, bool is_root) {
  if (directory.empty()) return;
  const int watch = inotify_add_watch(descriptor_, directory.c_str(), kEvents);
  if (watch < 0) return;
  bool& known = roots_[watch];
  known = known || is_root;
}

void Watch::AddFile(const std::string& path) {
  const size_t slash = path.rfind('/');
  const std::string directory = slash == path.npos ? "." : path.substr(0, slash + 1);
  const int watch = inotify_add_watch(descriptor_, directory.c_str(), kEvents);
  if (watch < 0) return;
  roots_.try_emplace(watch, false);
  files_[watch].insert(slash == path.npos ? path : path.substr(slash + 1));
}

bool Watch::IsAdded(int watch, std::string_view name) const {
  const auto names = files_.find(watch);
  return names != files_.end() && names->second.contains(std::string(name));
}

bool Watch::Drain() {
  alignas(inotify_event) char buffer[16'384];
  bool changed = false;
  bool look = false;
  for (ssize_t size; (size = read(descriptor_, buffer, sizeof buffer)) > 0;) {
    for (ssize_t at = 0; at < size;) {
      inotify_event event;
      std::memcpy(&event, buffer + at, sizeof event);
      const std::string_view name = event.len > 0 ? buffer + at + sizeof event : "";
      at += static_cast<ssize_t>(sizeof event + event.len);
      const bool is_overflow = event.mask & IN_Q_OVERFLOW;
      const auto watch = roots_.find(event.wd);
      const bool in_root = watch != roots_.end() && watch->second;
      const bool is_directory = event.mask & IN_ISDIR;
      if (event.mask & IN_IGNORED && watch != roots_.end()) roots_.erase(watch);
      const bool counts =
          IsAdded(event.wd, name) ||
          (in_root ? is_directory || !IsTemporary(name) : is_directory || name == "config.toml");
      if (!is_overflow && !counts) continue;
      changed = true;
      look = look || is_directory || is_overflow || !in_root;
    }
  }
  if (look) Look();
  return changed;
}

}  // namespace galley::mcp
