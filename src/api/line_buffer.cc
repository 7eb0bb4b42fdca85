// One buffer that grows to the longest line allowed; beyond that the rest of the line is dropped
// and the line is reported as too long.
#include "api/line_buffer.h"

#include <algorithm>
#include <cstring>

namespace galley::api {
namespace {

constexpr size_t kFirstSize = size_t{64} << 10;
constexpr size_t kKeptSize = size_t{1} << 20;

}  // namespace

LineBuffer::LineBuffer(uint64_t max_line) noexcept
    : max_line_(static_cast<size_t>(std::min<uint64_t>(max_line, SIZE_MAX / 4))) {}

std::span<char> LineBuffer::Room() {
  if (begin_ > 0) {
    std::memmove(bytes_.data(), bytes_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    scanned_ -= begin_;
    begin_ = 0;
  }
  // A line of megabytes is rare, and the next one is waited for.
  if (end_ == 0 && bytes_.size() > kKeptSize) bytes_ = std::vector<char>(kFirstSize);
  if (end_ == bytes_.size()) {
    // The longest line, a \r and one byte that tells it is too long.
    const size_t most = std::max(max_line_ + 2, kFirstSize);
    bytes_.resize(std::min(std::max(bytes_.size() * 2, kFirstSize), most));
  }
  return std::span(bytes_).subspan(end_);
}

LineBuffer::Taken LineBuffer::Accept(std::string_view line, std::string_view* out) noexcept {
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (too_long_ || line.size() > max_line_) {
    too_long_ = false;
    return Taken::kTooLong;
  }
  *out = line;
  return Taken::kLine;
}

LineBuffer::Taken LineBuffer::Take(std::string_view* line) noexcept {
  const std::string_view filled(bytes_.data(), end_);
  const size_t line_break = filled.find('\n', scanned_);
  if (line_break != std::string_view::npos) {
    const std::string_view found = filled.substr(begin_, line_break - begin_);
    begin_ = scanned_ = line_break + 1;
    return Accept(found, line);
  }
  too_long_ = too_long_ || end_ - begin_ > max_line_ + 1;
  scanned_ = end_;
  if (too_long_) Drop();
  return Taken::kNothing;
}

LineBuffer::Taken LineBuffer::TakeRest(std::string_view* line) noexcept {
  if (begin_ == end_ && !too_long_) return Taken::kNothing;
  const std::string_view rest(bytes_.data() + begin_, end_ - begin_);
  Drop();
  return Accept(rest, line);
}

}  // namespace galley::api
