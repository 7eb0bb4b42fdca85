// Reads the environment and the system once for each call; nothing is cached, since both may
// change.
#include "workspace/host.h"

#include <unistd.h>

#include <array>
#include <climits>
#include <cstdlib>
#include <string_view>

#include "files/system_calls.h"

namespace galley::workspace {
namespace {

constexpr std::string_view kPrefix = "GALLEY_";

std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

// A relative one is to be ignored, says the specification of these variables.
std::string BaseDirectory(const char* name, const std::string& home, const char* otherwise) {
  std::string directory = Variable(name);
  if (directory.starts_with('/')) return directory;
  return home.empty() ? "" : home + otherwise;
}

std::string WorkingDirectory() {
  std::array<char, PATH_MAX> path;
  return getcwd(path.data(), path.size()) ? path.data() : "";
}

// `share/` beside the `bin/` of the program, as `cmake --install` lays it out: all of
// that may have been moved.  Nothing where it is not there.
std::string BuiltinDirectory() {
  std::array<char, PATH_MAX> path;
  const ssize_t size = readlink("/proc/self/exe", path.data(), path.size());
  if (size <= 0) return "";
  std::string_view prefix(path.data(), static_cast<size_t>(size));
  prefix = prefix.substr(0, prefix.rfind('/'));
  prefix = prefix.substr(0, prefix.rfind('/'));
  std::string directory = std::string(prefix) + "/share/galley/templates";
  return access(directory.c_str(), F_OK) == 0 ? directory : "";
}

}  // namespace

Host Host::OfProcess() {
  Host host;
  host.directory = WorkingDirectory();
  host.home = Variable("HOME");
  host.user = Variable("LOGNAME");
  if (host.user.empty()) host.user = Variable("USER");
  if (host.user.empty()) host.user = system_calls::UserName();
  host.config_home = BaseDirectory("XDG_CONFIG_HOME", host.home, "/.config");
  host.cache_home = BaseDirectory("XDG_CACHE_HOME", host.home, "/.cache");
  host.data_home = BaseDirectory("XDG_DATA_HOME", host.home, "/.local/share");
  host.builtin = BuiltinDirectory();
  for (char** each = environ; each && *each; ++each) {
    const std::string_view variable = *each;
    const size_t sign = variable.find('=');
    if (!variable.starts_with(kPrefix) || sign == std::string_view::npos) continue;
    host.variables[std::string(variable.substr(0, sign))] = variable.substr(sign + 1);
  }
  return host;
}

std::string Host::Absolute(const std::string& path, const std::string& base) const {
  if (path.starts_with('/')) return path;
  if (path == "~" || path.starts_with("~/")) return home.empty() ? "" : home + path.substr(1);
  return base.empty() ? "" : base + '/' + path;
}

std::string Host::Shown(const std::string& path) const {
  const bool is_below = !home.empty() && path.starts_with(home + '/');
  return is_below ? '~' + path.substr(home.size()) : path;
}

}  // namespace galley::workspace
