// IPv4, IPv6 and Unix sockets; a socket file is replaced only where nobody listens on it.
#include "apps/server/socket_address.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "galley/command.h"

namespace galley::server {
namespace {

constexpr std::string_view kUnixPrefix = "unix:";
constexpr int kBacklog = 4'096;

Diagnostic Refused(const std::string& address, std::string_view why) {
  return UsageProblem("cannot listen on `" + address + "`: " + std::string(why));
}

bool IsLoopback(const sockaddr* address) {
  if (address->sa_family == AF_INET6) {
    const auto* v6 = reinterpret_cast<const sockaddr_in6*>(address);
    return IN6_IS_ADDR_LOOPBACK(&v6->sin6_addr);
  }
  const auto* v4 = reinterpret_cast<const sockaddr_in*>(address);
  return (ntohl(v4->sin_addr.s_addr) >> 24) == 127;
}

std::string TextOf(const sockaddr_storage& address) {
  char text[INET6_ADDRSTRLEN] = "";
  if (address.ss_family == AF_INET) {
    inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in&>(address).sin_addr, text, sizeof text);
    return text;
  }
  if (address.ss_family != AF_INET6) return "";
  inet_ntop(AF_INET6, &reinterpret_cast<const sockaddr_in6&>(address).sin6_addr, text, sizeof text);
  const std::string_view mapped = "::ffff:";
  if (std::string_view(text).starts_with(mapped)) return text + mapped.size();
  return '[' + std::string(text) + ']';
}

uint16_t PortOf(const sockaddr_storage& address) {
  if (address.ss_family == AF_INET) {
    return ntohs(reinterpret_cast<const sockaddr_in&>(address).sin_port);
  }
  if (address.ss_family != AF_INET6) return 0;
  return ntohs(reinterpret_cast<const sockaddr_in6&>(address).sin6_port);
}

Result<ListeningSocket> ListenOnPath(const std::string& address) {
  const std::string path = address.substr(kUnixPrefix.size());
  sockaddr_un name = {};
  name.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof name.sun_path) {
    return Refused(address, "the path is empty or too long");
  }
  std::memcpy(name.sun_path, path.data(), path.size());
  const int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return Refused(address, std::strerror(errno));
  // A socket that nobody listens on is left from a process that died.
  struct stat info = {};
  const auto* raw = reinterpret_cast<const sockaddr*>(&name);
  if (stat(path.c_str(), &info) == 0 && S_ISSOCK(info.st_mode) &&
      connect(descriptor, raw, sizeof name) != 0 && errno == ECONNREFUSED) {
    unlink(path.c_str());
  }
  if (bind(descriptor, raw, sizeof name) != 0 || listen(descriptor, kBacklog) != 0) {
    const int reason = errno;
    close(descriptor);
    return Refused(address, std::strerror(reason));
  }
  return ListeningSocket{descriptor, address, path};
}

}  // namespace

Result<ListeningSocket> ListenOn(const std::string& address, bool loopback_only, bool reuse_port) {
  if (address.starts_with(kUnixPrefix)) return ListenOnPath(address);
  const size_t colon = address.rfind(':');
  if (colon == address.npos) return Refused(address, "it is neither HOST:PORT nor unix:PATH");
  std::string host = address.substr(0, colon);
  const std::string port = address.substr(colon + 1);
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
    host = host.substr(1, host.size() - 2);
  }
  if (host.empty() || port.empty() || port.size() > 5 ||
      port.find_first_not_of("0123456789") != port.npos || std::stoi(port) > 65'535) {
    return Refused(address, "it is neither HOST:PORT nor unix:PATH");
  }
  addrinfo hints = {};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  if (getaddrinfo(host.c_str(), port.c_str(), &hints, &found) != 0 || !found) {
    return Refused(address, "the host is not known");
  }
  const sockaddr_storage where = [&] {
    sockaddr_storage copy = {};
    std::memcpy(&copy, found->ai_addr, found->ai_addrlen);
    return copy;
  }();
  const socklen_t size = found->ai_addrlen;
  freeaddrinfo(found);
  const auto* raw = reinterpret_cast<const sockaddr*>(&where);
  if (loopback_only && !IsLoopback(raw)) {
    Diagnostic refused = Refused(address, "others than this machine could reach it");
    refused.hint = "name the tokens that may be used with `--token-file`";
    return refused;
  }
  const int descriptor = socket(where.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return Refused(address, std::strerror(errno));
  const int on = 1;
  setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (reuse_port) setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on);
  sockaddr_storage bound = {};
  socklen_t bound_size = sizeof bound;
  if (bind(descriptor, raw, size) != 0 || listen(descriptor, kBacklog) != 0 ||
      getsockname(descriptor, reinterpret_cast<sockaddr*>(&bound), &bound_size) != 0) {
    const int reason = errno;
    close(descriptor);
    return Refused(address, std::strerror(reason));
  }
  return ListeningSocket{
      descriptor, "http://" + TextOf(bound) + ':' + std::to_string(PortOf(bound)), {}};
}

Arrival ArrivalAt(int descriptor, const sockaddr_storage& peer) {
  Arrival arrival;
  sockaddr_storage local = {};
  socklen_t size = sizeof local;
  if (getsockname(descriptor, reinterpret_cast<sockaddr*>(&local), &size) != 0) return arrival;
  arrival.client = TextOf(peer);
  arrival.local_address = TextOf(local);
  arrival.local_port = PortOf(local);
  return arrival;
}

}  // namespace galley::server
