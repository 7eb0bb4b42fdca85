// Two texts side by side, line by line.
#ifndef GALLEY_API_LINE_DIFF_H_
#define GALLEY_API_LINE_DIFF_H_

#include <string>
#include <string_view>
#include <vector>

namespace galley {

struct DiffLine {
  enum class Kind : char { kBoth = ' ', kRemoved = '-', kAdded = '+', kGap = '~' } kind;
  std::string_view text;  // of one of the two; empty for a gap
};

// What leads from `before` to `after`, with up to three common lines around each change
// and a gap for those left out.  The fewest lines where the changed part is small, else
// all of it; nothing where the texts are equal.
std::vector<DiffLine> DiffLines(std::string_view before, std::string_view after);

}  // namespace galley

#endif  // GALLEY_API_LINE_DIFF_H_
