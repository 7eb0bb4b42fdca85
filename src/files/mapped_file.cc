// Maps the whole file read-only and unmaps it with the object.
#include "files/mapped_file.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

#include "files/descriptor.h"
#include "files/problems.h"
#include "files/system_calls.h"

namespace galley {

Result<std::unique_ptr<MappedFile>> MappedFile::Open(const std::string& path, uint64_t max_bytes) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.is_open()) return SystemProblem(path, errno);
  struct stat facts;
  if (fstat(file.get(), &facts) != 0) return SystemProblem(path, errno);
  if (!S_ISREG(facts.st_mode)) return NotRegular(path, FileKind::kOther);
  const auto size = static_cast<uint64_t>(facts.st_size);
  if (size > max_bytes) return TooLarge(path, max_bytes);
  // Nothing cannot be mapped.
  if (size == 0) return std::unique_ptr<MappedFile>(new MappedFile(nullptr, 0));
  const char* start = system_calls::Map(file.get(), static_cast<size_t>(size));
  if (!start) return SystemProblem(path, errno);
  return std::unique_ptr<MappedFile>(new MappedFile(start, static_cast<size_t>(size)));
}

std::string MappedFile::MarkOf(const std::string& path) {
  struct stat facts;
  if (stat(path.c_str(), &facts) != 0) return {};
  std::string mark;
  for (const auto number :
       {static_cast<uint64_t>(facts.st_dev), static_cast<uint64_t>(facts.st_ino),
        static_cast<uint64_t>(facts.st_size), static_cast<uint64_t>(facts.st_mtim.tv_sec),
        static_cast<uint64_t>(facts.st_mtim.tv_nsec), static_cast<uint64_t>(facts.st_ctim.tv_sec),
        static_cast<uint64_t>(facts.st_ctim.tv_nsec)}) {
    mark += std::to_string(number) + ' ';
  }
  return mark;
}

MappedFile::~MappedFile() {
  if (size_ > 0) system_calls::Unmap(start_, size_);
}

}  // namespace galley
