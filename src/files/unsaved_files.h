// UnsavedFiles: files as an editor has them: texts that are not saved yet, on top of what
// is.  Nothing is written through it.
#ifndef GALLEY_FILES_UNSAVED_FILES_H_
#define GALLEY_FILES_UNSAVED_FILES_H_

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "files/files.h"
#include "files/memory_files.h"

namespace galley {

class UnsavedFiles final : public Files {
 public:
  UnsavedFiles(std::shared_ptr<const Files> saved, MemoryFiles unsaved)
      : saved_(std::move(saved)), unsaved_(std::move(unsaved)) {}

  Result<std::string> Read(std::string_view path, uint64_t max_bytes) const override;
  Result<void> List(std::string_view directory, Listing* listing) const override;
  Result<FileKind> Stat(std::string_view path) const override;
  Result<std::unique_ptr<Files>> Below(std::string_view directory) const override;
  // Fails with output-failed.
  Result<void> Write(std::string_view path, std::string_view text, Overwrite overwrite) override;

 private:
  bool IsUnsaved(std::string_view path, FileKind kind) const;

  std::shared_ptr<const Files> saved_;
  MemoryFiles unsaved_;
};

}  // namespace galley

#endif  // GALLEY_FILES_UNSAVED_FILES_H_
