// Myers' greedy search over numbered lines, given up beyond a bound on changed lines, so that
// its square stays small.
#include "base/line_diff.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

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

// Changes that are near each other, and what stands around them.
struct Hunk {
  std::span<const Change> changes;
  Change lines;  // with what is around
};

class Comparison {
 public:
  Comparison(std::string_view before, std::string_view after)
      : before_(SplitLines(before)),
        after_(SplitLines(after)),
        changes_(FindChanges(before_, after_)) {}

  size_t lines_before() const noexcept { return before_.size(); }

  std::vector<Hunk> Hunks() const {
    std::vector<Hunk> hunks;
    for (size_t at = 0; at < changes_.size();) {
      size_t last = at;
      while (last + 1 < changes_.size() &&
             changes_[last + 1].before_begin - changes_[last].before_end <= 2 * kContext) {
        ++last;
      }
      const size_t lead = std::min(kContext, changes_[at].before_begin);
      const size_t tail = std::min(kContext, before_.size() - changes_[last].before_end);
      hunks.push_back({std::span(changes_).subspan(at, last - at + 1),
                       {changes_[at].before_begin - lead, changes_[last].before_end + tail,
                        changes_[at].after_begin - lead, changes_[last].after_end + tail}});
      at = last + 1;
    }
    return hunks;
  }

  void AddLines(const Hunk& hunk, std::vector<DiffLine>* lines) const {
    size_t next = hunk.lines.before_begin;
    for (const Change& change : hunk.changes) {
      Add(Kind::kBoth, before_, next, change.before_begin, lines);
      Add(Kind::kRemoved, before_, change.before_begin, change.before_end, lines);
      Add(Kind::kAdded, after_, change.after_begin, change.after_end, lines);
      next = change.before_end;
    }
    Add(Kind::kBoth, before_, next, hunk.lines.before_end, lines);
  }

 private:
  using Kind = DiffLine::Kind;
  using Lines = std::vector<std::string_view>;

  static void Add(Kind kind, const Lines& from, size_t begin, size_t end,
                  std::vector<DiffLine>* lines) {
    for (size_t at = begin; at < end; ++at) lines->push_back({kind, from[at]});
  }

  Lines before_;
  Lines after_;
  std::vector<Change> changes_;
};

// `12,3`: where lines stand and how many; none stand behind the line before.
std::string ShownRange(size_t begin, size_t end) {
  const size_t count = end - begin;
  const std::string first = std::to_string(count == 0 ? begin : begin + 1);
  return count == 1 ? first : first + ',' + std::to_string(count);
}

}  // namespace

std::vector<DiffLine> DiffLines(std::string_view before, std::string_view after) {
  if (before == after) return {};
  const Comparison comparison(before, after);
  std::vector<DiffLine> lines;
  size_t shown = 0;
  const auto skip_to = [&](size_t line) {
    if (line > shown) lines.push_back({DiffLine::Kind::kGap, {}});
  };
  for (const Hunk& hunk : comparison.Hunks()) {
    skip_to(hunk.lines.before_begin);
    comparison.AddLines(hunk, &lines);
    shown = hunk.lines.before_end;
  }
  skip_to(comparison.lines_before());
  return lines;
}

std::string UnifiedDiff(std::string_view before, std::string_view before_name,
                        std::string_view after, std::string_view after_name) {
  if (before == after) return "";
  const Comparison comparison(before, after);
  std::string text = "--- " + std::string(before_name) + "\n+++ " + std::string(after_name) + '\n';
  for (const Hunk& hunk : comparison.Hunks()) {
    text += "@@ -" + ShownRange(hunk.lines.before_begin, hunk.lines.before_end) + " +" +
            ShownRange(hunk.lines.after_begin, hunk.lines.after_end) + " @@\n";
    std::vector<DiffLine> lines;
    comparison.AddLines(hunk, &lines);
    for (const DiffLine& line : lines) {
      text.append(1, static_cast<char>(line.kind)).append(line.text);
      if (!line.text.ends_with('\n')) text += "\n\\ No newline at end of file\n";
    }
  }
  return text;
}

}  // namespace galley
