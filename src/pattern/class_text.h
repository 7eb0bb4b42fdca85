// Characters and classes as PCRE2 writes them.  Everything beyond letters and
// digits is written as a number, so nothing of a pattern means more there than it
// does in ECMAScript.
#ifndef GALLEY_PATTERN_CLASS_TEXT_H_
#define GALLEY_PATTERN_CLASS_TEXT_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "pattern/pattern_tree.h"

namespace galley {

// Between the brackets of a class.
inline constexpr std::string_view kLineBreaks = R"(\n\r\x{2028}\x{2029})";

// A character, or the class of those that are the same where case is ignored.
std::string CharacterText(char32_t character, PatternFlags flags);

// Adds to `*cost` the steps that it takes to make, and PCRE2 to read.
std::string ClassText(const PatternTree& tree, const PatternClass& pattern_class,
                      PatternFlags flags, uint64_t* cost);

}  // namespace galley

#endif  // GALLEY_PATTERN_CLASS_TEXT_H_
