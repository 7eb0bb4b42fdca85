// The slow paths: a place that is entered for the first time, and places beside the own one, which
// are tried in turn.  Where all are taken, a worker is made for one render.
#include "handles/worker_pool.h"

#include <new>

namespace galley::handles {

WorkerPool::~WorkerPool() {
  for (Place& place : places_) delete place.worker;
}

Worker* WorkerPool::TakeElsewhere(size_t* place) {
  const size_t own = *place;
  for (size_t step = 1; step < kTries; ++step) {
    *place = (own + step) % kPlaces;
    Place& next = places_[*place];
    if (next.is_taken.load(std::memory_order_relaxed)) continue;
    if (next.is_taken.exchange(true, std::memory_order_acquire)) continue;
    return next.worker ? next.worker : MakeIn(place);
  }
  *place = kNoPlace;
  return new Worker;
}

// A place whose worker could not be made, whatever the reason, is free again.
Worker* WorkerPool::MakeIn(size_t* place) {
  struct Attempt {
    ~Attempt() {
      if (!own.worker) own.is_taken.store(false, std::memory_order_release);
    }
    Place& own;
  } attempt{places_[*place]};
  attempt.own.worker = new (std::nothrow) Worker;
  if (attempt.own.worker) return attempt.own.worker;
  *place = kNoPlace;
  return new Worker;  // fails as memory does
}

}  // namespace galley::handles
