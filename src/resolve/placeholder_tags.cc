// Goes from brace to brace; what is almost a tag is told apart from text.
#include "resolve/placeholder_tags.h"

#include <algorithm>

namespace galley {
namespace {

bool IsNameStart(char byte) noexcept {
  return (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') || byte == '_';
}
bool IsNameByte(char byte) noexcept { return IsNameStart(byte) || (byte >= '0' && byte <= '9'); }
bool IsBlank(char byte) noexcept { return byte == ' ' || byte == '\t'; }

}  // namespace

bool TagScanner::MatchPlaceholder(size_t at, PlaceholderTag* tag) const noexcept {
  size_t begin = at + 2;
  while (begin < text_.size() && IsBlank(text_[begin])) ++begin;
  if (begin == text_.size() || !IsNameStart(text_[begin])) return false;
  size_t end = begin + 1;
  while (end < text_.size() && IsNameByte(text_[end])) ++end;
  size_t close = end;
  while (close < text_.size() && IsBlank(text_[close])) ++close;
  if (!text_.substr(close).starts_with("}}")) return false;
  *tag = {at, close + 2, text_.substr(begin, end - begin)};
  return true;
}

bool TagScanner::ClosesInLine(size_t at) noexcept {
  const auto advance = [&](size_t* position, std::string_view wanted) {
    if (*position < at) *position = std::min(text_.find(wanted, at), text_.size());
  };
  advance(&next_close_, "}}");
  advance(&next_line_, "\n");
  return next_close_ < next_line_;
}

bool TagScanner::Next(PlaceholderTag* tag) noexcept {
  for (;;) {
    const size_t at = text_.find("{{", at_);
    if (at == text_.npos) return false;
    if (MatchPlaceholder(at, tag)) {
      at_ = tag->end;
      return true;
    }
    at_ = at + 1;
    if (ClosesInLine(at + 2)) {
      *tag = {at, next_close_ + 2, {}};
      return true;
    }
  }
}

}  // namespace galley
