// Walks the written form and the value side by side, stretch by stretch, and gives up where they
// do not agree.
#include "format/written_text.h"

#include <algorithm>
#include <vector>

#include "base/utf8.h"
#include "format/text.h"

namespace galley {
namespace {

constexpr std::string_view kBlanks = " \t";
constexpr std::string_view kBlanksAndBreaks = " \t\r\n";

size_t EndOf(std::string_view text, size_t found) { return std::min(found, text.size()); }

// The two texts side by side: stretches of the one that mean stretches of the other.
class Alignment {
 public:
  Alignment(std::string_view written, std::string_view value) : written_(written), value_(value) {}

  // Fails where the two do not agree.
  bool Align() {
    if (written_.empty()) return false;
    const char first = written_[0];
    if (first == '|' || first == '>') return AlignBlock();
    return AlignFlow(first == '"' || first == '\'' ? first : '\0');
  }

  Span Find(Span part) const {
    const auto after =
        std::upper_bound(stretches_.begin(), stretches_.end(), part.begin,
                         [](uint32_t at, const Stretch& stretch) { return at < stretch.value; });
    const auto last = std::lower_bound(
        stretches_.begin(), stretches_.end(), part.end,
        [](const Stretch& stretch, uint32_t at) { return stretch.value + stretch.size < at; });
    if (after == stretches_.begin() || last == stretches_.end()) return {0, 0};
    const Stretch& begins = *(after - 1);
    const uint32_t begin = begins.written + std::min(part.begin - begins.value, begins.size);
    const bool whole = last->value + last->size == part.end;
    const uint32_t end = last->written + (whole ? last->written_size : part.end - last->value);
    return {begin, std::max(begin, end)};
  }

 private:
  struct Stretch {
    uint32_t written;
    uint32_t value;
    uint32_t size;          // in the value
    uint32_t written_size;  // the same, but for an escape
  };

  // `written_size` bytes at `at` mean the next `size` of the value.
  void Add(size_t at, size_t written_size, size_t size) {
    stretches_.push_back({static_cast<uint32_t>(at), static_cast<uint32_t>(value_at_),
                          static_cast<uint32_t>(size), static_cast<uint32_t>(written_size)});
    value_at_ += size;
  }

  // The next of the value are the bytes that are written.
  bool AddSame(size_t at, size_t size) {
    if (value_.substr(value_at_, size) != written_.substr(at, size)) return false;
    Add(at, size, size);
    return true;
  }

  // What a break between two lines means: line feeds, or a space where it was folded.
  void PassBreak() {
    const size_t begin = value_at_;
    while (value_at_ < value_.size() && value_[value_at_] == '\n') ++value_at_;
    if (value_at_ == begin && value_.substr(begin).starts_with(' ')) ++value_at_;
  }

  bool AlignBlock();
  bool AlignFlow(char quote);
  size_t PassEscape(size_t at);

  std::string_view written_;
  std::string_view value_;
  size_t value_at_ = 0;
  std::vector<Stretch> stretches_;
};

// How far the first line that is not blank is indented.
size_t IndentOf(std::string_view text) {
  const size_t first = text.find_first_not_of(" \r\n");
  if (first == text.npos) return 0;
  const size_t line = text.rfind('\n', first);
  return first - (line == text.npos ? 0 : line + 1);
}

// Lines behind the header, each without the indentation of the block.
bool Alignment::AlignBlock() {
  const auto size = static_cast<uint32_t>(written_.size());
  const uint32_t body = LineFrom(written_, 0, size).next;
  const size_t indent =
      IndentOf(written_.substr(body)) - std::min(IndentOf(value_), IndentOf(written_.substr(body)));
  for (uint32_t at = body; at < size && value_at_ < value_.size();) {
    const Line line = LineFrom(written_, at, size);
    const size_t text = EndOf(written_, written_.find_first_not_of(' ', at));
    const size_t begin = std::min({text, at + indent, size_t{line.end}});
    if (begin < line.end) {
      if (at > body) PassBreak();
      if (!AddSame(begin, line.end - begin)) return false;
    }
    at = line.next;
  }
  return true;
}

// Plain or in quotes, perhaps over several lines.
bool Alignment::AlignFlow(char quote) {
  for (size_t at = quote ? 1 : 0; at < written_.size() && value_at_ < value_.size();) {
    if (quote == '"' && written_[at] == '\\') {
      at = PassEscape(at);
      continue;
    }
    if (quote == '\'' && written_.substr(at).starts_with("''")) {
      Add(at, 2, 1);
      at += 2;
      continue;
    }
    const size_t text = EndOf(written_, written_.find_first_not_of(kBlanksAndBreaks, at));
    if (written_.substr(at, text - at).find_first_of("\r\n") != written_.npos) {
      PassBreak();
      at = text;
      continue;
    }
    const size_t end =
        EndOf(written_, written_.find_first_of("\\' \t\r\n", std::max(text, at + 1)));
    if (!AddSame(at, std::min(end - at, value_.size() - value_at_))) return false;
    at = end;
  }
  return true;
}

// Returns what follows the escape.
size_t Alignment::PassEscape(size_t at) {
  const char kind = at + 1 < written_.size() ? written_[at + 1] : '\0';
  if (kind == '\n' || kind == '\r') {
    const size_t line =
        LineFrom(written_, static_cast<uint32_t>(at + 1), static_cast<uint32_t>(written_.size()))
            .next;
    return EndOf(written_, written_.find_first_not_of(kBlanks, line));
  }
  const CodePoint point = DecodeUtf8(value_, value_at_);
  const bool is_pair = kind == 'u' && point.value > 0xFFFF;
  const size_t size = kind == 'x' ? 4 : kind == 'U' ? 10 : is_pair ? 12 : kind == 'u' ? 6 : 2;
  Add(at, size, point.size);
  return at + size;
}

}  // namespace

std::optional<Span> FindWritten(std::string_view written, std::string_view value, Span part) {
  return FindWritten(written, value, {&part, 1}).front();
}

std::vector<std::optional<Span>> FindWritten(std::string_view written, std::string_view value,
                                             std::span<const Span> parts) {
  std::vector<std::optional<Span>> places(parts.size());
  Alignment alignment(written, value);
  if (!alignment.Align()) return places;
  for (size_t at = 0; at < parts.size(); ++at) {
    if (parts[at].end > value.size()) continue;
    const Span found = alignment.Find(parts[at]);
    if (found.end > 0 && found.end <= written.size()) places[at] = found;
  }
  return places;
}

}  // namespace galley
