// Diagnostics for people: message, place, excerpt with carets, notes, hint.  An excerpt is one
// line, cut around the caret, and shows nothing that the diagnostic does not keep.
#include <algorithm>

#include "diag/display.h"
#include "galley/diagnostic.h"

namespace galley {
namespace {

constexpr size_t kTabWidth = 4;
// Columns of an excerpt, and how many of them lead up to the caret at most.
constexpr size_t kWindow = 100;
constexpr size_t kLead = 60;
constexpr std::string_view kCut = "...";

enum class Style : uint8_t { kError, kWarning, kBold, kFrame };

class Page {
 public:
  explicit Page(Colour colour) : colour_(colour) {}

  void Add(std::string_view text) { text_ += text; }
  void Add(Style style, std::string_view text) {
    if (colour_ == Colour::kAlways) text_ += Code(style);
    text_ += text;
    if (colour_ == Colour::kAlways) text_ += "\x1b[0m";
  }
  std::string Take() { return std::move(text_); }

 private:
  static std::string_view Code(Style style) {
    switch (style) {
      case Style::kError:
        return "\x1b[1;31m";
      case Style::kWarning:
        return "\x1b[1;33m";
      case Style::kBold:
        return "\x1b[1m";
      case Style::kFrame:
        return "\x1b[1;34m";
    }
    return "";
  }

  Colour colour_;
  std::string text_;
};

// One line of source as it is shown, and the columns of it that are meant.
struct Excerpt {
  std::string line;
  size_t caret = 0;
  size_t caret_size = 1;
};

Shown ShowInLine(std::string_view line, size_t at) {
  if (line[at] == '\t') return {std::string(kTabWidth, ' '), kTabWidth, 1};
  return ShowCharacter(line, at);
}

// Columns that the bytes [begin, end) of `line` take.
size_t Columns(std::string_view line, size_t begin, size_t end) {
  size_t columns = 0;
  while (begin < end) {
    const Shown shown = ShowInLine(line, begin);
    columns += shown.columns;
    begin += shown.bytes;
  }
  return columns;
}

// The bytes of `line` that `range` means.  A range over several lines means the
// rest of the first.
struct Bytes {
  size_t begin;
  size_t end;
};

Bytes MarkedBytes(const Diagnostic& diagnostic) {
  const Range& range = diagnostic.range;
  const std::string_view line = diagnostic.line_text;
  const auto offset = [&](uint32_t column) {
    return CharacterOffset(line, column - std::min(column, diagnostic.line_text_column));
  };
  const size_t begin = offset(range.start.column);
  const bool one_line = range.end.line == range.start.line;
  const size_t end = one_line ? offset(range.end.column) : line.size();
  return {begin, std::max(begin, end)};
}

// Where to begin so that at most kLead columns lead up to the caret.
size_t FirstShown(std::string_view line, size_t caret) {
  size_t columns = Columns(line, 0, caret);
  size_t begin = 0;
  while (columns > kLead) {
    const Shown shown = ShowInLine(line, begin);
    columns -= shown.columns;
    begin += shown.bytes;
  }
  return begin;
}

Excerpt MakeExcerpt(const Diagnostic& diagnostic) {
  const std::string_view line = diagnostic.line_text;
  const Bytes marked = MarkedBytes(diagnostic);
  Excerpt excerpt;
  size_t at = FirstShown(line, marked.begin);
  if (at > 0 || diagnostic.line_text_column > 1) excerpt.line = kCut;
  excerpt.caret = excerpt.line.size() + Columns(line, at, marked.begin);

  size_t columns = excerpt.line.size();
  while (at < line.size()) {
    const Shown shown = ShowInLine(line, at);
    if (columns + shown.columns > kWindow) break;
    excerpt.line += shown.text;
    columns += shown.columns;
    at += shown.bytes;
  }
  if (at < line.size()) excerpt.line += kCut;
  excerpt.caret_size = std::max<size_t>(Columns(line, marked.begin, std::min(marked.end, at)), 1);
  return excerpt;
}

void AddPlace(const Diagnostic& diagnostic, size_t gutter, Page* page) {
  page->Add(Style::kFrame, std::string(gutter, ' ') + "--> ");
  const Position& start = diagnostic.range.start;
  std::string place = ShowText(diagnostic.file);
  if (start.line > 0) {
    if (!place.empty()) place += ':';
    place += std::to_string(start.line) + ":" + std::to_string(start.column);
  }
  page->Add(place);
  page->Add("\n");
}

void AddExcerpt(const Diagnostic& diagnostic, Style style, size_t gutter, Page* page) {
  const Excerpt excerpt = MakeExcerpt(diagnostic);
  const std::string margin(gutter + 1, ' ');
  page->Add(Style::kFrame, margin + "|");
  page->Add("\n");
  page->Add(Style::kFrame, std::to_string(diagnostic.range.start.line) + " |");
  page->Add(" " + excerpt.line + "\n");
  page->Add(Style::kFrame, margin + "|");
  page->Add(" " + std::string(excerpt.caret, ' '));
  page->Add(style, std::string(excerpt.caret_size, '^'));
  page->Add("\n");
}

void AddRemark(std::string_view label, std::string_view text, size_t gutter, Page* page) {
  page->Add(std::string(gutter + 1, ' '));
  page->Add(Style::kFrame, "=");
  page->Add(" ");
  page->Add(Style::kBold, label);
  page->Add(": " + ShowText(text) + "\n");
}

}  // namespace

std::string FormatText(const Diagnostic& diagnostic, Colour colour) {
  Page page(colour);
  const bool is_error = diagnostic.severity == Severity::kError;
  const Style style = is_error ? Style::kError : Style::kWarning;
  page.Add(style, (is_error ? "error[" : "warning[") + ShowText(diagnostic.code) + "]");
  page.Add(Style::kBold, ": " + ShowText(diagnostic.message));
  page.Add("\n");

  const bool has_line = diagnostic.range.start.line > 0;
  const size_t gutter = has_line ? std::to_string(diagnostic.range.start.line).size() : 1;
  if (has_line || !diagnostic.file.empty()) AddPlace(diagnostic, gutter, &page);
  if (has_line && !diagnostic.line_text.empty()) AddExcerpt(diagnostic, style, gutter, &page);
  for (const std::string& note : diagnostic.notes) AddRemark("note", note, gutter, &page);
  if (!diagnostic.hint.empty()) AddRemark("hint", diagnostic.hint, gutter, &page);
  return page.Take();
}

}  // namespace galley
