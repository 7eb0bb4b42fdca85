// The Unicode properties that `\p{...}` may name in ECMAScript, which is strict
// about their spelling.
#ifndef GALLEY_PATTERN_UNICODE_PROPERTY_H_
#define GALLEY_PATTERN_UNICODE_PROPERTY_H_

#include <optional>
#include <string>
#include <string_view>

namespace galley {

// What PCRE2 writes between `\p{` and `}` for it: `Lu` for `Uppercase_Letter`.
// Nothing where ECMAScript has no such property.  Whether a script exists is
// left to PCRE2, which knows them all.
std::optional<std::string> FindUnicodeProperty(std::string_view name);

}  // namespace galley

#endif  // GALLEY_PATTERN_UNICODE_PROPERTY_H_
