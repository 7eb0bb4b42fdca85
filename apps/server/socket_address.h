// Addresses as people write them, and sockets that listen on them.
#ifndef GALLEY_APPS_SERVER_SOCKET_ADDRESS_H_
#define GALLEY_APPS_SERVER_SOCKET_ADDRESS_H_

#include <sys/socket.h>

#include <string>
#include <string_view>

#include "apps/server/http.h"
#include "galley/result.h"

namespace galley::server {

struct ListeningSocket {
  int descriptor = -1;
  std::string shown;      // http://HOST:PORT or unix:PATH
  std::string unix_path;  // to be removed in the end
};

// HOST:PORT, [HOST]:PORT or unix:PATH; port 0 takes a free one.  Fails with `usage`.
Result<ListeningSocket> ListenOn(const std::string& address, bool loopback_only, bool reuse_port);

// Who connected, and to which of our addresses.
Arrival ArrivalAt(int descriptor, const sockaddr_storage& peer);

}  // namespace galley::server

#endif  // GALLEY_APPS_SERVER_SOCKET_ADDRESS_H_
