// Finds secrets by the rules of libpq; a place that cannot be read is not shown at all.
#include "store/store_url.h"

#include <algorithm>
#include <iterator>

#include "diag/report.h"
#include "store/secrets.h"

namespace galley {
namespace {

constexpr std::string_view kSqlite = "sqlite:";
constexpr std::string_view kPostgresql = "postgresql:";
constexpr std::string_view kPostgres = "postgres:";
constexpr std::string_view kMask = "***";
// How words end that stand before secrets: those of libpq, and of others that a place or a
// setting may be taken from.
constexpr std::string_view kSecretEndings[] = {"password",    "passwd",  "passphrase", "pwd",
                                               "secret",      "token",   "apikey",     "credential",
                                               "credentials", "api_key", "access_key"};
// The words of libpq whose values anybody may see.  What is not among them may be a misspelt
// `password`.
constexpr std::string_view kOpenWords[] = {"application_name",
                                           "channel_binding",
                                           "client_encoding",
                                           "connect_timeout",
                                           "dbname",
                                           "gssencmode",
                                           "host",
                                           "hostaddr",
                                           "keepalives",
                                           "keepalives_count",
                                           "keepalives_idle",
                                           "keepalives_interval",
                                           "load_balance_hosts",
                                           "passfile",
                                           "port",
                                           "require_auth",
                                           "requirepeer",
                                           "service",
                                           "ssl_max_protocol_version",
                                           "ssl_min_protocol_version",
                                           "sslcert",
                                           "sslcrl",
                                           "sslkey",
                                           "sslmode",
                                           "sslrootcert",
                                           "sslsni",
                                           "target_session_attrs",
                                           "tcp_user_timeout",
                                           "user"};

char Lower(char byte) {
  return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
}

// As libpq has it.
bool IsBlank(char byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }

bool IsWordCharacter(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_' ||
         (byte >= '0' && byte <= '9');
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

// A word as it is compared.
std::string Plain(std::string_view word) {
  std::string plain = Decoded(word);
  std::transform(plain.begin(), plain.end(), plain.begin(), Lower);
  return plain;
}

bool IsHidden(std::string_view word) {
  return std::find(std::begin(kOpenWords), std::end(kOpenWords), Plain(word)) ==
         std::end(kOpenWords);
}

// Which words stand before what is masked.
using Hides = bool (*)(std::string_view word);

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

// Whether a text is words and their values, and nothing that may belong to a password with a
// blank in it.
bool AreWords(std::string_view text) {
  const auto skip = [&](size_t at, bool (*is_skipped)(char)) {
    while (at < text.size() && is_skipped(text[at])) ++at;
    return at;
  };
  for (size_t at = skip(0, IsBlank); at < text.size(); at = skip(at, IsBlank)) {
    const size_t end = skip(at, IsWordCharacter);
    const size_t sign = skip(end, IsBlank);
    if (end == at || sign == text.size() || text[sign] != '=') return false;
    at = EndOfValue(text, skip(sign + 1, IsBlank));
  }
  return true;
}

// Masks the values of words: `password = 'a b'`.
std::string MaskWords(std::string_view text, Hides hides) {
  std::string masked;
  size_t copied = 0;
  for (size_t at = text.find('='); at != text.npos; at = text.find('=', at)) {
    size_t end = at;
    while (end > 0 && IsBlank(text[end - 1])) --end;
    size_t begin = end;
    while (begin > 0 && IsWordCharacter(text[begin - 1])) --begin;
    ++at;
    if (begin < copied || !hides(text.substr(begin, end - begin))) continue;
    while (at < text.size() && IsBlank(text[at])) ++at;
    masked.append(text.substr(copied, at - copied)).append(kMask);
    at = copied = EndOfValue(text, at);
  }
  return masked.append(text.substr(copied));
}

// Masks the values of parameters: `?password=a&...`.
std::string MaskQuery(std::string_view query, Hides hides) {
  std::string masked;
  for (size_t begin = 0; begin < query.size();) {
    const size_t end = std::min(query.find('&', begin), query.size());
    const std::string_view part = query.substr(begin, end - begin);
    const size_t sign = part.find('=');
    const bool is_secret = sign != part.npos && hides(part.substr(0, sign));
    masked.append(is_secret ? part.substr(0, sign + 1) : part).append(is_secret ? kMask : "");
    if (end < query.size()) masked += '&';
    begin = end + 1;
  }
  return masked;
}

// Masks parameters behind the `?` of a URL.
std::string MaskParameters(std::string_view rest, Hides hides) {
  const size_t question = rest.find('?');
  if (question == rest.npos) return std::string(rest);
  return std::string(rest.substr(0, question + 1)) + MaskQuery(rest.substr(question + 1), hides);
}

// Masks what stands between `:` and `@` before the host.  A password that was not
// encoded as it should be may hold any character, so the last `@` counts; where that
// is behind a `?`, nobody can tell what is part of a password.
std::string MaskUrl(std::string_view text, size_t authority, Hides hides) {
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
  return masked + MaskParameters(rest, hides);
}

// The length of what stands before the last `@` and holds a `:`, as the user and password of a
// URL do whatever was meant to stand before them; 0: there is none.
size_t SizeOfUserInfo(std::string_view text) {
  const size_t at = text.rfind('@');
  return at != text.npos && text.find(':') < at ? at : 0;
}

// Masks what seems to be a password in a URL whose scheme is broken, `postgresql//u:p@h`.
std::string MaskBrokenUrls(std::string_view text) {
  std::string masked;
  while (!text.empty()) {
    const size_t end = std::min(text.find_first_of(" \t\n"), text.size());
    const std::string_view word = text.substr(0, end);
    const size_t size = SizeOfUserInfo(word);
    masked.append(size > 0 ? word.substr(0, word.find(':') + 1) : "").append(size > 0 ? kMask : "");
    masked.append(word.substr(size));
    masked.append(text.substr(end, 1));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return masked;
}

// Whether a text that names no scheme is the URL of something, and not the path of a file.
bool IsBrokenUrl(std::string_view text) {
  const std::string decoded = Decoded(text);
  const bool is_named = decoded.starts_with("postgres") &&
                        (decoded.find("//") != decoded.npos || decoded.find('@') != decoded.npos);
  return is_named || SizeOfUserInfo(decoded) > 0;
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
  const bool is_path = text.starts_with(kSqlite);
  if (text.starts_with("postgresql://") || text.starts_with("postgres://")) {
    if (!IsWellFormed(text.substr(text.find("://") + 3))) return NotWellFormed();
    url = {Kind::kPostgresql, std::string(text)};
  } else if (text.starts_with(kPostgresql) || text.starts_with(kPostgres)) {
    url = {Kind::kPostgresql, std::string(text.substr(text.find(':') + 1))};
    if (!AreWords(url.place)) return NotWellFormed();
  } else {
    if (is_path) text.remove_prefix(kSqlite.size());
    url = {Kind::kSqlite, std::string(text)};
  }
  // What looks like a URL or the words of libpq is no path that anybody means.
  const bool is_other = url.kind == Kind::kSqlite &&
                        (text.find("://") != text.npos || (!is_path && IsBrokenUrl(text)) ||
                         MaskWords(text, NamesSecret) != text);
  if (url.place.empty() || is_other || text.find('\0') != text.npos) {
    return Report(Code::kInvalidParams, "the place of a store is not one that galley knows",
                  "write `sqlite:PATH` or `postgresql://HOST/DATABASE`");
  }
  return url;
}

bool NamesSecret(std::string_view word) {
  const std::string plain = Plain(word);
  return std::any_of(std::begin(kSecretEndings), std::end(kSecretEndings),
                     [&](std::string_view ending) { return plain.ends_with(ending); });
}

std::string ShownStore(std::string_view text) {
  const Result<StoreUrl> url = StoreUrl::Parse(text);
  if (!url) return std::string(text.empty() ? "" : kMask);
  if (url->kind == StoreUrl::Kind::kSqlite) return std::string(text);
  const size_t authority = text.find("://");
  const bool is_url = text.starts_with("postgresql://") || text.starts_with("postgres://");
  return is_url ? MaskUrl(text, authority + 3, IsHidden) : MaskWords(text, IsHidden);
}

std::string WithoutPasswords(std::string_view text) {
  const size_t scheme = text.find("postgres");
  const size_t authority = text.find("://");
  const std::string_view name =
      scheme < authority ? text.substr(scheme, authority - scheme) : std::string_view();
  if (name == "postgres" || name == "postgresql") return MaskUrl(text, authority + 3, NamesSecret);
  // The words of libpq may hold other URLs, and other texts whatever they like.
  const std::string masked = MaskWords(text, NamesSecret);
  const size_t other = masked.find("://");
  return other == masked.npos ? MaskBrokenUrls(masked) : MaskUrl(masked, other + 3, NamesSecret);
}

}  // namespace galley
