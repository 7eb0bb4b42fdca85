// Secrets are compared by their digests.  The token is exchanged once, whoever of several is
// first.
#include "apps/server/studio_session.h"

#include <algorithm>
#include <utility>

#include "apps/server/random_text.h"
#include "apps/server/routes.h"
#include "galley/command.h"

namespace galley::server {
namespace {

constexpr std::string_view kCookie = "galley_studio_";

// Digests of what was sent tell nothing of how much of it was right.
bool IsSame(std::string_view a, std::string_view b) { return Sha256Hex(a) == Sha256Hex(b); }

}  // namespace

StudioSession::StudioSession(std::string token)
    : token_(std::move(token)), secret_(RandomText() + RandomText()) {}

bool StudioSession::Knows(std::string_view cookies) const {
  if (secret_.empty()) return false;
  while (!cookies.empty()) {
    const size_t end = std::min(cookies.find(';'), cookies.size());
    std::string_view pair = cookies.substr(0, end);
    cookies.remove_prefix(std::min(end + 1, cookies.size()));
    while (pair.starts_with(' ')) pair.remove_prefix(1);
    const size_t equals = std::min(pair.find('='), pair.size());
    if (!pair.starts_with(kCookie) || equals == pair.size()) continue;
    if (IsSame(pair.substr(equals + 1), secret_)) return true;
  }
  return false;
}

std::optional<Response> StudioSession::Exchange(std::string_view query, uint16_t port) {
  const std::string token = QueryValue(query, "token");
  if (token.empty() || secret_.empty() || !IsSame(token, token_)) return {};
  if (is_used_.exchange(true)) return {};
  Response response;
  response.status = 303;
  response.content_type = {};
  response.fields.emplace_back("location", "/");
  response.fields.emplace_back("set-cookie", std::string(kCookie) + std::to_string(port) + '=' +
                                                 secret_ + "; Path=/; HttpOnly; SameSite=Strict");
  response.fields.emplace_back("cache-control", "no-store");
  response.fields.emplace_back("referrer-policy", "no-referrer");
  return response;
}

}  // namespace galley::server
