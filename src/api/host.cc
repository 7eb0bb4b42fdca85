#include "api/host.h"

#include <unistd.h>

#include <array>
#include <climits>
#include <cstdlib>
#include <string_view>

namespace galley {
namespace {

constexpr std::string_view kPrefix = "GALLEY_";

std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

std::string WorkingDirectory() {
  std::array<char, PATH_MAX> path;
  return getcwd(path.data(), path.size()) ? path.data() : "";
}

// Beside the program, as `cmake --install` lays it out; it may have been moved.
std::string BuiltinDirectory() {
  std::array<char, PATH_MAX> path;
  const ssize_t size = readlink("/proc/self/exe", path.data(), path.size());
  if (size <= 0) return "";
  const std::string_view program(path.data(), static_cast<size_t>(size));
  return std::string(program.substr(0, program.rfind('/') + 1)) + "../share/galley/templates";
}

}  // namespace

Host Host::OfProcess() {
  Host host;
  host.directory = WorkingDirectory();
  host.home = Variable("HOME");
  host.config_home = Variable("XDG_CONFIG_HOME");
  // A relative one is to be ignored, says the specification of that variable.
  if (!host.config_home.starts_with('/')) {
    host.config_home = host.home.empty() ? "" : host.home + "/.config";
  }
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

}  // namespace galley
