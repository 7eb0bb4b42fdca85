// Entries live in a deque, so that pointers to them stay valid as more are added.
#include "discover/given_files.h"

#include <algorithm>
#include <utility>

#include "discover/catalog.h"

namespace galley {

struct GivenFiles::Given {
  std::string name;
  std::string relative_path;
  bool after_names = false;
  Entry entry = {};

  // Once `relative_path` is where it stays.
  void MakeEntry(TemplateType type, size_t extension, uint32_t root) {
    const size_t slash = relative_path.rfind('/');
    entry.relative_path = relative_path;
    entry.root = root;
    entry.base_begin = static_cast<uint16_t>(slash == std::string::npos ? 0 : slash + 1);
    entry.base_end = static_cast<uint16_t>(relative_path.size() - extension);
    entry.tier = Tier::kFile;
    entry.type = type;
  }
};

GivenFiles::GivenFiles() = default;
GivenFiles::~GivenFiles() = default;

void GivenFiles::Add(GivenFile file, const Extensions& extensions, uint32_t root, uint32_t beside) {
  Given& given = given_.emplace_back();
  given.relative_path = file.path.substr(file.path.rfind('/') + 1);
  given.name = std::move(file.path);
  given.after_names = file.after_names;
  given.MakeEntry(file.type, extensions.Match(given.relative_path), root);
  if (file.beside) directories_.push_back({std::move(file.beside), beside});
}

const Entry* GivenFiles::Find(std::string_view path, bool after_names) const {
  const auto found = std::find_if(given_.begin(), given_.end(), [&](const Given& each) {
    return each.name == path && each.after_names == after_names;
  });
  return found == given_.end() ? nullptr : &found->entry;
}

const Entry* GivenFiles::FindBeside(std::string_view name, const Extensions& extensions) {
  const auto [found, is_new] = beside_.Insert(std::string(name), nullptr);
  if (!is_new) return *found ? &(*found)->entry : nullptr;
  std::vector<std::string> paths;
  if (extensions.Match(name) > 0) {
    paths.emplace_back(name);
  } else {
    for (const std::string& each : extensions.all()) paths.push_back(std::string(name) + each);
    // A text can use its own language only.
    std::stable_partition(paths.begin(), paths.end(), [&](const std::string& path) {
      return !given_.empty() &&
             extensions.TypeOf(path.substr(name.size())) == given_.front().entry.type;
    });
  }
  for (const Directory& directory : directories_) {
    for (std::string& path : paths) {
      const Result<FileKind> kind = directory.files->Stat(path);
      if (!kind || *kind != FileKind::kFile) continue;
      *found = std::make_unique<Given>();
      (*found)->relative_path = std::move(path);
      const size_t extension = extensions.Match((*found)->relative_path);
      const std::string_view tail = std::string_view((*found)->relative_path)
                                        .substr((*found)->relative_path.size() - extension);
      (*found)->MakeEntry(extensions.TypeOf(tail), extension, directory.root);
      return &(*found)->entry;
    }
  }
  return nullptr;
}

}  // namespace galley
