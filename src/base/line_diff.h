// The difference of two texts, line by line.
//
// It is the shortest there is, apart from texts that have little in common: those would
// take too long, and are shown as one change.  Up to three common lines stand around
// each change.
#ifndef GALLEY_BASE_LINE_DIFF_H_
#define GALLEY_BASE_LINE_DIFF_H_

#include <string>
#include <string_view>
#include <vector>

namespace galley {

struct DiffLine {
  enum class Kind : char { kBoth = ' ', kRemoved = '-', kAdded = '+', kGap = '~' } kind;
  std::string_view text;  // with its line break, where it has one; empty for a gap
};

// What leads from `before` to `after`, with a gap for common lines left out; nothing
// where the texts are equal.  The lines are views of the texts.
std::vector<DiffLine> DiffLines(std::string_view before, std::string_view after);

// The same as programs read it, a unified diff.
std::string UnifiedDiff(std::string_view before, std::string_view before_name,
                        std::string_view after, std::string_view after_name);

}  // namespace galley

#endif  // GALLEY_BASE_LINE_DIFF_H_
