// A token bucket for each client behind one lock.
#include "apps/server/rate_limit.h"

#include <algorithm>

namespace galley::server {

RateLimit::Bucket& RateLimit::Refill(std::string_view client) {
  const auto now = std::chrono::steady_clock::now();
  if (buckets_.size() >= kMostClients) {
    std::erase_if(buckets_, [&](const auto& each) {
      return std::chrono::duration<double>(now - each.second.at).count() * rate_ > burst_;
    });
    if (buckets_.size() >= kMostClients) buckets_.clear();
  }
  const auto [found, is_new] = buckets_.try_emplace(std::string(client), Bucket{burst_, now});
  Bucket& bucket = found->second;
  const double passed = std::chrono::duration<double>(now - bucket.at).count();
  bucket.left = std::min(burst_, bucket.left + passed * rate_);
  bucket.at = now;
  return bucket;
}

double RateLimit::Take(std::string_view client) {
  if (rate_ <= 0) return 0;
  const std::lock_guard hold(lock_);
  Bucket& bucket = Refill(client);
  if (bucket.left < 1) return (1 - bucket.left) / rate_;
  bucket.left -= 1;
  return 0;
}

double RateLimit::Wait(std::string_view client) {
  if (rate_ <= 0) return 0;
  const std::lock_guard hold(lock_);
  const Bucket& bucket = Refill(client);
  return bucket.left < 1 ? (1 - bucket.left) / rate_ : 0;
}

}  // namespace galley::server
