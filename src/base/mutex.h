// Mutex: std::mutex, or nothing to wait for where a program has one thread only, as in
// WebAssembly, whose standard library has no mutexes.
#ifndef GALLEY_BASE_MUTEX_H_
#define GALLEY_BASE_MUTEX_H_

#include <mutex>

namespace galley {

#ifdef __wasm__
class Mutex {
 public:
  void lock() noexcept {}
  void unlock() noexcept {}
};
using RecursiveMutex = Mutex;
#else
using Mutex = std::mutex;
using RecursiveMutex = std::recursive_mutex;
#endif

}  // namespace galley

#endif  // GALLEY_BASE_MUTEX_H_
