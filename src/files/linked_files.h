// LinkedFiles: files of a directory whose links may lead to regular files anywhere, as
// people have it who link single files from elsewhere.
//
// A path that goes out of the root by itself is refused as ever; only what lies behind a
// link is read outside.  Directories behind links stay closed.
#ifndef GALLEY_FILES_LINKED_FILES_H_
#define GALLEY_FILES_LINKED_FILES_H_

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "files/files.h"

namespace galley {

class LinkedFiles final : public Files {
 public:
  // `directory` is where `confined` are on disk.
  LinkedFiles(std::shared_ptr<Files> confined, std::string directory)
      : confined_(std::move(confined)), directory_(std::move(directory)) {}

  Result<std::string> Read(std::string_view path, uint64_t max_bytes) const override;
  Result<void> List(std::string_view directory, Listing* listing) const override {
    return confined_->List(directory, listing);
  }
  Result<FileKind> Stat(std::string_view path) const override;
  Result<std::unique_ptr<Files>> Below(std::string_view directory) const override {
    return confined_->Below(directory);
  }
  Result<void> Write(std::string_view path, std::string_view text, Overwrite overwrite) override {
    return confined_->Write(path, text, overwrite);
  }

 private:
  std::shared_ptr<Files> confined_;
  std::string directory_;
};

}  // namespace galley

#endif  // GALLEY_FILES_LINKED_FILES_H_
