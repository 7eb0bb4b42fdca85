// Files kept in memory: what tests, requests that bring their own files and a
// browser build use.  A directory exists where a file lies under it.
#ifndef GALLEY_FILES_MEMORY_FILES_H_
#define GALLEY_FILES_MEMORY_FILES_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "files/files.h"

namespace galley {

// Copies share their files.  Add and Write are not for use while another thread
// reads.
class MemoryFiles final : public Files {
 public:
  MemoryFiles() : files_(std::make_shared<Map>()) {}

  // Fails as CheckPath does, and with file-unreadable where the path is there
  // already or would be a file and a directory at once.
  Result<void> Add(std::string_view path, std::string text);

  Result<std::string> Read(std::string_view path, uint64_t max_bytes) const override;
  Result<void> List(std::string_view directory, Listing* listing) const override;
  Result<FileKind> Stat(std::string_view path) const override;
  Result<std::unique_ptr<Files>> Below(std::string_view directory) const override;
  Result<void> Write(std::string_view path, std::string_view text, Overwrite overwrite) override;

 private:
  // Ordered by path, so what lies under a directory is one run.  Directories are
  // not kept: a path of many segments would cost its length squared.
  using Map = std::map<std::string, std::string, std::less<>>;

  std::string FullPath(std::string_view path) const { return prefix_ + std::string(path); }
  // What the full paths under `directory` start with.
  std::string PrefixOf(std::string_view directory) const;
  bool IsDirectory(std::string_view path) const;

  std::shared_ptr<Map> files_;
  std::string prefix_;  // of what is below: empty, or a path and a `/`
};

}  // namespace galley

#endif  // GALLEY_FILES_MEMORY_FILES_H_
