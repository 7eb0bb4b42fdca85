// A sorted map of paths: the files of a directory are one run in it.
#include "files/memory_files.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/try.h"
#include "diag/report.h"
#include "files/path.h"
#include "files/problems.h"

namespace galley {
namespace {

constexpr ptrdiff_t kMostDirectories = 128;  // that a path may lie in

}  // namespace

std::string MemoryFiles::PrefixOf(std::string_view directory) const {
  return directory.empty() ? prefix_ : FullPath(directory) + '/';
}

bool MemoryFiles::IsDirectory(std::string_view path) const {
  const std::string prefix = PrefixOf(path);
  const auto first = files_->lower_bound(prefix);
  return path.empty() || (first != files_->end() && first->first.starts_with(prefix));
}

Result<void> MemoryFiles::Add(std::string_view path, std::string text) {
  TRY(CheckPath(path));
  // Each directory of the path is looked for below.
  if (std::count(path.begin(), path.end(), '/') > kMostDirectories) {
    return Report(Code::kFileUnreadable,
                  "a path has more than " + std::to_string(kMostDirectories) + " directories");
  }
  if (files_->contains(FullPath(path)) || IsDirectory(path)) {
    return Report(Code::kFileUnreadable, Quoted(path) + " is given twice");
  }
  for (size_t slash = path.find('/'); slash != std::string_view::npos;
       slash = path.find('/', slash + 1)) {
    const std::string_view parent = path.substr(0, slash);
    if (!files_->contains(FullPath(parent))) continue;
    return Report(Code::kFileUnreadable,
                  Quoted(path) + " lies under " + Quoted(parent) + ", which is a file");
  }
  files_->emplace(FullPath(path), std::move(text));
  return {};
}

Result<std::string> MemoryFiles::Read(std::string_view path, uint64_t max_bytes) const {
  TRY(CheckPath(path));
  const auto found = files_->find(FullPath(path));
  if (found == files_->end()) {
    return IsDirectory(path) ? NotRegular(path, FileKind::kDirectory) : NotFound(path);
  }
  if (found->second.size() > max_bytes) return TooLarge(path, max_bytes);
  return found->second;
}

Result<void> MemoryFiles::List(std::string_view directory, Listing* listing) const {
  if (!directory.empty()) TRY(CheckPath(directory));
  if (files_->contains(FullPath(directory))) return NotDirectory(directory);
  if (!IsDirectory(directory)) return NotFound(directory);

  listing->Clear();
  const std::string prefix = PrefixOf(directory);
  for (auto at = files_->lower_bound(prefix);
       at != files_->end() && at->first.starts_with(prefix);) {
    std::string_view rest = std::string_view(at->first).substr(prefix.size());
    const std::string_view name = TakeSegment(&rest);
    const FileKind kind = rest.empty() ? FileKind::kFile : FileKind::kDirectory;
    if (!listing->Add(name, kind)) break;
    // A directory's files are one run; `0` is the character after `/`.
    at = kind == FileKind::kFile ? std::next(at)
                                 : files_->lower_bound(prefix + std::string(name) + '0');
  }
  listing->Sort();
  return {};
}

Result<FileKind> MemoryFiles::Stat(std::string_view path) const {
  if (!path.empty()) TRY(CheckPath(path));
  if (files_->contains(FullPath(path))) return FileKind::kFile;
  if (IsDirectory(path)) return FileKind::kDirectory;
  return NotFound(path);
}

Result<std::unique_ptr<Files>> MemoryFiles::Below(std::string_view directory) const {
  const FileKind kind = TRY(Stat(directory));
  if (kind != FileKind::kDirectory) return NotDirectory(directory);
  auto below = std::make_unique<MemoryFiles>(*this);
  below->prefix_ = PrefixOf(directory);
  return std::unique_ptr<Files>(std::move(below));
}

Result<void> MemoryFiles::Write(std::string_view path, std::string_view text, Overwrite overwrite) {
  TRY(CheckPath(path));
  const auto found = files_->find(FullPath(path));
  if (found == files_->end()) return Add(path, std::string(text));
  if (overwrite == Overwrite::kRefuse) return AlreadyThere(path);
  found->second = text;
  return {};
}

}  // namespace galley
