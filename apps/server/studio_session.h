// StudioSession: one browser that a one-time token lets in.
//
// The token is in the address that `galley studio` opens.  Whoever comes with it first gets
// a cookie instead, and from then on the token opens nothing.
#ifndef GALLEY_APPS_SERVER_STUDIO_SESSION_H_
#define GALLEY_APPS_SERVER_STUDIO_SESSION_H_

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "apps/server/http.h"

namespace galley::server {

class StudioSession {
 public:
  explicit StudioSession(std::string token);

  // Whether the field `Cookie` has what the token was exchanged for.
  bool Knows(std::string_view cookies) const;
  // The way into the page for the token in `query`, once: a redirection without it.
  // `port` is ours: cookies do not tell ports apart, their names do.
  std::optional<Response> Exchange(std::string_view query, uint16_t port);

 private:
  std::string token_;
  std::string secret_;
  std::atomic<bool> is_used_ = false;
};

}  // namespace galley::server

#endif  // GALLEY_APPS_SERVER_STUDIO_SESSION_H_
