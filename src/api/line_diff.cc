#include "api/line_diff.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace galley {
namespace {

using Lines = std::vector<std::string_view>;
using Kind = DiffLine::Kind;

constexpr size_t kAround = 3;
// Cells of the table of common lines; beyond it no fewest lines are looked for.
constexpr size_t kMostCells = size_t{1} << 22;

Lines SplitLines(std::string_view text) {
  Lines lines;
  for (;;) {
    const size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    if (end == text.npos) return lines;
    text.remove_prefix(end + 1);
  }
}

// The lines between what both begin and end with.
struct Middle {
  size_t begin;
  size_t before_end;
  size_t after_end;
};

Middle FindMiddle(const Lines& before, const Lines& after) {
  Middle middle{0, before.size(), after.size()};
  const size_t least = std::min(before.size(), after.size());
  while (middle.begin < least && before[middle.begin] == after[middle.begin]) ++middle.begin;
  while (middle.before_end > middle.begin && middle.after_end > middle.begin &&
         before[middle.before_end - 1] == after[middle.after_end - 1]) {
    --middle.before_end;
    --middle.after_end;
  }
  return middle;
}

// How many lines are common to what follows each pair of places.
class CommonLines {
 public:
  CommonLines(const Lines& before, const Lines& after, const Middle& middle)
      : columns_(middle.after_end - middle.begin + 1),
        counts_((middle.before_end - middle.begin + 1) * columns_) {
    for (size_t i = middle.before_end - middle.begin; i-- > 0;) {
      for (size_t j = middle.after_end - middle.begin; j-- > 0;) {
        const bool same = before[middle.begin + i] == after[middle.begin + j];
        counts_[i * columns_ + j] =
            same ? At(i + 1, j + 1) + 1 : std::max(At(i + 1, j), At(i, j + 1));
      }
    }
  }

  uint32_t At(size_t i, size_t j) const { return counts_[i * columns_ + j]; }

 private:
  size_t columns_;
  std::vector<uint32_t> counts_;
};

void AddMiddle(const Lines& before, const Lines& after, const Middle& middle,
               std::vector<DiffLine>* diff) {
  const size_t rows = middle.before_end - middle.begin;
  const size_t columns = middle.after_end - middle.begin;
  size_t i = 0;
  size_t j = 0;
  if (rows > 0 && columns > 0 && rows <= kMostCells / columns) {
    const CommonLines common(before, after, middle);
    while (i < rows && j < columns) {
      const std::string_view old_line = before[middle.begin + i];
      const std::string_view new_line = after[middle.begin + j];
      if (old_line == new_line) {
        diff->push_back({Kind::kBoth, old_line});
        ++i;
        ++j;
      } else if (common.At(i + 1, j) >= common.At(i, j + 1)) {
        diff->push_back({Kind::kRemoved, old_line});
        ++i;
      } else {
        diff->push_back({Kind::kAdded, new_line});
        ++j;
      }
    }
  }
  for (; i < rows; ++i) diff->push_back({Kind::kRemoved, before[middle.begin + i]});
  for (; j < columns; ++j) diff->push_back({Kind::kAdded, after[middle.begin + j]});
}

// Leaves out common lines that are far from a change.
std::vector<DiffLine> WithGaps(const std::vector<DiffLine>& all) {
  std::vector<bool> kept(all.size());
  for (size_t at = 0; at < all.size(); ++at) {
    if (all[at].kind == Kind::kBoth) continue;
    const size_t begin = at > kAround ? at - kAround : 0;
    for (size_t near = begin; near < std::min(all.size(), at + kAround + 1); ++near) {
      kept[near] = true;
    }
  }
  std::vector<DiffLine> diff;
  for (size_t at = 0; at < all.size(); ++at) {
    if (kept[at]) {
      diff.push_back(all[at]);
    } else if (diff.empty() || diff.back().kind != Kind::kGap) {
      diff.push_back({Kind::kGap, {}});
    }
  }
  return diff;
}

}  // namespace

std::vector<DiffLine> DiffLines(std::string_view before, std::string_view after) {
  if (before == after) return {};
  const Lines old_lines = SplitLines(before);
  const Lines new_lines = SplitLines(after);
  const Middle middle = FindMiddle(old_lines, new_lines);
  std::vector<DiffLine> all;
  for (size_t at = 0; at < middle.begin; ++at) all.push_back({Kind::kBoth, old_lines[at]});
  AddMiddle(old_lines, new_lines, middle, &all);
  for (size_t at = middle.before_end; at < old_lines.size(); ++at) {
    all.push_back({Kind::kBoth, old_lines[at]});
  }
  return WithGaps(all);
}

}  // namespace galley
