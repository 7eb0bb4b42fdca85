// Lines are appended block by block; what a run that was killed left behind is whole but
// for the last line, which Reopen cuts.
#include "row_output.h"

#include <unistd.h>

#include <cerrno>
#include <charconv>

#include "galley/command.h"

namespace galley::cli {
namespace {

constexpr size_t kBlock = size_t{1} << 16;
constexpr std::string_view kBegin = "{\"row\":";

// The row that a line tells; false where it is no line of ours.
bool RowOf(std::string_view line, uint64_t* row) {
  if (!line.starts_with(kBegin)) return false;
  const char* begin = line.data() + kBegin.size();
  return std::from_chars(begin, line.data() + line.size(), *row).ec == std::errc();
}

Diagnostic NotOurs() { return RowsProblem("the file to resume was not written by `galley batch`"); }

}  // namespace

Result<RowOutput> RowOutput::Open(const std::string& path) {
  if (path == "-") return RowOutput(STDOUT_FILENO);
  const Result<int> descriptor = OpenOutput(path);
  if (!descriptor) return descriptor.error();
  return RowOutput(*descriptor);
}

Result<RowOutput> RowOutput::Create(const std::string& path) {
  Result<RowOutput> output = Open(path);
  if (output && path != "-" && ftruncate(output->descriptor_, 0) != 0) return OutputProblem(errno);
  return output;
}

Result<RowOutput> RowOutput::Reopen(const std::string& path) {
  if (path == "-") return UsageProblem("`--resume` needs a file to go on with");
  Result<RowOutput> output = Open(path);
  if (!output) return output;
  off_t end = lseek(output->descriptor_, 0, SEEK_END);
  char block[kBlock];
  // Back to the last line break.
  while (end > 0) {
    const off_t begin = end > static_cast<off_t>(kBlock) ? end - static_cast<off_t>(kBlock) : 0;
    const ssize_t size = pread(output->descriptor_, block, static_cast<size_t>(end - begin), begin);
    if (size != end - begin) return OutputProblem(errno);
    const std::string_view text(block, static_cast<size_t>(size));
    const size_t at = text.rfind('\n');
    if (at != text.npos) {
      end = begin + static_cast<off_t>(at) + 1;
      break;
    }
    end = begin;
  }
  if (ftruncate(output->descriptor_, end) != 0) return OutputProblem(errno);
  lseek(output->descriptor_, end, SEEK_SET);
  return output;
}

RowOutput::~RowOutput() {
  if (descriptor_ > STDERR_FILENO) close(descriptor_);
}

Result<uint64_t> RowOutput::NextRow() const {
  off_t end = lseek(descriptor_, 0, SEEK_CUR);
  if (end <= 0) return uint64_t{0};
  // The begin of the last line, which may be long.
  std::string line;
  --end;  // its line break
  while (end > 0 && line.find('\n') == line.npos) {
    const off_t begin = end > static_cast<off_t>(kBlock) ? end - static_cast<off_t>(kBlock) : 0;
    std::string block(static_cast<size_t>(end - begin), '\0');
    if (pread(descriptor_, block.data(), block.size(), begin) != end - begin) {
      return OutputProblem(errno);
    }
    const size_t at = block.rfind('\n');
    line = at == block.npos ? block : block.substr(at);  // its begin is all that is read
    end = begin;
  }
  if (line.starts_with('\n')) line.erase(0, 1);
  uint64_t row = 0;
  if (!RowOf(line, &row)) return NotOurs();
  return row + 1;
}

Result<void> RowOutput::CutFrom(uint64_t row) {
  const off_t end = lseek(descriptor_, 0, SEEK_CUR);
  std::string text;
  off_t line = 0;  // where the line begins that `text` begins with
  for (off_t at = 0; at < end;) {
    std::string block(kBlock, '\0');
    const ssize_t size = pread(descriptor_, block.data(), block.size(), at);
    if (size <= 0) return OutputProblem(errno);
    text.append(block, 0, static_cast<size_t>(size));
    at += size;
    size_t from = 0;
    for (size_t stop; (stop = text.find('\n', from)) != text.npos; from = stop + 1) {
      uint64_t told = 0;
      if (!RowOf(std::string_view(text).substr(from), &told)) return NotOurs();
      if (told >= row) {
        if (ftruncate(descriptor_, line) != 0) return OutputProblem(errno);
        lseek(descriptor_, line, SEEK_SET);
        return {};
      }
      line += static_cast<off_t>(stop - from) + 1;
    }
    text.erase(0, from);
  }
  return {};
}

Result<void> RowOutput::Write(std::string_view lines) {
  while (!lines.empty()) {
    const ssize_t size = write(descriptor_, lines.data(), lines.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return OutputProblem(errno);
    lines.remove_prefix(static_cast<size_t>(size));
  }
  return {};
}

}  // namespace galley::cli
