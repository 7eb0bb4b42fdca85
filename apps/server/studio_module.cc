// The nearest package decides, as it does for the programs of the project.
#include "apps/server/studio_module.h"

#include <cstdint>
#include <cstdio>
#include <memory>
#include <utility>

#include "galley/command.h"
#include "galley/context.h"
#include "galley/version.h"

namespace galley::server {
namespace {

constexpr int kMostLevels = 32;
constexpr uint64_t kLongestManifest = 1 << 20;
constexpr size_t kLargestModule = 64 << 20;

// The version in the package.json of `package`; empty where there is no such package.
std::string VersionOf(const std::string& package) {
  const Result<std::string> text = ReadInput(package + "/package.json", kLongestManifest);
  if (!text) return {};
  const Result<Context> manifest = Context::FromJson(*text);
  return manifest ? std::string(manifest->values().Find("version").as_string()) : std::string();
}

std::string ReadBytes(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                             std::fclose);
  std::string bytes;
  if (!file) return bytes;
  char part[1 << 16];
  size_t size = 0;
  while (bytes.size() <= kLargestModule &&
         (size = std::fread(part, 1, sizeof(part), file.get())) > 0) {
    bytes.append(part, size);
  }
  return bytes.size() <= kLargestModule ? bytes : std::string();
}

}  // namespace

StudioModule FindStudioModule() {
  std::string above = "./";
  for (int level = 0; level < kMostLevels; ++level, above += "../") {
    const std::string package = above + "node_modules/galley-prompts";
    const std::string version = VersionOf(package);
    if (version.empty()) continue;
    if (version != Version()) return {};
    std::string bytes = ReadBytes(package + "/dist/wasm/galley.wasm");
    if (bytes.empty()) return {};
    std::string tag = '"' + Sha256Hex(bytes).substr(0, 32) + '"';
    return {std::move(bytes), std::move(tag)};
  }
  return {};
}

}  // namespace galley::server
