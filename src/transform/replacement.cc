// The text is read once into pieces; a match then only copies.
#include "transform/replacement.h"

#include "base/writer.h"
#include "pattern/utf16.h"

namespace galley {

Replacement::Replacement(std::string_view text, const Pattern& pattern)
    : text_(ToUtf16(text)), last_close_(text_.rfind(u'>')) {
  size_t literal = 0;
  for (size_t at = text_.find(u'$'); at != text_.npos; at = text_.find(u'$', at)) {
    AddText(literal, at);
    const size_t behind = ReadReference(at, pattern);
    literal = behind == at ? at : behind;
    at = behind == at ? at + 1 : behind;
  }
  AddText(literal, text_.size());
}

// Reads what the `$` at `at` begins, and returns where it ends; `at` itself where
// it is a mere `$`.
size_t Replacement::ReadReference(size_t at, const Pattern& pattern) {
  const char16_t sign = at + 1 < text_.size() ? text_[at + 1] : u'\0';
  switch (sign) {
    case u'$':
      AddText(at, at + 1);
      return at + 2;
    case u'&':
      pieces_.push_back({PieceKind::kGroup});
      return at + 2;
    case u'`':
      pieces_.push_back({PieceKind::kBefore});
      return at + 2;
    case u'\'':
      pieces_.push_back({PieceKind::kBehind});
      return at + 2;
    case u'<':
      return ReadName(at, pattern);
    default:
      return ReadNumber(at, pattern.groups());
  }
}

// Two digits where there is such a group, else one.
size_t Replacement::ReadNumber(size_t at, uint32_t groups) {
  const auto digit = [&](size_t place) -> uint32_t {
    const bool is_digit = place < text_.size() && text_[place] >= u'0' && text_[place] <= u'9';
    return is_digit ? text_[place] - u'0' : 10u;
  };
  const uint32_t first = digit(at + 1);
  const uint32_t second = digit(at + 2);
  if (first > 9) return at;
  const uint32_t both = first * 10 + second;
  if (second <= 9 && both >= 1 && both <= groups) {
    pieces_.push_back({PieceKind::kGroup, both});
    return at + 3;
  }
  if (first == 0 || first > groups) return at;
  pieces_.push_back({PieceKind::kGroup, first});
  return at + 2;
}

// A name that no group has stands for nothing.
size_t Replacement::ReadName(size_t at, const Pattern& pattern) {
  const bool is_closed = last_close_ != text_.npos && last_close_ > at;
  if (!pattern.has_names() || !is_closed) return at;
  const size_t close = text_.find(u'>', at);
  BufferWriter name;
  AppendUtf8(std::u16string_view(text_).substr(at + 2, close - at - 2), &name);
  if (const uint32_t group = pattern.FindGroup(name.view())) {
    pieces_.push_back({PieceKind::kGroup, group});
  }
  return close + 1;
}

void Replacement::AddText(size_t begin, size_t end) {
  if (begin == end) return;
  pieces_.push_back(
      {PieceKind::kText, 0, static_cast<uint32_t>(begin), static_cast<uint32_t>(end)});
}

void Replacement::Append(const PatternSearch& search, std::u16string_view text, uint64_t limit,
                         std::u16string* out) const {
  for (const Piece& piece : pieces_) {
    if (out->size() > limit) return;
    switch (piece.kind) {
      case PieceKind::kText:
        out->append(text_, piece.begin, piece.end - piece.begin);
        break;
      case PieceKind::kGroup:
        if (const auto group = search.group(piece.group)) out->append(*group);
        break;
      case PieceKind::kBefore:
        out->append(text.substr(0, search.begin()));
        break;
      case PieceKind::kBehind:
        out->append(text.substr(search.end()));
        break;
    }
  }
}

}  // namespace galley
