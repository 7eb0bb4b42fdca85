// One function for each way in which a file can be wrong, so that files on disk and in memory
// say the same.
#include "files/problems.h"

#include <cerrno>
#include <string>

#include "diag/report.h"

namespace galley {
namespace {

std::string_view KindText(FileKind kind) {
  switch (kind) {
    case FileKind::kFile:
      return "a file";
    case FileKind::kDirectory:
      return "a directory";
    case FileKind::kSymlink:
      return "a symbolic link";
    case FileKind::kOther:
      return "a device, a pipe or a socket";
  }
  return "";
}

}  // namespace

std::string SystemReason(int error_number) {
  switch (error_number) {
    case EACCES:
    case EPERM:
      return "permission denied";
    case EMFILE:
    case ENFILE:
      return "too many files are open";
    case ELOOP:
      return "its symbolic links lead in a circle";
    case ENOMEM:
      return "the system is out of memory";
    case EIO:
      return "the device failed";
    case ENOSPC:
    case EDQUOT:
      return "no space is left";
    case EFBIG:
      return "the file would be too large";
    case EROFS:
      return "the file system is read-only";
    case EBADF:
      return "it is closed";
    case EISDIR:
      return "it is a directory";
    case ENOTDIR:
      return "a part of its path is no directory";
    case EPIPE:
      return "nobody reads it";
    default:
      return "system error " + std::to_string(error_number);
  }
}

Diagnostic NotFound(std::string_view path) {
  return Report(Code::kFileNotFound, Quoted(path) + " does not exist");
}

Diagnostic NotRegular(std::string_view path, FileKind kind) {
  return Report(Code::kFileNotRegular, Quoted(path) + " is " + std::string(KindText(kind)) +
                                           "; only regular files are read");
}

Diagnostic NotDirectory(std::string_view path) {
  return Report(Code::kFileNotDirectory, Quoted(path) + " is not a directory");
}

Diagnostic AlreadyThere(std::string_view path) {
  return Report(Code::kFileExists, Quoted(path) + " is there already");
}

Diagnostic TooLarge(std::string_view path, uint64_t max_bytes) {
  return Report(Code::kLimitSize, Quoted(path) + " is larger than the limit of " +
                                      std::to_string(max_bytes) + " bytes");
}

Diagnostic SystemProblem(std::string_view path, int error_number) {
  switch (error_number) {
    case ENOENT:
    case ENOTDIR:  // a file where the path has a directory
    case ENAMETOOLONG:
      return NotFound(path);
    case EXDEV:
      return Report(Code::kFileOutsideRoot,
                    Quoted(path) + " leads out of its root through a symbolic link");
    case EISDIR:
      return NotRegular(path, FileKind::kDirectory);
    case ENXIO:  // a socket, or a device without a driver
    case ENODEV:
      return NotRegular(path, FileKind::kOther);
    default:
      return Report(Code::kFileUnreadable,
                    Quoted(path) + " cannot be read: " + SystemReason(error_number));
  }
}

Diagnostic WriteProblem(std::string_view path, int error_number) {
  if (error_number == EEXIST) return AlreadyThere(path);
  if (error_number == ELOOP || error_number == ENXIO) {
    const FileKind kind = error_number == ELOOP ? FileKind::kSymlink : FileKind::kOther;
    return Report(Code::kOutputFailed, Quoted(path) + " cannot be written: it is " +
                                           std::string(KindText(kind)) +
                                           ", and only regular files are replaced");
  }
  return Report(Code::kOutputFailed,
                Quoted(path) + " cannot be written: " + SystemReason(error_number));
}

}  // namespace galley
