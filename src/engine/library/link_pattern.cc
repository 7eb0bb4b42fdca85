// Each matcher walks its text once from the left and gives the size of what matched, or 0.
#include "engine/library/link_pattern.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "base/unicode.h"
#include "base/utf8.h"

namespace galley {
namespace {

// The ASCII letter that a character matches where case does not count, or the
// character itself.
char32_t FoldToAscii(char32_t code_point) noexcept {
  if (code_point >= 'A' && code_point <= 'Z') return code_point + 32;
  if (code_point == 0x130 || code_point == 0x131) return 'i';
  if (code_point == 0x17F) return 's';
  if (code_point == 0x212A) return 'k';
  return code_point;
}

bool IsLetter(char32_t code_point) noexcept {
  const char32_t folded = FoldToAscii(code_point);
  return folded >= 'a' && folded <= 'z';
}

bool IsDecimal(char32_t code_point) noexcept { return HasProperty(code_point, kCharDecimal); }

bool IsHexDigit(char32_t code_point) noexcept {
  const char32_t folded = FoldToAscii(code_point);
  return IsDecimal(code_point) || (folded >= 'a' && folded <= 'f');
}

bool IsTldTail(char32_t code_point) noexcept {
  return IsWordCharacter(code_point) || code_point == '%';
}

bool IsLabel(char32_t code_point) noexcept { return IsTldTail(code_point) || code_point == '-'; }

bool IsHost(char32_t code_point) noexcept { return IsLabel(code_point) || code_point == '.'; }

bool IsMailHost(char32_t code_point) noexcept {
  return IsWordCharacter(code_point) || code_point == '.' || code_point == '-';
}

// The bytes at the start of `text` whose characters are all `in`; sets `*count`
// to how many characters that is.
template <class In>
size_t TakeWhile(std::string_view text, In in, size_t* count) noexcept {
  size_t at = 0;
  *count = 0;
  while (at < text.size()) {
    const CodePoint next = DecodeUtf8(text, at);
    if (!in(next.value)) break;
    at += next.size;
    ++*count;
  }
  return at;
}

// Whether all of `text` is `in`, and between `least` and `most` characters.
template <class In>
bool IsAll(std::string_view text, In in, size_t least, size_t most) noexcept {
  size_t count;
  return TakeWhile(text, in, &count) == text.size() && count >= least && count <= most;
}

// Takes `prefix`, in lower case, off the start of `text` in any case.
bool TakePrefix(std::string_view* text, std::string_view prefix) noexcept {
  size_t at = 0;
  for (const char wanted : prefix) {
    if (at == text->size()) return false;
    const CodePoint next = DecodeUtf8(*text, at);
    if (FoldToAscii(next.value) != static_cast<unsigned char>(wanted)) return false;
    at += next.size;
  }
  text->remove_prefix(at);
  return true;
}

bool EqualsIgnoringCase(std::string_view text, std::string_view lower) noexcept {
  return TakePrefix(&text, lower) && text.empty();
}

bool TakeScheme(std::string_view* text) noexcept {
  return TakePrefix(text, "http://") || TakePrefix(text, "https://");
}

// What may follow a host: a port, then a path, a query or a fragment.
bool IsRest(std::string_view text) noexcept {
  if (!text.empty() && text[0] == ':') {
    size_t digits;
    text.remove_prefix(1);
    text.remove_prefix(TakeWhile(text, IsDecimal, &digits));
    if (digits < 1 || digits > 5) return false;
  }
  return text.empty() || text[0] == '/' || text[0] == '?' || text[0] == '#';
}

// Splits a host at its last dot; true where each label before it is a label of
// `least` to `most` characters.  Without a dot there is only the last part.
bool SplitHost(std::string_view host, size_t least, size_t most, std::string_view* last,
               size_t* labels) noexcept {
  for (*labels = 0;; ++*labels) {
    const size_t dot = host.find('.');
    if (dot == std::string_view::npos) {
      *last = host;
      return true;
    }
    if (!IsAll(host.substr(0, dot), IsLabel, least, most)) return false;
    host.remove_prefix(dot + 1);
  }
}

bool IsTopLevelDomain(std::string_view text) noexcept {
  if (IsAll(text, IsLetter, 2, 63)) return true;
  return TakePrefix(&text, "xn--") && IsAll(text, IsTldTail, 2, 59);
}

bool IsCommonDomain(std::string_view text) noexcept {
  constexpr std::string_view kDomains[] = {"com", "net", "int", "edu", "gov", "org", "info", "mil"};
  return std::any_of(std::begin(kDomains), std::end(kDomains),
                     [&](std::string_view domain) { return EqualsIgnoringCase(text, domain); });
}

bool IsIpv4(std::string_view host) noexcept {
  for (int part = 0; part < 3; ++part) {
    const size_t dot = host.find('.');
    if (dot == std::string_view::npos || !IsAll(host.substr(0, dot), IsDecimal, 1, 3)) return false;
    host.remove_prefix(dot + 1);
  }
  return IsAll(host, IsDecimal, 1, 3);
}

// `[`, two groups of up to four digits with a colon each, then up to six more
// whose colons may be missing, `]`.  Sets `*rest` to what follows.
bool IsIpv6(std::string_view text, std::string_view* rest) noexcept {
  if (text.empty() || text[0] != '[') return false;
  text.remove_prefix(1);
  size_t groups = 0;
  for (int colons = 0;; ++colons) {
    size_t digits;
    text.remove_prefix(TakeWhile(text, IsHexDigit, &digits));
    if (text.empty()) return false;
    const bool colon = text[0] == ':';
    if (!colon && text[0] != ']') return false;
    text.remove_prefix(1);
    if (colons < 2 && (!colon || digits > 4)) return false;
    // Without a colon between them groups of four digits can only be counted.
    if (colons >= 2) groups += std::max<size_t>((digits + 3) / 4, colon ? 1 : 0);
    if (!colon) break;
  }
  *rest = text;
  return groups <= 6;
}

bool HasHost(std::string_view text, bool after_scheme) noexcept {
  size_t count;
  const size_t size = TakeWhile(text, IsHost, &count);
  const std::string_view host = text.substr(0, size);
  if (!IsRest(text.substr(size))) return false;
  std::string_view last;
  size_t labels;
  if (SplitHost(host, 1, host.size(), &last, &labels) && IsTopLevelDomain(last)) return true;
  return after_scheme && IsIpv4(host);
}

bool HasCommonHost(std::string_view text) noexcept {
  size_t count;
  const size_t size = TakeWhile(text, IsHost, &count);
  std::string_view last;
  size_t labels;
  return IsRest(text.substr(size)) && SplitHost(text.substr(0, size), 2, 63, &last, &labels) &&
         labels > 0 && IsCommonDomain(last);
}

}  // namespace

bool IsWebAddress(std::string_view text) noexcept {
  std::string_view rest = text;
  if (TakeScheme(&rest)) {
    std::string_view behind;
    return HasHost(rest, /*after_scheme=*/true) || (IsIpv6(rest, &behind) && IsRest(behind));
  }
  if (TakePrefix(&rest, "www.") && HasHost(rest, /*after_scheme=*/false)) return true;
  return HasCommonHost(text);
}

bool IsMailAddress(std::string_view text) noexcept {
  // The host holds no `@`, so it starts behind the last one.
  const size_t at = text.rfind('@');
  if (at == std::string_view::npos || at == 0) return false;
  const std::string_view host = text.substr(at + 1);
  const size_t dot = host.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return false;
  return IsWordCharacter(DecodeUtf8(host, 0).value) &&
         IsAll(host.substr(0, dot), IsMailHost, 1, dot) &&
         IsAll(host.substr(dot + 1), IsWordCharacter, 1, host.size());
}

bool IsSchemePrefix(std::string_view text) noexcept {
  const auto in_name = [](char32_t point) {
    return IsWordCharacter(point) || point == '.' || point == '+' || point == '-';
  };
  size_t count;
  text.remove_prefix(TakeWhile(text, in_name, &count));
  return count >= 2 && (text == ":" || text == ":/" || text == "://");
}

}  // namespace galley
