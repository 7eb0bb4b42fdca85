// Where `galley batch` writes: lines of JSON that each tell their row, so that a run that
// was interrupted can go on.
#ifndef GALLEY_APPS_CLI_ROW_OUTPUT_H_
#define GALLEY_APPS_CLI_ROW_OUTPUT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "galley/result.h"

namespace galley::cli {

class RowOutput {
 public:
  // `-` is standard output.  What is no regular file is refused.
  static Result<RowOutput> Create(const std::string& path);
  // Goes on with what is there: a last line without its end is cut.
  static Result<RowOutput> Reopen(const std::string& path);

  RowOutput(RowOutput&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  RowOutput(const RowOutput&) = delete;
  RowOutput& operator=(const RowOutput&) = delete;
  ~RowOutput();

  // The row after that of the last line; 0 in an empty file.
  Result<uint64_t> NextRow() const;
  // Cuts the lines of `row` and of those behind it.
  Result<void> CutFrom(uint64_t row);

  Result<void> Write(std::string_view lines);

 private:
  explicit RowOutput(int descriptor) noexcept : descriptor_(descriptor) {}
  static Result<RowOutput> Open(const std::string& path);

  int descriptor_;
};

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_ROW_OUTPUT_H_
