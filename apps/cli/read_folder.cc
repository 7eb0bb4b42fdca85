// Walks a folder without recursion, within bounds of depth and number; a link
// is never followed, so that nothing outside of the folder is read.
#include "read_folder.h"

#include <dirent.h>
#include <sys/stat.h>

#include <utility>

#include "call_and_print.h"
#include "galley/galley.h"

namespace galley::cli {
namespace {

constexpr size_t kMostFiles = 1'000;
constexpr size_t kDeepest = 8;

struct Place {
  std::string path;
  size_t depth;
};

// The names in a directory; none where it cannot be read.
std::vector<std::string> NamesIn(const std::string& directory) {
  std::vector<std::string> names;
  DIR* listing = opendir(directory.c_str());
  if (!listing) return names;
  while (const dirent* entry = readdir(listing)) {
    const std::string name = entry->d_name;
    if (name != "." && name != ".." && name != ".git") names.push_back(name);
  }
  closedir(listing);
  return names;
}

}  // namespace

bool IsFolder(const std::string& path) {
  struct stat found;
  return stat(path.c_str(), &found) == 0 && S_ISDIR(found.st_mode);
}

bool IsThere(const std::string& path) {
  struct stat found;
  return lstat(path.c_str(), &found) == 0;
}

void MakeFoldersOf(const std::string& path) {
  constexpr mode_t kAll = 0777;  // which the user's mask narrows
  for (size_t slash = path.find('/', 1); slash != path.npos; slash = path.find('/', slash + 1)) {
    if (mkdir(path.substr(0, slash).c_str(), kAll) != 0) continue;
  }
}

Result<std::vector<FolderFile>> ReadFolder(const std::string& folder, const Limits& limits) {
  std::vector<FolderFile> files;
  std::vector<Place> open = {{"", 0}};
  while (!open.empty()) {
    const Place place = std::move(open.back());
    open.pop_back();
    for (const std::string& name : NamesIn(folder + '/' + place.path)) {
      const std::string path = place.path.empty() ? name : place.path + '/' + name;
      struct stat found;
      if (lstat((folder + '/' + path).c_str(), &found) != 0) continue;
      if (S_ISDIR(found.st_mode) && place.depth < kDeepest) {
        open.push_back({path, place.depth + 1});
      } else if (S_ISREG(found.st_mode)) {
        if (files.size() == kMostFiles) {
          return UsageProblem("`" + folder + "` holds more than " + std::to_string(kMostFiles) +
                              " files");
        }
        Result<std::string> text = ReadInput(folder + '/' + path, limits.file);
        if (!text) return text.error();
        files.push_back({path, std::move(*text)});
      }
    }
  }
  return files;
}

}  // namespace galley::cli
