// Copies the line around the place into the diagnostic, which outlives its source; of data
// nothing is copied.
#include "diag/report.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "base/utf8.h"
#include "diag/display.h"

namespace galley {
namespace {

// A diagnostic keeps that many characters before and after the place it points
// at.  More is never shown, and a file may be one line of megabytes.
constexpr uint32_t kKeptBefore = 120;
constexpr uint32_t kKeptAfter = 240;

void KeepLine(std::string_view line, Diagnostic* diagnostic) {
  const uint32_t before = diagnostic->range.start.column - 1;
  const uint32_t cut = before > kKeptBefore ? before - kKeptBefore : 0;
  line.remove_prefix(CharacterOffset(line, cut));
  diagnostic->line_text = line.substr(0, CharacterOffset(line, kKeptBefore + kKeptAfter));
  diagnostic->line_text_column = cut + 1;
}

// Names longer than this are not compared: nobody mistypes them.
constexpr size_t kLongestName = 64;

using Row = std::array<uint8_t, kLongestName + 1>;

// The number of letters to add, drop, replace or swap with the next to turn one
// name into the other; some number from `enough` on where it is no less.
size_t Distance(std::string_view a, std::string_view b, size_t enough) noexcept {
  const size_t longer = std::max(a.size(), b.size()) - std::min(a.size(), b.size());
  if (longer >= enough) return longer;
  std::array<Row, 3> rows{};
  Row* before_last = &rows[0];
  Row* last = &rows[1];
  Row* row = &rows[2];
  for (size_t j = 0; j <= b.size(); ++j) (*last)[j] = static_cast<uint8_t>(j);
  size_t last_least = 0;
  for (size_t i = 1; i <= a.size(); ++i) {
    (*row)[0] = static_cast<uint8_t>(i);
    size_t least = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const bool same = a[i - 1] == b[j - 1];
      size_t cost = std::min<size_t>(
          {(*last)[j] + 1u, (*row)[j - 1] + 1u, (*last)[j - 1] + (same ? 0u : 1u)});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) cost = std::min<size_t>(cost, (*before_last)[j - 2] + 1u);
      (*row)[j] = static_cast<uint8_t>(cost);
      least = std::min(least, cost);
    }
    // What follows builds on one of two rows.
    if (least >= enough && last_least >= enough) return least;
    last_least = least;
    Row* const oldest = before_last;
    before_last = last;
    last = row;
    row = oldest;
  }
  return (*last)[b.size()];
}

// How many mistakes a name of this size may hold and still be recognised.
size_t Tolerance(size_t size) noexcept { return size < 3 ? 1 : (size + 2) / 4 + 1; }

// The nearest candidate, the first of several, or an empty view.
std::string_view Nearest(std::string_view name, std::span<const std::string_view> candidates) {
  std::string_view nearest;
  size_t best = std::min(Tolerance(name.size()), name.size() - 1) + 1;
  for (const std::string_view candidate : candidates) {
    if (candidate.empty() || candidate.size() > kLongestName) continue;
    const size_t distance = Distance(name, candidate, best);
    if (distance < best && distance < candidate.size()) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

}  // namespace

Diagnostic Report(Code code, std::string message, std::string hint) {
  const CodeInfo& info = Describe(code);
  Diagnostic diagnostic;
  diagnostic.code = info.code;
  diagnostic.severity = info.severity;
  diagnostic.message = std::move(message);
  diagnostic.hint = std::move(hint);
  return diagnostic;
}

Diagnostic Report(Code code, const Source& source, Span span, std::string message,
                  std::string hint) {
  return ShowAt(Report(code, std::move(message), std::move(hint)), source, span);
}

Diagnostic ShowAt(Diagnostic diagnostic, const Source& source, Span span) {
  diagnostic.file = source.name();
  diagnostic.range = source.Locate(span);
  if (source.nature() == Nature::kDocument) {
    KeepLine(source.LineAt(diagnostic.range.start.offset), &diagnostic);
  }
  return diagnostic;
}

std::string SuggestNearest(std::string_view name, std::span<const std::string_view> candidates) {
  if (name.empty() || name.size() > kLongestName) return {};
  const std::string_view nearest = Nearest(name, candidates);
  if (nearest.empty()) return {};
  return "did you mean " + Quoted(nearest) + "?";
}

std::string Quoted(std::string_view text) {
  constexpr size_t kMost = 60;
  std::string quoted = "`";
  size_t at = 0;
  while (at < text.size()) {
    const Shown character = ShowCharacter(text, at);
    if (at + character.bytes > kMost) break;
    quoted += character.text;
    at += character.bytes;
  }
  if (at < text.size()) quoted += "...";
  quoted += '`';
  return quoted;
}

}  // namespace galley
