// Metrics: what was done since the start, as Prometheus reads it.  Counting takes no lock.
#ifndef GALLEY_APPS_SERVER_METRICS_H_
#define GALLEY_APPS_SERVER_METRICS_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "galley/json.h"

namespace galley::server {

class Metrics {
 public:
  using Counter = std::atomic<uint64_t>;

  // The routes that requests are counted by; the last stands for all others.
  explicit Metrics(std::vector<std::string> routes);

  void CountRequest(size_t route, int status, double seconds);
  // What an operation failed with, by its code, and what one gave.
  void CountProblem(std::string_view code);
  void CountResult(std::string_view operation, const Json& result);

  Counter renders = 0;
  Counter tokens = 0;
  Counter cache_hits = 0;
  Counter limit_hits = 0;
  Counter abandoned = 0;
  std::atomic<int> store_is_up = -1;  // -1: there is none

  std::string ToText(size_t connections) const;

 private:
  static constexpr std::array<double, 13> kBounds = {
      0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5};
  static constexpr std::array<int, 26> kStatuses = {200, 201, 202, 204, 400, 401, 403, 404, 405,
                                                    406, 408, 409, 413, 414, 415, 417, 422, 429,
                                                    431, 500, 501, 503, 504, 505, 507, 0};

  struct Route {
    std::string name;
    std::array<Counter, kStatuses.size()> statuses = {};
    std::array<Counter, kBounds.size() + 1> buckets = {};
    Counter microseconds = 0;
  };

  std::vector<std::unique_ptr<Route>> routes_;
};

}  // namespace galley::server

#endif  // GALLEY_APPS_SERVER_METRICS_H_
