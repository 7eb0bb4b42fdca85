// Text to and from HTML.
#ifndef GALLEY_ENGINE_LIBRARY_HTML_H_
#define GALLEY_ENGINE_LIBRARY_HTML_H_

#include <string_view>

#include "base/writer.h"
#include "engine/library/builtin.h"
#include "value/value.h"

namespace galley {

// Writes `text` with `&`, `<`, `>`, `'` and `"` as `&amp;`, `&lt;`, `&gt;`,
// `&#39;` and `&#34;`.
void AppendEscaped(std::string_view text, Writer* out) noexcept;

// True where escaping would change nothing.
bool IsHtmlSafe(std::string_view text) noexcept;

// Appends what Escape(cx, value) would give, without making it first.
void AppendEscapedValue(CallContext& cx, const Value& value, Writer* out);

// Writes `text` with its character references (`&amp;`, `&#x41;`, `&nbsp`)
// replaced, as Python's html.unescape and the HTML 5 standard have it.
void AppendUnescaped(std::string_view text, Writer* out) noexcept;

}  // namespace galley

#endif  // GALLEY_ENGINE_LIBRARY_HTML_H_
