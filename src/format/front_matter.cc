// Looks for lines of delimiters from the top.  What is between them is for the reader of YAML.
#include "format/front_matter.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "diag/report.h"
#include "format/text.h"

namespace galley {
namespace {

constexpr std::string_view kHyphens = "---";

std::string_view Written(std::string_view text, const Line& line) noexcept {
  return WithoutTrailingBlanks(text.substr(line.begin, line.end - line.begin));
}

bool IsDelimiter(std::string_view text, const Line& line) noexcept {
  return Written(text, line) == kHyphens;
}

// The first line from `begin` on for which `test` holds; an empty one at the end
// where there is none.
template <class Test>
Line FindLine(std::string_view text, uint32_t begin, uint32_t end, Test test) noexcept {
  for (uint32_t at = begin; at < end;) {
    const Line line = LineFrom(text, at, end);
    if (test(line)) return line;
    at = line.next;
  }
  return {end, end, end};
}

bool IsWordByte(char byte) noexcept {
  return (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') ||
         (byte >= '0' && byte <= '9') || byte == '_';
}

// [A-Za-z_][\w.-]*[ \t]*:([ \t]|$)
bool LooksLikeKey(std::string_view line) noexcept {
  if (line.empty() || !IsWordByte(line[0]) || (line[0] >= '0' && line[0] <= '9')) return false;
  size_t at = 1;
  while (at < line.size() && (IsWordByte(line[at]) || line[at] == '.' || line[at] == '-')) ++at;
  at = std::min(line.find_first_not_of(" \t", at), line.size());
  if (at == line.size() || line[at] != ':') return false;
  return at + 1 == line.size() || line[at + 1] == ' ' || line[at + 1] == '\t';
}

// The name in a line such as `---md---`, or an empty span.
Span FormatName(std::string_view text, const Line& line) noexcept {
  const std::string_view written = Written(text, line);
  if (written.size() <= 2 * kHyphens.size()) return {};
  if (!written.starts_with(kHyphens) || !written.ends_with(kHyphens)) return {};
  const std::string_view name = written.substr(3, written.size() - 6);
  const auto allowed = [](char byte) {
    return IsWordByte(byte) || byte == '.' || byte == '+' || byte == '-';
  };
  if (!std::all_of(name.begin(), name.end(), allowed)) return {};
  return {line.begin + 3, line.begin + 3 + static_cast<uint32_t>(name.size())};
}

// Takes the declaration of a format from the start of the text: one line, bare or
// between two lines of three hyphens.
void TakeFormat(std::string_view text, InstructionFile* file) noexcept {
  const Line first = LineFrom(text, file->text.begin, file->text.end);
  if (const Span name = FormatName(text, first); name != Span{}) {
    file->format = name;
    file->text.begin = first.next;
    return;
  }
  if (!IsDelimiter(text, first)) return;
  const Line second = LineFrom(text, first.next, file->text.end);
  const Span name = FormatName(text, second);
  const Line third = LineFrom(text, second.next, file->text.end);
  if (name == Span{} || !IsDelimiter(text, third)) return;
  file->format = name;
  file->text.begin = third.next;
}

}  // namespace

Result<FrontMatter> SplitFrontMatter(const Source& source) {
  const std::string_view text = source.text();
  const Span whole = WholeText(source);
  const Line opening = LineFrom(text, whole.begin, whole.end);
  if (!IsDelimiter(text, opening)) return FrontMatter{{whole.begin, whole.begin}, whole, false};

  const Line closing = FindLine(text, opening.next, whole.end, [&](const Line& line) {
    return IsDelimiter(text, line) || Written(text, line) == "...";
  });
  if (closing.begin == closing.end) {
    return Report(Code::kUnterminatedFrontMatter, source, {opening.begin, opening.end},
                  "front matter opens here and has no closing line",
                  "end it with a line of three hyphens");
  }
  return FrontMatter{{opening.next, closing.begin}, {closing.next, whole.end}, true};
}

InstructionFile SplitInstructionFile(const Source& source) noexcept {
  const std::string_view text = source.text();
  const Span whole = WholeText(source);
  const auto is_delimiter = [&](const Line& line) { return IsDelimiter(text, line); };
  const Line first = FindLine(text, whole.begin, whole.end, [&](const Line& line) {
    const std::string_view written = Written(text, line);
    const size_t at = written.find_first_not_of(" \t");
    return at != written.npos && written[at] != '#';
  });

  InstructionFile file;
  file.header = {whole.begin, whole.begin};
  file.text = whole;
  uint32_t header_begin = whole.begin;
  if (is_delimiter(first)) {
    file.opening = {first.begin, first.end};
    header_begin = first.next;
  } else if (!LooksLikeKey(Written(text, first))) {
    TakeFormat(text, &file);
    return file;
  }

  const Line closing = FindLine(text, header_begin, whole.end, is_delimiter);
  file.has_header = true;
  file.header = {header_begin, closing.begin};
  file.is_closed = closing.begin < closing.end || file.opening == Span{};
  file.text = {closing.next, whole.end};
  TakeFormat(text, &file);
  return file;
}

}  // namespace galley
