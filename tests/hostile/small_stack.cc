#include "tests/hostile/small_stack.h"

#include <pthread.h>

#include <cstdlib>

namespace galley::testing {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr size_t kStack = 512 << 10;
#else
constexpr size_t kStack = 64 << 10;
#endif

void* Enter(void* work) {
  (*static_cast<const std::function<void()>*>(work))();
  return nullptr;
}

}  // namespace

void RunOnSmallStack(const std::function<void()>& work) {
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  if (pthread_attr_setstacksize(&attributes, kStack) != 0) std::abort();
  void* argument = const_cast<void*>(static_cast<const void*>(&work));
  if (pthread_create(&thread, &attributes, Enter, argument) != 0) std::abort();
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

}  // namespace galley::testing
