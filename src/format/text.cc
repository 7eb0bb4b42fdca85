// Size, UTF-8 and NUL are checked in this order, each with a place.
#include "format/text.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>

#include "base/try.h"
#include "base/utf8.h"
#include "diag/report.h"

namespace galley {
namespace {

// Spans have 32 bits, whatever the limits say.
constexpr uint64_t kLargestText = std::numeric_limits<uint32_t>::max() - 1;

Diagnostic InvalidBytes(const Source& source, size_t offset, std::string message,
                        std::string hint) {
  const auto at = static_cast<uint32_t>(offset);
  return Report(Code::kInvalidUtf8, source, {at, at + 1}, std::move(message), std::move(hint));
}

}  // namespace

Span WholeText(const Source& source) noexcept {
  const std::string_view text = source.text();
  const uint32_t begin = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  return {begin, static_cast<uint32_t>(text.size())};
}

Result<void> CheckTextSize(const Source& source, const Limits& limits) {
  const bool data = source.nature() == Nature::kData;
  const uint64_t limit = std::min(data ? limits.context : limits.file, kLargestText);
  const uint64_t size = source.text().size();
  if (size <= limit) return {};
  return Report(Code::kLimitSize, source, {},
                "the text has " + std::to_string(size) + " bytes; a " +
                    (data ? "context" : "file") + " may have " + std::to_string(limit));
}

Result<void> CheckText(const Source& source, const Limits& limits) {
  // Before the size is known to fit, it cannot become a span.
  TRY(CheckTextSize(source, limits));
  return CheckText(source, {0, static_cast<uint32_t>(source.text().size())}, limits);
}

Result<void> CheckText(const Source& source, Span part, const Limits& limits) {
  TRY(CheckTextSize(source, limits));
  const std::string_view text = TextOf(source, part);
  if (const size_t at = FindInvalidUtf8(text); at != kAllValid) {
    return InvalidBytes(source, part.begin + at, "the text is not valid UTF-8",
                        "save the file as UTF-8");
  }
  if (const size_t at = text.find('\0'); at != text.npos) {
    return InvalidBytes(source, part.begin + at, "the text holds a NUL byte", "");
  }
  return {};
}

Diagnostic TooDeep(const Source& source, Span span, uint64_t limit) {
  return Report(Code::kLimitNesting, source, span,
                "nested deeper than " + std::to_string(limit) + " levels");
}

Diagnostic ValuesDoNotFit(const Source& source, Exhausted reason) {
  switch (reason) {
    case Exhausted::kSteps:
      return Report(Code::kLimitSteps, source, {}, "reading the text takes too many steps");
    case Exhausted::kString:
      return Report(Code::kLimitHeap, source, {}, "a string is longer than the limit");
    case Exhausted::kList:
      return Report(Code::kLimitHeap, source, {}, "a list or map has more items than the limit");
    default:
      return Report(Code::kLimitHeap, source, {}, "the values take more memory than the limit");
  }
}

Line LineFrom(std::string_view text, uint32_t begin, uint32_t limit) noexcept {
  uint32_t end = begin;
  while (end < limit && text[end] != '\n' && text[end] != '\r') ++end;
  if (end == limit) return {begin, end, end};
  // \r\n is one line break, not two.
  const bool pair = text[end] == '\r' && end + 1 < limit && text[end + 1] == '\n';
  const uint32_t next = end + (pair ? 2 : 1);
  return {begin, end, next};
}

std::string_view WithoutTrailingBlanks(std::string_view text) noexcept {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

}  // namespace galley
