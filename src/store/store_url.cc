#include "store/store_url.h"

#include <algorithm>
#include <array>

#include "diag/report.h"

namespace galley {
namespace {

constexpr std::string_view kSqlite = "sqlite:";
constexpr std::string_view kPostgresql = "postgresql:";
constexpr std::string_view kMask = "***";
// What libpq calls its secrets; `sslpassword` opens the key of a certificate.
constexpr std::array<std::string_view, 2> kSecretWords = {"password", "sslpassword"};

char Lower(char byte) {
  return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
}

bool IsBlank(char byte) { return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r'; }

bool IsWordCharacter(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';
}

int DigitOf(char byte) {
  if (byte >= '0' && byte <= '9') return byte - '0';
  const char lower = Lower(byte);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// A key as libpq reads it in a URL, where any character may be percent-encoded.
std::string Decoded(std::string_view text) {
  std::string decoded;
  for (size_t at = 0; at < text.size(); ++at) {
    const bool is_code = text[at] == '%' && at + 2 < text.size() && DigitOf(text[at + 1]) >= 0 &&
                         DigitOf(text[at + 2]) >= 0;
    if (!is_code) {
      decoded += text[at];
      continue;
    }
    decoded += static_cast<char>(DigitOf(text[at + 1]) * 16 + DigitOf(text[at + 2]));
    at += 2;
  }
  return decoded;
}

bool IsSecretWord(std::string_view word) {
  std::string lower = Decoded(word);
  std::transform(lower.begin(), lower.end(), lower.begin(), Lower);
  return std::find(kSecretWords.begin(), kSecretWords.end(), lower) != kSecretWords.end();
}

// The end of the value at `begin` of a list of words: in quotes, or up to a blank.
size_t EndOfValue(std::string_view text, size_t begin) {
  const bool is_quoted = begin < text.size() && text[begin] == '\'';
  size_t at = is_quoted ? begin + 1 : begin;
  for (; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (is_quoted ? text[at] == '\'' : IsBlank(text[at])) {
      return is_quoted ? at + 1 : at;
    }
  }
  return text.size();
}

// Masks the values of secret words: `password = 'a b'`.
std::string MaskWords(std::string_view text) {
  std::string masked;
  size_t copied = 0;
  for (size_t at = text.find('='); at != text.npos; at = text.find('=', at)) {
    size_t end = at;
    while (end > 0 && IsBlank(text[end - 1])) --end;
    size_t begin = end;
    while (begin > 0 && IsWordCharacter(text[begin - 1])) --begin;
    ++at;
    if (begin < copied || !IsSecretWord(text.substr(begin, end - begin))) continue;
    while (at < text.size() && IsBlank(text[at])) ++at;
    masked.append(text.substr(copied, at - copied)).append(kMask);
    at = copied = EndOfValue(text, at);
  }
  return masked.append(text.substr(copied));
}

// Masks the values of secret parameters: `?password=a&...`.
std::string MaskQuery(std::string_view query) {
  std::string masked;
  for (size_t begin = 0; begin < query.size();) {
    const size_t end = std::min(query.find('&', begin), query.size());
    const std::string_view part = query.substr(begin, end - begin);
    const size_t sign = part.find('=');
    const bool is_secret = sign != part.npos && IsSecretWord(part.substr(0, sign));
    masked.append(is_secret ? part.substr(0, sign + 1) : part).append(is_secret ? kMask : "");
    if (end < query.size()) masked += '&';
    begin = end + 1;
  }
  return masked;
}

// Masks what stands between `:` and `@` before the host.  A password that was not
// encoded as it should be may hold any character, so the last `@` counts.
std::string MaskUrl(std::string_view text, size_t authority) {
  std::string masked(text.substr(0, authority));
  std::string_view rest = text.substr(authority);
  const size_t at = rest.rfind('@');
  const size_t colon = rest.find(':');
  if (at != rest.npos && colon < at) {
    masked.append(rest.substr(0, colon + 1)).append(kMask);
    rest.remove_prefix(at);
  }
  const size_t question = rest.find('?');
  if (question == rest.npos) return masked.append(rest);
  masked.append(rest.substr(0, question + 1));
  return masked + MaskQuery(rest.substr(question + 1));
}

}  // namespace

Result<StoreUrl> StoreUrl::Parse(std::string_view text) {
  StoreUrl url;
  if (text.starts_with("postgresql://") || text.starts_with("postgres://")) {
    url = {Kind::kPostgresql, std::string(text)};
  } else if (text.starts_with(kPostgresql)) {
    url = {Kind::kPostgresql, std::string(text.substr(kPostgresql.size()))};
  } else {
    if (text.starts_with(kSqlite)) text.remove_prefix(kSqlite.size());
    url = {Kind::kSqlite, std::string(text)};
  }
  const bool is_other = url.kind == Kind::kSqlite && text.find("://") != text.npos;
  if (url.place.empty() || is_other || text.find('\0') != text.npos) {
    return Report(Code::kInvalidParams, "the place of a store is not one that galley knows",
                  "write `sqlite:PATH` or `postgresql://HOST/DATABASE`");
  }
  return url;
}

std::string WithoutPasswords(std::string_view text) {
  const size_t authority = text.find("://");
  return authority == text.npos ? MaskWords(text) : MaskUrl(text, authority + 3);
}

}  // namespace galley
