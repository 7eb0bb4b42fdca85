// WorkerPool: the machines of a workspace, each used by one render at a time.
//
// There is no lock.  A worker that is free lies in one of many places, each a cache line
// of its own; a thread begins to look at a place that its stack tells, so that threads
// that render again and again each find their own worker where they left it.
#ifndef GALLEY_HANDLES_WORKER_POOL_H_
#define GALLEY_HANDLES_WORKER_POOL_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "base/writer.h"
#include "compile/text_set.h"
#include "engine/vm/machine.h"

namespace galley::handles {

// What a render or a compilation needs, warm from the last one.
struct Worker {
  Machine machine;
  BufferWriter out;
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
    size_t place_;  // where it was found, and goes again
    Worker* worker_;
  };

 private:
  static constexpr size_t kPlaces = 64;
  static constexpr size_t kTries = 4;  // places that a thread looks at

  struct alignas(64) Place {
    std::atomic<Worker*> worker = nullptr;
  };

  static size_t PlaceOfThread() noexcept {
    // Stacks of threads lie at least so far apart, and one seldom grows so large.
    constexpr int kStackBits = 17;
    const auto stack = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
    return static_cast<size_t>(((stack >> kStackBits) * 0x9E3779B97F4A7C15u) >> 58);
  }

  Worker* Take(size_t* place) {
    Worker* found = places_[*place].worker.exchange(nullptr, std::memory_order_acquire);
    return found ? found : TakeElsewhere(place);
  }
  void Give(size_t place, Worker* worker) noexcept {
    Worker* none = nullptr;
    const bool kept = places_[place].worker.compare_exchange_strong(
        none, worker, std::memory_order_release, std::memory_order_relaxed);
    if (!kept) GiveElsewhere(place, worker);
  }
  Worker* TakeElsewhere(size_t* place);
  void GiveElsewhere(size_t place, Worker* worker) noexcept;

  std::array<Place, kPlaces> places_;
};

}  // namespace galley::handles

#endif  // GALLEY_HANDLES_WORKER_POOL_H_
