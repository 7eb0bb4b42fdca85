// For tests: running code on a stack so small that recursion over input shows.
#ifndef GALLEY_BASE_STACK_TESTING_H_
#define GALLEY_BASE_STACK_TESTING_H_

#include <pthread.h>

#include <cstddef>
#include <cstdlib>

namespace galley {

// 64 KiB; with a sanitizer, whose frames are larger, 512 KiB.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr size_t kSmallStackBytes = 512 << 10;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr size_t kSmallStackBytes = 512 << 10;
#else
inline constexpr size_t kSmallStackBytes = 64 << 10;
#endif
#else
inline constexpr size_t kSmallStackBytes = 64 << 10;
#endif

// Runs `work` to its end on a thread of its own, whose stack is too small for a
// function that calls itself once a level of its input.
template <class Work>
void RunOnSmallStack(Work work) {
  pthread_attr_t attributes;
  pthread_t thread;
  const auto enter = [](void* argument) -> void* {
    (*static_cast<Work*>(argument))();
    return nullptr;
  };
  if (pthread_attr_init(&attributes) != 0 ||
      pthread_attr_setstacksize(&attributes, kSmallStackBytes) != 0 ||
      pthread_create(&thread, &attributes, enter, &work) != 0) {
    std::abort();
  }
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

}  // namespace galley

#endif  // GALLEY_BASE_STACK_TESTING_H_
