// Throws in a thread and draws random numbers: what the runtime of the compiler takes from
// glibc, linked as the archive is.
#include <cstdio>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>

namespace {

[[gnu::noinline]] void Throw(int count) {
  if (count > 0) throw std::runtime_error("caught " + std::to_string(count));
}

}  // namespace

int main(int count, char**) {
  std::thread thread([count] {
    try {
      Throw(count);
    } catch (const std::exception& error) {
      std::puts(error.what());
    }
  });
  thread.join();
  std::random_device random;
  return random() == random() && random() == random() ? 1 : 0;
}
