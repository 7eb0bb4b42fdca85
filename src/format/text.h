// What every reader does first, and the problems they all report alike.
#ifndef GALLEY_FORMAT_TEXT_H_
#define GALLEY_FORMAT_TEXT_H_

#include <cstdint>
#include <string_view>

#include "diag/source.h"
#include "galley/diagnostic.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "value/heap.h"

namespace galley {

// The whole text, without a byte order mark at its start.
Span WholeText(const Source& source) noexcept;

inline std::string_view TextOf(const Source& source, Span span) noexcept {
  return source.text().substr(span.begin, span.end - span.begin);
}

// The size under the limit for its nature: a file, or a context.
Result<void> CheckTextSize(const Source& source, const Limits& limits);

// The same, and valid UTF-8, no NUL byte.  Only texts that passed here reach a
// parser.
Result<void> CheckText(const Source& source, const Limits& limits);
// The same where the text of `part` alone will be read; the size is that of all.
Result<void> CheckText(const Source& source, Span part, const Limits& limits);

// The container that starts at `span` lies deeper than the limit.
Diagnostic TooDeep(const Source& source, Span span, uint64_t limit);

// The values of a text did not fit.
Diagnostic ValuesDoNotFit(const Source& source, Exhausted reason);

// A line of a text.  Lines end with \n, \r\n or \r.
struct Line {
  uint32_t begin;
  uint32_t end;   // of what is written on it
  uint32_t next;  // where the line after it begins
};

// The line that starts at `begin`; the text ends at `limit`.
Line LineFrom(std::string_view text, uint32_t begin, uint32_t limit) noexcept;

// `text` without the spaces and tabs at its end.
std::string_view WithoutTrailingBlanks(std::string_view text) noexcept;

}  // namespace galley

#endif  // GALLEY_FORMAT_TEXT_H_
