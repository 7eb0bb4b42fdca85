// RateLimit: so many requests a second from each client, and a little more at once.
#ifndef GALLEY_APPS_SERVER_RATE_LIMIT_H_
#define GALLEY_APPS_SERVER_RATE_LIMIT_H_

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace galley::server {

// Used from any thread.  Clients that were not heard of for long are forgotten.
class RateLimit {
 public:
  // `rate` a second; 0: without limit.
  explicit RateLimit(double rate) : rate_(rate), burst_(rate < 1 ? 1 : rate) {}

  // Takes one; otherwise the seconds to wait.
  double Take(std::string_view client);
  // The same without taking one.
  double Wait(std::string_view client);

 private:
  struct Bucket {
    double left = 0;
    std::chrono::steady_clock::time_point at;
  };
  static constexpr size_t kMostClients = 65'536;

  Bucket& Refill(std::string_view client);

  double rate_;
  double burst_;
  std::mutex lock_;
  std::unordered_map<std::string, Bucket> buckets_;
};

}  // namespace galley::server

#endif  // GALLEY_APPS_SERVER_RATE_LIMIT_H_
