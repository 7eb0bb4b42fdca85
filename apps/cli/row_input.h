// The rows of a file, read in blocks: JSON lines, CSV.
//
// A block holds the texts of whole records; what a record means is found out by whoever
// renders it, on its own thread.
#ifndef GALLEY_APPS_CLI_ROW_INPUT_H_
#define GALLEY_APPS_CLI_ROW_INPUT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "galley/context.h"
#include "galley/result.h"

namespace galley::cli {

enum class RowFormat : uint8_t { kJsonLines, kCsv, kArrow };

// A file that is read from its begin to its end.  `-` is standard input.
class InputFile {
 public:
  static Result<InputFile> Open(const std::string& path);
  InputFile(InputFile&& other) noexcept;
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile();

  // Adds at most `size` bytes to the end of `to`; 0: there are no more.
  Result<size_t> Read(size_t size, std::string* to);

  uint64_t consumed() const noexcept { return consumed_; }
  uint64_t size() const noexcept { return size_; }  // 0: not known

 private:
  explicit InputFile(int descriptor) noexcept : descriptor_(descriptor) {}

  int descriptor_;
  uint64_t consumed_ = 0;
  uint64_t size_ = 0;
};

class RecordReader {
 public:
  RecordReader(InputFile file, RowFormat format) : file_(std::move(file)), format_(format) {}

  // Reads the line that names the columns of a CSV file; nothing of JSON lines.
  Result<void> ReadHeader();

  // The next records, at least one unless there are no more: about `bytes` of them, at
  // most `count`.  The views hold until the next call.
  Result<void> NextBlock(size_t bytes, size_t count, std::vector<std::string_view>* records);

  // Replaces what `context` holds by one record.  From any thread.
  Result<void> Read(std::string_view record, Context* context) const;

  const InputFile& file() const noexcept { return file_; }

 private:
  // Where the next records begin and end in the text.
  Result<void> FindRecords(size_t bytes, size_t count,
                           std::vector<std::pair<size_t, size_t>>* found);
  // The end of the record that begins at `from`, behind its line break, or npos.
  size_t EndOfRecord(size_t from);
  Result<bool> Fill();  // false: there is no more

  InputFile file_;
  RowFormat format_;
  std::string text_;  // what was read and not handed out yet begins at `begin_`
  size_t begin_ = 0;
  size_t scanned_ = 0;      // so far for the end of the record that begins there
  bool in_quotes_ = false;  // at `scanned_`
  bool ended_ = false;
  std::vector<std::string> columns_;
};

// The fields of one record of CSV (RFC 4180).  False where quotes are out of place.
bool SplitCsv(std::string_view record, std::vector<std::string>* fields);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_ROW_INPUT_H_
