// WorkerPool: the machines of a workspace, each used by one render at a time.
//
// There is no lock.  Workers lie in places, each a cache line of its own, and who sets the flag
// of a place has its worker.  A thread begins to look at a place that the address of its stack
// chooses, so that threads that render again and again each find their own worker.  Taking one
// costs one atomic exchange and giving it back a store: for a short text that is much.
#ifndef GALLEY_HANDLES_WORKER_POOL_H_
#define GALLEY_HANDLES_WORKER_POOL_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "compile/text_set.h"
#include "engine/vm/machine.h"
#include "engine/vm/output.h"

namespace galley::handles {

// What a render or a compilation needs, warm from the last one.
struct Worker {
  Machine machine;
  Output out;
  RenderRequest request;  // of the template below
  uint64_t prepared = 0;  // the template whose request that is; 0: none
  std::unique_ptr<TextSet> jinja;
  std::unique_ptr<TextSet> handlebars;
};

class WorkerPool {
 public:
  WorkerPool() = default;
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // A worker for as long as this lives.
  class Lease {
   public:
    explicit Lease(WorkerPool* pool)
        : pool_(pool), place_(PlaceOfThread()), worker_(pool->Take(&place_)) {}
    ~Lease() { pool_->Give(place_, worker_); }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;

    Worker* operator->() const noexcept { return worker_; }
    Worker& operator*() const noexcept { return *worker_; }

   private:
    WorkerPool* pool_;
    size_t place_;
    Worker* worker_;
  };

 private:
  static constexpr size_t kPlaces = 64;
  static constexpr size_t kTries = 16;         // places that a thread looks at
  static constexpr size_t kNoPlace = kPlaces;  // of a worker that all these were taken for

  struct alignas(64) Place {
    std::atomic<bool> is_taken = false;
    Worker* worker = nullptr;  // for who has taken the place; made when it is first taken
  };

  static size_t PlaceOfThread() noexcept {
    // Stacks of threads lie at least so far apart, and one seldom grows so large.
    constexpr int kStackBits = 17;
    const auto stack = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
    return static_cast<size_t>(((stack >> kStackBits) * 0x9E3779B97F4A7C15u) >> 58);
  }

  Worker* Take(size_t* place) {
    Place& own = places_[*place];
    if (own.is_taken.exchange(true, std::memory_order_acquire)) [[unlikely]]
      return TakeElsewhere(place);
    return own.worker ? own.worker : MakeIn(place);
  }
  void Give(size_t place, Worker* worker) noexcept {
    if (place == kNoPlace) [[unlikely]] {
      delete worker;
    } else {
      places_[place].is_taken.store(false, std::memory_order_release);
    }
  }
  Worker* TakeElsewhere(size_t* place);
  // Where there is no memory, lets go of the place first.
  Worker* MakeIn(size_t* place);

  std::array<Place, kPlaces> places_;
};

}  // namespace galley::handles

#endif  // GALLEY_HANDLES_WORKER_POOL_H_
