#include "base/line_diff.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/ordered_map.h"

namespace galley {
namespace {

constexpr size_t kContext = 3;
// Beyond so many changed lines it is no use to look for the fewest; the search takes
// the square of this.
constexpr int64_t kMostChanges = 1'000;

// Lines with their line breaks.
std::vector<std::string_view> SplitLines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

// Lines [before_begin, before_end) become [after_begin, after_end).
struct Change {
  size_t before_begin;
  size_t before_end;
  size_t after_begin;
  size_t after_end;
};

// The greedy search of Myers: the furthest that D changes lead on each diagonal, for
// D = 0, 1, ... until the end is reached; then the way back.
class Search {
 public:
  Search(const std::vector<uint32_t>& before, const std::vector<uint32_t>& after, size_t skip,
         size_t keep)
      : before_(before),
        after_(after),
        skip_(skip),
        rows_(static_cast<int64_t>(before.size() - skip - keep)),
        columns_(static_cast<int64_t>(after.size() - skip - keep)) {}

  std::vector<Change> Run() {
    const int64_t most = std::min(rows_ + columns_, kMostChanges);
    for (int64_t changes = 0; changes <= most; ++changes) {
      if (Advance(changes)) return WayBack(changes);
    }
    return {
        {skip_, skip_ + static_cast<size_t>(rows_), skip_, skip_ + static_cast<size_t>(columns_)}};
  }

 private:
  static constexpr int64_t kNowhere = INT64_MIN / 2;

  // How far one gets on diagonal `row - column` after `changes`, in rows.
  int64_t Reached(int64_t changes, int64_t diagonal) const {
    const bool is_known = changes >= 0 && diagonal >= -changes && diagonal <= changes;
    if (!is_known) return kNowhere;
    return trace_[static_cast<size_t>(changes)][static_cast<size_t>(diagonal + changes)];
  }

  // A deletion comes from the diagonal below, an insertion from the one above.
  bool ComesByDeletion(int64_t changes, int64_t diagonal) const {
    return Reached(changes - 1, diagonal - 1) + 1 > Reached(changes - 1, diagonal + 1);
  }

  int64_t StartOf(int64_t changes, int64_t diagonal) const {
    if (changes == 0) return 0;
    return ComesByDeletion(changes, diagonal) ? Reached(changes - 1, diagonal - 1) + 1
                                              : Reached(changes - 1, diagonal + 1);
  }

  bool Advance(int64_t changes) {
    trace_.emplace_back(static_cast<size_t>(2 * changes + 1), kNowhere);
    for (int64_t diagonal = -changes; diagonal <= changes; diagonal += 2) {
      int64_t row = StartOf(changes, diagonal);
      int64_t column = row - diagonal;
      if (row < 0 || row > rows_ || column > columns_) continue;
      while (row < rows_ && column < columns_ && AreEqual(row, column)) ++row, ++column;
      trace_.back()[static_cast<size_t>(diagonal + changes)] = row;
      if (row == rows_ && column == columns_) return true;
    }
    return false;
  }

  bool AreEqual(int64_t row, int64_t column) const {
    return before_[skip_ + static_cast<size_t>(row)] == after_[skip_ + static_cast<size_t>(column)];
  }

  std::vector<Change> WayBack(int64_t changes) const {
    std::vector<Change> found;
    int64_t diagonal = rows_ - columns_;
    for (; changes > 0; --changes) {
      const bool is_deletion = ComesByDeletion(changes, diagonal);
      const int64_t from = is_deletion ? diagonal - 1 : diagonal + 1;
      const auto row = skip_ + static_cast<size_t>(Reached(changes - 1, from));
      const auto column = skip_ + static_cast<size_t>(Reached(changes - 1, from) - from);
      found.push_back({row, row + is_deletion, column, column + !is_deletion});
      diagonal = from;
    }
    std::reverse(found.begin(), found.end());
    return found;
  }

  const std::vector<uint32_t>& before_;
  const std::vector<uint32_t>& after_;
  size_t skip_;
  int64_t rows_;
  int64_t columns_;
  std::vector<std::vector<int64_t>> trace_;
};

// Equal lines get equal numbers.
std::vector<uint32_t> Number(const std::vector<std::string_view>& lines,
                             OrderedMap<uint32_t, std::string_view>* numbers) {
  std::vector<uint32_t> numbered;
  numbered.reserve(lines.size());
  for (const std::string_view line : lines) {
    numbered.push_back(*numbers->Insert(line, static_cast<uint32_t>(numbers->size())).first);
  }
  return numbered;
}

std::vector<Change> FindChanges(const std::vector<std::string_view>& before,
                                const std::vector<std::string_view>& after) {
  OrderedMap<uint32_t, std::string_view> numbers;
  const std::vector<uint32_t> old_lines = Number(before, &numbers);
  const std::vector<uint32_t> new_lines = Number(after, &numbers);
  const size_t shorter = std::min(before.size(), after.size());
  size_t skip = 0;
  while (skip < shorter && old_lines[skip] == new_lines[skip]) ++skip;
  size_t keep = 0;
  while (keep < shorter - skip &&
         old_lines[before.size() - 1 - keep] == new_lines[after.size() - 1 - keep]) {
    ++keep;
  }
  return Search(old_lines, new_lines, skip, keep).Run();
}

void AppendLines(char mark, const std::vector<std::string_view>& lines, size_t begin, size_t end,
                 std::string* text) {
  for (size_t at = begin; at < end; ++at) {
    text->append(1, mark).append(lines[at]);
    if (!lines[at].ends_with('\n')) text->append("\n\\ No newline at end of file\n");
  }
}

// `12,3`: where lines stand and how many; none stand behind the line before.
std::string ShownRange(size_t begin, size_t end) {
  const size_t count = end - begin;
  const std::string first = std::to_string(count == 0 ? begin : begin + 1);
  return count == 1 ? first : first + ',' + std::to_string(count);
}

}  // namespace

std::string DiffLines(std::string_view before, std::string_view before_name, std::string_view after,
                      std::string_view after_name) {
  if (before == after) return "";
  const std::vector<std::string_view> old_lines = SplitLines(before);
  const std::vector<std::string_view> new_lines = SplitLines(after);
  const std::vector<Change> changes = FindChanges(old_lines, new_lines);
  std::string text = "--- " + std::string(before_name) + "\n+++ " + std::string(after_name) + '\n';
  for (size_t at = 0; at < changes.size();) {
    // Changes that are near each other share their surroundings.
    size_t last = at;
    while (last + 1 < changes.size() &&
           changes[last + 1].before_begin - changes[last].before_end <= 2 * kContext) {
      ++last;
    }
    const size_t lead = std::min(kContext, changes[at].before_begin);
    const size_t begin = changes[at].before_begin - lead;
    const size_t end = std::min(changes[last].before_end + kContext, old_lines.size());
    const size_t tail = end - changes[last].before_end;
    text += "@@ -" + ShownRange(begin, end) + " +" +
            ShownRange(changes[at].after_begin - lead, changes[last].after_end + tail) + " @@\n";
    size_t next = begin;
    for (; at <= last; ++at) {
      AppendLines(' ', old_lines, next, changes[at].before_begin, &text);
      AppendLines('-', old_lines, changes[at].before_begin, changes[at].before_end, &text);
      AppendLines('+', new_lines, changes[at].after_begin, changes[at].after_end, &text);
      next = changes[at].before_end;
    }
    AppendLines(' ', old_lines, next, end, &text);
  }
  return text;
}

}  // namespace galley
