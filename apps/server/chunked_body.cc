// A state machine over what arrives; lines of sizes and bytes of chunks are both limited.
#include "apps/server/chunked_body.h"

#include <algorithm>

namespace galley::server {
namespace {

constexpr size_t kLongestSizeLine = 256;
// One byte a chunk is allowed, and no worse.
constexpr uint64_t kFramingPerByte = 8;
constexpr uint64_t kFramingAnyway = 4096;

int HexValue(char byte) {
  if (byte >= '0' && byte <= '9') return byte - '0';
  if (byte >= 'a' && byte <= 'f') return byte - 'a' + 10;
  if (byte >= 'A' && byte <= 'F') return byte - 'A' + 10;
  return -1;
}

}  // namespace

// `1f` or `1f;name=value`
bool ChunkedBody::ReadSizeLine(std::string_view line) {
  size_t digits = 0;
  left_ = 0;
  while (digits < line.size() && HexValue(line[digits]) >= 0) {
    left_ = left_ * 16 + static_cast<uint64_t>(HexValue(line[digits]));
    if (++digits > 15) return false;
  }
  if (digits == 0) return false;
  const std::string_view extension = line.substr(digits);
  const bool is_plain = std::all_of(extension.begin(), extension.end(), [](char byte) {
    return byte == '\t' || (byte >= ' ' && byte < 0x7f);
  });
  return extension.empty() || (extension.front() == ';' && is_plain);
}

ChunkedBody::State ChunkedBody::Take(std::string_view bytes, std::string* body, size_t* taken) {
  const size_t all = bytes.size();
  const auto done = [&](State state) {
    *taken = all - bytes.size();
    return state;
  };
  while (true) {
    if (framing_ > kFramingAnyway + kFramingPerByte * body->size()) return done(State::kTooLong);
    if (place_ == Place::kData) {
      const size_t size = static_cast<size_t>(std::min<uint64_t>(left_, bytes.size()));
      if (body->size() + size > longest_) return done(State::kTooLong);
      body->append(bytes.substr(0, size));
      bytes.remove_prefix(size);
      left_ -= size;
      if (left_ > 0) return done(State::kMore);
      place_ = Place::kDataEnd;
    }
    // Everything else is a line.
    const size_t end = bytes.find('\n');
    if (end == bytes.npos) {
      return done(bytes.size() > kLongestSizeLine ? State::kBad : State::kMore);
    }
    if (end == 0 || bytes[end - 1] != '\r' || end > kLongestSizeLine) return done(State::kBad);
    const std::string_view line = bytes.substr(0, end - 1);
    if (place_ != Place::kSize && !line.empty()) return done(State::kBad);  // a trailer, or more
    if (place_ == Place::kSize && !ReadSizeLine(line)) return done(State::kBad);
    bytes.remove_prefix(end + 1);
    framing_ += end + 1;
    if (place_ == Place::kLast) return done(State::kDone);
    if (place_ == Place::kDataEnd) {
      place_ = Place::kSize;
    } else {
      place_ = left_ > 0 ? Place::kData : Place::kLast;
      if (body->size() + left_ > longest_) return done(State::kTooLong);
    }
  }
}

}  // namespace galley::server
