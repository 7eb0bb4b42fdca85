// Asks the confined files first; only where those refuse a link is it followed, and only to a
// regular file.
#include "files/linked_files.h"

#include <sys/stat.h>

#include "diag/registry.h"
#include "files/disk_files.h"

namespace galley {
namespace {

bool LeadsOut(const Error& error) { return error.code() == Describe(Code::kFileOutsideRoot).code; }

}  // namespace

Result<std::string> LinkedFiles::Read(std::string_view path, uint64_t max_bytes) const {
  Result<std::string> text = confined_->Read(path, max_bytes);
  if (text || !LeadsOut(text.error()) || !Stat(path)) return text;
  return ReadRegularFile(directory_ + '/' + std::string(path), max_bytes);
}

// The last part of the path must be the link: whatever leads out before it is a directory.
Result<FileKind> LinkedFiles::Stat(std::string_view path) const {
  Result<FileKind> kind = confined_->Stat(path);
  if (kind || !LeadsOut(kind.error())) return kind;
  const size_t slash = path.rfind('/');
  if (slash != std::string_view::npos && !confined_->Stat(path.substr(0, slash))) return kind;
  const std::string full = directory_ + '/' + std::string(path);
  struct stat link = {};
  struct stat target = {};
  const bool is_link = lstat(full.c_str(), &link) == 0 && S_ISLNK(link.st_mode);
  if (!is_link || stat(full.c_str(), &target) != 0 || !S_ISREG(target.st_mode)) return kind;
  return FileKind::kFile;
}

}  // namespace galley
