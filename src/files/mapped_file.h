// MappedFile: a file as it lies in the cache of the system, without a copy.
#ifndef GALLEY_FILES_MAPPED_FILE_H_
#define GALLEY_FILES_MAPPED_FILE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "galley/result.h"

namespace galley {

// The pages are private: what others write into the file may or may not be seen, so only
// files that are replaced as a whole are mapped.
class MappedFile {
 public:
  // Fails with file-not-found, file-unreadable, file-not-regular or limit-size.
  static Result<std::unique_ptr<MappedFile>> Open(const std::string& path, uint64_t max_bytes);
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  std::string_view bytes() const noexcept { return {start_, size_}; }

  // What tells the file at a path from one that it is replaced by, or that is written again;
  // empty where there is none.
  static std::string MarkOf(const std::string& path);

 private:
  MappedFile(const char* start, size_t size) noexcept : start_(start), size_(size) {}

  const char* start_;
  size_t size_;
};

}  // namespace galley

#endif  // GALLEY_FILES_MAPPED_FILE_H_
