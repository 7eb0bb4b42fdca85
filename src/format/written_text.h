// Where a part of a string stands in the text of a document.
//
// What a document writes as one string may look otherwise in the file: escapes, folded
// lines, the indentation of a block.  This follows the two side by side.
#ifndef GALLEY_FORMAT_WRITTEN_TEXT_H_
#define GALLEY_FORMAT_WRITTEN_TEXT_H_

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "diag/source.h"

namespace galley {

// `part` of the string `value` as a part of `written`, which is how JSON or YAML spells
// the string: plain, in quotes, or as a block.  Nothing where the two do not agree.
// Linear in `written`.
std::optional<Span> FindWritten(std::string_view written, std::string_view value, Span part);
// The same for several parts, in one walk.
std::vector<std::optional<Span>> FindWritten(std::string_view written, std::string_view value,
                                             std::span<const Span> parts);

}  // namespace galley

#endif  // GALLEY_FORMAT_WRITTEN_TEXT_H_
