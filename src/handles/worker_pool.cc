// The slow paths: places beside the own one are tried in turn, and a worker is made where all
// are empty.
#include "handles/worker_pool.h"

namespace galley::handles {

WorkerPool::~WorkerPool() {
  for (Place& place : places_) delete place.worker.load(std::memory_order_acquire);
}

Worker* WorkerPool::TakeElsewhere(size_t* place) {
  for (size_t step = 1; step < kTries; ++step) {
    Place& next = places_[(*place + step) % kPlaces];
    if (!next.worker.load(std::memory_order_relaxed)) continue;
    Worker* found = next.worker.exchange(nullptr, std::memory_order_acquire);
    if (found) return found;
  }
  return new Worker;
}

// Where the place is taken again, two threads began to look at the same one; the next
// time the second finds its worker beside it.
void WorkerPool::GiveElsewhere(size_t place, Worker* worker) noexcept {
  for (size_t step = 1; step < kTries; ++step) {
    Worker* none = nullptr;
    Place& next = places_[(place + step) % kPlaces];
    if (next.worker.compare_exchange_strong(none, worker, std::memory_order_release)) return;
  }
  delete worker;
}

}  // namespace galley::handles
