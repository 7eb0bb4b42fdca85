// LineFile: a file that lines are added to, also by others at the same time.
#ifndef GALLEY_FILES_LINE_FILE_H_
#define GALLEY_FILES_LINE_FILE_H_

#include <string>
#include <string_view>

#include "files/descriptor.h"
#include "galley/result.h"

namespace galley {

class LineFile {
 public:
  // Makes the file where there is none, for its owner alone.  Only a regular file is added to,
  // and no link followed.  Fails with output-failed.
  static Result<LineFile> Open(const std::string& path);

  // At the end, in one piece, so that lines of several writers do not mix.  Returns the error
  // number, 0 for success.
  int Append(std::string_view line) noexcept;

 private:
  explicit LineFile(Descriptor file) noexcept : file_(std::move(file)) {}

  Descriptor file_;
};

}  // namespace galley

#endif  // GALLEY_FILES_LINE_FILE_H_
