// A mark is an empty file whose name is a hash of the workspace's path; who makes it speaks.
#include "counting_note.h"

#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "galley/command.h"
#include "system.h"

namespace galley::cli {
namespace {

constexpr char kNote[] =
    "note: tokens of this budget are estimated as a quarter of the characters; --model or "
    "--tokenizer counts them (said once for this workspace)\n";

std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

std::string CacheDirectory() {
  const std::string cache = Variable("XDG_CACHE_HOME");
  if (cache.starts_with('/')) return cache;
  const std::string home = Variable("HOME");
  return home.starts_with('/') ? home + "/.cache" : std::string();
}

std::string NameOf(std::string_view path) {
  uint64_t hash = 0xCBF29CE484222325u;  // FNV-1a
  for (const char byte : path) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001B3u;
  char name[17];
  std::snprintf(name, sizeof(name), "%016llx", static_cast<unsigned long long>(hash));
  return name;
}

// Whether the mark was not there, and is now.
bool MakesMark(const std::string& workspace) {
  const std::string directory = CacheDirectory();
  if (directory.empty() || workspace.empty()) return false;
  const Result<bool> made =
      WriteNewFile(directory, "galley/estimated-budgets/" + NameOf(workspace), "");
  return made && *made;
}

}  // namespace

void NoteEstimatedBudget(const Arguments& arguments, const Reply& reply) {
  if (arguments.budget.empty() || arguments.quiet || isatty(STDERR_FILENO) != 1) return;
  if (!arguments.model.empty() || !arguments.tokenizer.empty()) return;
  const Json estimator = reply.result().Find("usage").Find("estimator");
  if (!estimator.is_string() || estimator.as_string() != "chars/4") return;
  const std::string root =
      arguments.workspace.project_root.empty() ? "." : arguments.workspace.project_root;
  if (MakesMark(ResolvedPath(root))) std::fputs(kNote, stderr);
}

}  // namespace galley::cli
