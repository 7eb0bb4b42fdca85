// Looks left and right of the place for the name as a whole word, outside of strings, within the
// tag.
#include "engine/vm/mention.h"

#include <algorithm>
#include <cstddef>

namespace galley {
namespace {

constexpr size_t kReach = 400;

bool IsNamePart(char byte) noexcept {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= '0' && byte <= '9') || byte == '_' || static_cast<unsigned char>(byte) >= 0x80;
}

class Search {
 public:
  Search(std::string_view text, std::string_view name, MentionOf what) noexcept
      : text_(text), name_(name), what_(what) {}

  // The first mention at or behind `begin`.
  size_t Forward(size_t begin) const noexcept {
    char quote = 0;
    for (size_t at = begin; at < std::min(text_.size(), begin + kReach); ++at) {
      if (quote == 0 && IsMention(at)) return at;
      if (quote == 0 && IsPair(at, '}')) break;
      quote = AfterQuote(at, quote);
    }
    return text_.npos;
  }

  // The last mention that begins before `end`.
  size_t Backward(size_t end) const noexcept {
    char quote = 0;
    for (size_t at = end; at-- > (end > kReach ? end - kReach : 0);) {
      if (quote == 0 && IsMention(at)) return at;
      if (quote == 0 && IsPair(at, '{')) break;
      quote = AfterQuote(at, quote);
    }
    return text_.npos;
  }

 private:
  bool IsMention(size_t at) const noexcept {
    if (text_.substr(at, name_.size()) != name_) return false;
    const size_t end = at + name_.size();
    if (end < text_.size() && IsNamePart(text_[end])) return false;
    if (at == 0) return what_ == MentionOf::kVariable;
    if (IsNamePart(text_[at - 1])) return false;
    return (text_[at - 1] == '.') == (what_ == MentionOf::kAttribute);
  }

  // `{{`, `{%`, `}}` or `%}`: the usual ends of a tag.
  bool IsPair(size_t at, char brace) const noexcept {
    if (at + 1 >= text_.size()) return false;
    const char first = text_[at];
    const char second = text_[at + 1];
    if (brace == '{') return first == '{' && (second == '{' || second == '%');
    return second == '}' && (first == '}' || first == '%');
  }

  // The quote that a string is open with, given what it was before the byte at `at`.
  char AfterQuote(size_t at, char quote) const noexcept {
    const char byte = text_[at];
    const bool is_escaped = at > 0 && text_[at - 1] == '\\';
    if ((byte != '\'' && byte != '"') || is_escaped) return quote;
    return quote == 0 ? byte : quote == byte ? char{0} : quote;
  }

  const std::string_view text_;
  const std::string_view name_;
  const MentionOf what_;
};

}  // namespace

Span FindMention(std::string_view text, std::string_view name, MentionOf what,
                 Span around) noexcept {
  if (name.empty() || around.begin > around.end || around.end > text.size()) return around;
  const Search search(text, name, what);
  const size_t after = search.Forward(around.begin);
  const size_t before = search.Backward(around.begin);
  if (after == text.npos && before == text.npos) return around;
  // What stands in the span itself is nearest of all.
  const bool is_inside = after != text.npos && after < around.end;
  const bool is_before =
      !is_inside && before != text.npos &&
      (after == text.npos || around.begin - before - name.size() <= after - around.end);
  const size_t at = is_before ? before : after;
  return {static_cast<uint32_t>(at), static_cast<uint32_t>(at + name.size())};
}

}  // namespace galley
