// Reading files record by record without holding more of them than a block.
#include "row_input.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "galley/command.h"
#include "galley/limits.h"

namespace galley::cli {
namespace {

constexpr size_t kReadSize = size_t{1} << 20;

Diagnostic ReadProblem(int number) {
  return RowsProblem("the rows cannot be read: " + std::string(std::strerror(number)));
}

}  // namespace

Result<InputFile> InputFile::Open(const std::string& path) {
  if (path == "-") return InputFile(STDIN_FILENO);
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    return UsageProblem("`" + EscapedOnOneLine(path) +
                        "` cannot be opened: " + std::strerror(errno));
  }
  InputFile file(descriptor);
  const off_t end = lseek(descriptor, 0, SEEK_END);
  if (end > 0) file.size_ = static_cast<uint64_t>(end);
  if (end >= 0) lseek(descriptor, 0, SEEK_SET);
  return file;
}

InputFile::InputFile(InputFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      consumed_(other.consumed_),
      size_(other.size_) {}

InputFile::~InputFile() {
  if (descriptor_ > STDERR_FILENO) close(descriptor_);
}

Result<size_t> InputFile::Read(size_t size, std::string* to) {
  const size_t before = to->size();
  to->resize(before + size);
  ssize_t read_bytes;
  do {
    read_bytes = read(descriptor_, to->data() + before, size);
  } while (read_bytes < 0 && errno == EINTR);
  const int number = errno;
  to->resize(before + (read_bytes > 0 ? static_cast<size_t>(read_bytes) : 0));
  if (read_bytes < 0) return ReadProblem(number);
  consumed_ += static_cast<uint64_t>(read_bytes);
  return static_cast<size_t>(read_bytes);
}

Result<bool> RecordReader::Fill() {
  if (ended_) return false;
  const Result<size_t> more = file_.Read(kReadSize, &text_);
  if (!more) return more.error();
  ended_ = *more == 0;
  return !ended_;
}

size_t RecordReader::EndOfRecord(size_t from) {
  if (format_ == RowFormat::kJsonLines) {
    const size_t at = text_.find('\n', scanned_ < from ? from : scanned_);
    scanned_ = at == text_.npos ? text_.size() : at + 1;
    return at == text_.npos ? at : at + 1;
  }
  for (size_t at = scanned_ < from ? from : scanned_; at < text_.size(); ++at) {
    if (text_[at] == '"') in_quotes_ = !in_quotes_;
    if (text_[at] == '\n' && !in_quotes_) {
      scanned_ = at + 1;
      return at + 1;
    }
  }
  scanned_ = text_.size();
  return text_.npos;
}

Result<void> RecordReader::NextBlock(size_t bytes, size_t count,
                                     std::vector<std::string_view>* records) {
  records->clear();
  // A block of empty lines is not the end.
  while (records->empty()) {
    std::vector<std::pair<size_t, size_t>> found;
    if (const Result<void> read = FindRecords(bytes, count, &found); !read) return read;
    if (found.empty()) return {};
    for (const auto& [from, to] : found) {
      std::string_view record = std::string_view(text_).substr(from, to - from);
      if (record.ends_with('\n')) record.remove_suffix(1);
      if (record.ends_with('\r')) record.remove_suffix(1);
      if (record.find_first_not_of(" \t") != record.npos) records->push_back(record);
    }
  }
  return {};
}

Result<void> RecordReader::FindRecords(size_t bytes, size_t count,
                                       std::vector<std::pair<size_t, size_t>>* found) {
  text_.erase(0, begin_);
  begin_ = scanned_ = 0;
  in_quotes_ = false;
  while (found->size() < count && begin_ < bytes) {
    const size_t end = EndOfRecord(begin_);
    if (end != text_.npos) {
      found->emplace_back(begin_, end);
      begin_ = end;
      continue;
    }
    if (text_.size() - begin_ > Limits().request) {
      return RowsProblem("a row is longer than the limit `request`");
    }
    const Result<bool> more = Fill();
    if (!more) return more.error();
    if (*more) continue;
    if (begin_ < text_.size()) found->emplace_back(begin_, text_.size());
    begin_ = text_.size();
    break;
  }
  return {};
}

Result<void> RecordReader::ReadHeader() {
  std::vector<std::string_view> first;
  if (format_ == RowFormat::kCsv) {
    if (const Result<void> read = NextBlock(1, 1, &first); !read) return read;
    if (first.empty()) return RowsProblem("the rows have no line that names their columns");
    std::string_view header = first[0];
    if (header.starts_with("\xEF\xBB\xBF")) header.remove_prefix(3);
    if (!SplitCsv(header, &columns_)) {
      return RowsProblem("the line that names the columns has quotes out of place");
    }
  }
  return {};
}

Result<void> RecordReader::Read(std::string_view record, Context* context) const {
  if (format_ == RowFormat::kJsonLines) {
    if (record.starts_with("\xEF\xBB\xBF")) record.remove_prefix(3);
    return context->ReadJson(record);
  }
  std::vector<std::string> fields;
  if (!SplitCsv(record, &fields)) return RowsProblem("the row has quotes out of place");
  if (fields.size() != columns_.size()) {
    return RowsProblem("the row has " + std::to_string(fields.size()) + " fields, and there are " +
                       std::to_string(columns_.size()) + " columns");
  }
  context->Clear();
  for (size_t at = 0; at < fields.size(); ++at) context->Set(columns_[at], fields[at]);
  return {};
}

bool SplitCsv(std::string_view record, std::vector<std::string>* fields) {
  fields->assign(1, "");
  bool quoted = false, was_quoted = false;
  for (size_t at = 0; at < record.size(); ++at) {
    const char c = record[at];
    if (quoted) {
      if (c != '"') {
        fields->back() += c;
      } else if (at + 1 < record.size() && record[at + 1] == '"') {
        fields->back() += record[++at];
      } else {
        quoted = false;
      }
    } else if (c == ',') {
      fields->emplace_back();
      was_quoted = false;
    } else if (c == '"') {
      if (!fields->back().empty() || was_quoted) return false;
      quoted = was_quoted = true;
    } else {
      if (was_quoted) return false;
      fields->back() += c;
    }
  }
  return !quoted;
}

}  // namespace galley::cli
