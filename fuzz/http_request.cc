// The head of an HTTP request and a body in chunks: however the bytes are cut, the outcome
// is the same, what is read lies inside of them, and nothing ambiguous is let through.
#include <algorithm>
#include <string>
#include <string_view>

#include "apps/server/chunked_body.h"
#include "apps/server/request_head.h"
#include "fuzz/require.h"

namespace galley::server {
namespace {

// Smaller ones are reached sooner.
constexpr HeadLimits kLimits{.line = 256, .bytes = 1024, .fields = 8};
constexpr uint64_t kLongestBody = 512;

bool IsInside(std::string_view part, std::string_view whole) {
  return part.empty() ||
         (part.data() >= whole.data() && part.data() + part.size() <= whole.data() + whole.size());
}

void CheckDone(const RequestHead& head, std::string_view bytes) {
  Require(head.size <= bytes.size() && head.size <= kLimits.bytes);
  Require(IsInside(head.method, bytes) && IsInside(head.path, bytes) &&
          IsInside(head.query, bytes));
  Require(head.fields.size() <= kLimits.fields);
  Require(!head.is_chunked || head.content_length == 0);
  const std::string_view text = bytes.substr(0, head.size);
  Require(text.find('\0') == text.npos && text.ends_with("\r\n\r\n"));
  for (const Field& field : head.fields) {
    Require(IsInside(field.name, bytes) && IsInside(field.value, bytes));
    Require(field.value.find_first_of("\r\n") == field.value.npos);
  }
}

void CheckHead(std::string_view bytes) {
  size_t scanned = 0;
  RequestHead head;
  ScanProblem problem;
  const Scan whole = ScanHead(bytes, kLimits, &scanned, &head, &problem);
  if (whole == Scan::kDone) CheckDone(head, bytes);
  if (whole == Scan::kBad) Require(problem.status >= 400 && problem.status < 600);
  // Byte by byte.
  size_t step = 0;
  Scan last = Scan::kIncomplete;
  RequestHead again;
  for (size_t size = 0; size <= bytes.size() && last == Scan::kIncomplete; ++size) {
    last = ScanHead(bytes.substr(0, size), kLimits, &step, &again, &problem);
  }
  // What comes late may be refused before it is all there, never the other way round.
  Require((last == Scan::kDone) == (whole == Scan::kDone));
  if (last == Scan::kDone) Require(again.size == head.size && again.path == head.path);
}

void CheckChunks(std::string_view bytes) {
  std::string body;
  size_t taken = 0;
  ChunkedBody chunks(kLongestBody);
  const ChunkedBody::State whole = chunks.Take(bytes, &body, &taken);
  Require(taken <= bytes.size() && body.size() <= kLongestBody);
  ChunkedBody slow(kLongestBody);
  std::string left;
  std::string joined;
  ChunkedBody::State last = ChunkedBody::State::kMore;
  for (const char byte : bytes) {
    left += byte;
    last = slow.Take(left, &joined, &taken);
    left.erase(0, taken);
    if (last != ChunkedBody::State::kMore) break;
  }
  Require((last == ChunkedBody::State::kDone) == (whole == ChunkedBody::State::kDone));
  if (last == ChunkedBody::State::kDone) Require(joined == body);
}

}  // namespace
}  // namespace galley::server

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  galley::server::CheckHead(text);
  galley::server::CheckChunks(text);
  return 0;
}
