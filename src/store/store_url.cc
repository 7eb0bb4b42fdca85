// Finds secrets by the rules of libpq; what cannot be read is not shown at all.
#include "store/store_url.h"

#include <algorithm>
#include <array>

#include "diag/report.h"

namespace galley {
namespace {

constexpr std::string_view kSqlite = "sqlite:";
constexpr std::string_view kPostgresql = "postgresql:";
constexpr std::string_view kPostgres = "postgres:";
constexpr std::string_view kMask = "***";
// What libpq calls its secrets; `sslpassword` opens the key of a certificate.
constexpr std::array<std::string_view, 2> kSecretWords = {"password", "sslpassword"};

char Lower(char byte) {
  return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
}

// As libpq has it.
bool IsBlank(char byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }

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

// Masks the secret parameters behind the `?` of a URL.
std::string MaskParameters(std::string_view rest) {
  const size_t question = rest.find('?');
  if (question == rest.npos) return std::string(rest);
  return std::string(rest.substr(0, question + 1)) + MaskQuery(rest.substr(question + 1));
}

// Masks what stands between `:` and `@` before the host.  A password that was not
// encoded as it should be may hold any character, so the last `@` counts; where that
// is behind a `?`, nobody can tell what is part of a password.
std::string MaskUrl(std::string_view text, size_t authority) {
  std::string masked(text.substr(0, authority));
  std::string_view rest = text.substr(authority);
  const size_t at = rest.rfind('@');
  const size_t colon = rest.find(':');
  const size_t question = rest.find('?');
  if (at != rest.npos && question < at) {
    return masked.append(rest.substr(0, std::min(colon + 1, question + 1))).append(kMask);
  }
  if (at != rest.npos && colon < at) {
    masked.append(rest.substr(0, colon + 1)).append(kMask);
    rest.remove_prefix(at);
  }
  return masked + MaskParameters(rest);
}

// Whether a host in a URL has a number for its port, or none.
bool HasNumericPort(std::string_view host) {
  if (host.starts_with('[')) host.remove_prefix(std::min(host.find(']'), host.size()));
  const size_t colon = host.find(':');
  return colon == host.npos ||
         host.find_first_not_of("0123456789", colon + 1) == std::string_view::npos;
}

// Whether what follows `postgresql://` can be told apart into user, hosts and database.
// Where it cannot, libpq would take a part of the password for something else, and
// print it.
bool IsWellFormed(std::string_view rest) {
  const std::string_view before = rest.substr(0, rest.find('?'));
  const size_t at = before.rfind('@');
  if (at != before.find('@')) return false;
  const std::string_view user = at == before.npos ? "" : before.substr(0, at);
  if (user.find('/') != user.npos || std::count(user.begin(), user.end(), ':') > 1) return false;
  std::string_view hosts = at == before.npos ? before : before.substr(at + 1);
  hosts = hosts.substr(0, hosts.find('/'));
  for (size_t begin = 0; begin <= hosts.size();) {
    const size_t end = std::min(hosts.find(',', begin), hosts.size());
    if (!HasNumericPort(hosts.substr(begin, end - begin))) return false;
    begin = end + 1;
  }
  return true;
}

Diagnostic NotWellFormed() {
  return Report(Code::kInvalidParams, "the URL of a store is not well formed",
                "in a user or password write `@`, `:`, `/` and `?` as %40, %3A, %2F and %3F");
}

}  // namespace

Result<StoreUrl> StoreUrl::Parse(std::string_view text) {
  StoreUrl url;
  if (text.starts_with("postgresql://") || text.starts_with("postgres://")) {
    if (!IsWellFormed(text.substr(text.find("://") + 3))) return NotWellFormed();
    url = {Kind::kPostgresql, std::string(text)};
  } else if (text.starts_with(kPostgresql) || text.starts_with(kPostgres)) {
    url = {Kind::kPostgresql, std::string(text.substr(text.find(':') + 1))};
  } else {
    if (text.starts_with(kSqlite)) text.remove_prefix(kSqlite.size());
    url = {Kind::kSqlite, std::string(text)};
  }
  // What looks like the words of libpq is no path that anybody means.
  const bool is_other = url.kind == Kind::kSqlite &&
                        (text.find("://") != text.npos || WithoutPasswords(text) != text);
  if (url.place.empty() || is_other || text.find('\0') != text.npos) {
    return Report(Code::kInvalidParams, "the place of a store is not one that galley knows",
                  "write `sqlite:PATH` or `postgresql://HOST/DATABASE`");
  }
  return url;
}

std::string WithoutPasswords(std::string_view text) {
  const size_t scheme = text.find("postgres");
  const size_t authority = text.find("://");
  const std::string_view name =
      scheme < authority ? text.substr(scheme, authority - scheme) : std::string_view();
  if (name == "postgres" || name == "postgresql") return MaskUrl(text, authority + 3);
  // The words of libpq may hold other URLs, and other texts whatever they like.
  const std::string masked = MaskWords(text);
  const size_t other = masked.find("://");
  return other == masked.npos ? masked : MaskUrl(masked, other + 3);
}

}  // namespace galley
