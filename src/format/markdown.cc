// One pass over lines; a fence hides headings until its end, and a fence in a list ends with the
// list.
#include "format/markdown.h"

#include <string_view>

#include "format/text.h"

namespace galley {
namespace {

constexpr uint32_t kMostIndent = 3;
constexpr uint32_t kDeepestHeading = 6;
constexpr size_t kShortestFence = 3;

bool IsBlank(char byte) noexcept { return byte == ' ' || byte == '\t'; }

// How often `line` repeats its byte `at`, from there on.
size_t RunLength(std::string_view line, size_t at) noexcept {
  size_t end = at;
  while (end < line.size() && line[end] == line[at]) ++end;
  return end - at;
}

size_t LeadingSpaces(std::string_view line) noexcept {
  const size_t first = line.find_first_not_of(' ');
  return first == line.npos ? line.size() : first;
}

// The level of the heading that `line` is, or 0.
uint32_t HeadingLevel(std::string_view line) noexcept {
  const size_t indent = LeadingSpaces(line);
  if (indent > kMostIndent || indent == line.size() || line[indent] != '#') return 0;
  const size_t level = RunLength(line, indent);
  const size_t after = indent + level;
  if (level > kDeepestHeading || (after < line.size() && !IsBlank(line[after]))) return 0;
  return static_cast<uint32_t>(level);
}

// What the heading `line`, which begins at offset `begin`, says.
Span TitleOf(std::string_view line, uint32_t begin, uint32_t level) noexcept {
  size_t first = LeadingSpaces(line) + level;
  while (first < line.size() && IsBlank(line[first])) ++first;
  std::string_view title = WithoutTrailingBlanks(line.substr(first));

  // Closing signs count as such only where a blank stands before them.
  std::string_view open = title;
  while (open.ends_with('#')) open.remove_suffix(1);
  if (open.empty() || IsBlank(open.back())) title = WithoutTrailingBlanks(open);

  const uint32_t at = begin + static_cast<uint32_t>(first);
  return {at, at + static_cast<uint32_t>(title.size())};
}

// The offset behind the list markers at the start of `line`, such as `- ` and
// `12. `.
size_t AfterListMarkers(std::string_view line) noexcept {
  size_t at = 0;
  for (;;) {
    size_t next = at + LeadingSpaces(line.substr(at));
    const size_t digits = next;
    while (next < line.size() && line[next] >= '0' && line[next] <= '9') ++next;
    const bool numbered = next > digits;
    const std::string_view signs = numbered ? ".)" : "-+*";
    if (next >= line.size() || signs.find(line[next]) == signs.npos) return at;
    if (next + 1 >= line.size() || line[next + 1] != ' ') return at;
    at = next + 2;
  }
}

// Follows fenced code blocks from line to line.
class FenceTracker {
 public:
  bool is_open() const noexcept { return length_ > 0; }

  // Whether `line` belongs to a fence, its first and last line included.
  bool Covers(std::string_view line) noexcept {
    if (is_open()) {
      if (!LeavesList(line)) {
        if (Closes(line)) length_ = 0;
        return true;
      }
      length_ = 0;
    }
    return Opens(line);
  }

  // What would close it; empty where it is closed.
  std::string ClosingLine() const {
    return is_open() ? std::string(list_indent_, ' ') + std::string(length_, sign_) : "";
  }

 private:
  // A fence that began behind a list marker ends, closed or not, with the list
  // item: with the first line that is indented less than what the item holds.
  bool LeavesList(std::string_view line) const noexcept {
    const size_t indent = LeadingSpaces(line);
    return indent < list_indent_ && indent < WithoutTrailingBlanks(line).size();
  }

  bool Opens(std::string_view line) noexcept {
    const size_t content = AfterListMarkers(line);
    const size_t at = content + LeadingSpaces(line.substr(content));
    if (at - content > kMostIndent || at == line.size()) return false;
    if (line[at] != '`' && line[at] != '~') return false;
    const size_t length = RunLength(line, at);
    if (length < kShortestFence) return false;
    // Backticks further on make it code inside of a line.
    if (line[at] == '`' && line.find('`', at + length) != line.npos) return false;
    sign_ = line[at];
    length_ = length;
    list_indent_ = content;
    return true;
  }

  bool Closes(std::string_view line) const noexcept {
    const size_t at = LeadingSpaces(line);
    if (at > list_indent_ + kMostIndent || at == line.size() || line[at] != sign_) return false;
    const size_t length = RunLength(line, at);
    return length >= length_ && WithoutTrailingBlanks(line).size() == at + length;
  }

  char sign_ = 0;
  size_t length_ = 0;
  size_t list_indent_ = 0;
};

// Where each section ends and what it belongs to, from the levels alone.
void LinkSections(std::vector<Section>* sections) {
  std::vector<uint32_t> open = {0};
  for (uint32_t at = 1; at < sections->size(); ++at) {
    Section& section = (*sections)[at];
    while ((*sections)[open.back()].level >= section.level) {
      (*sections)[open.back()].end = at;
      open.pop_back();
    }
    section.parent = open.back();
    open.push_back(at);
  }
  for (const uint32_t at : open) (*sections)[at].end = static_cast<uint32_t>(sections->size());
}

}  // namespace

Markdown SplitMarkdown(const Source& source, Span part) {
  const std::string_view text = source.text();
  const Span start{part.begin, part.begin};
  Markdown result;
  result.sections.push_back({start, start, start});

  FenceTracker fence;
  for (uint32_t at = part.begin; at < part.end;) {
    const Line line = LineFrom(text, at, part.end);
    const std::string_view written = text.substr(at, line.end - at);
    const uint32_t level = fence.Covers(written) ? 0 : HeadingLevel(written);
    if (level > 0) {
      const Span title = TitleOf(written, at, level);
      result.sections.push_back({{at, line.next}, title, {line.next, line.next}, level});
    }
    result.sections.back().body.end = line.next;
    at = line.next;
  }
  LinkSections(&result.sections);
  result.open_fence = fence.ClosingLine();
  return result;
}

Markdown SplitMarkdown(const Source& source) { return SplitMarkdown(source, WholeText(source)); }

}  // namespace galley
