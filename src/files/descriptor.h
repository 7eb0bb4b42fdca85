// Descriptor: a file descriptor that closes itself, and reading through one.
#ifndef GALLEY_FILES_DESCRIPTOR_H_
#define GALLEY_FILES_DESCRIPTOR_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "galley/result.h"

namespace galley {

class Descriptor {
 public:
  // Takes over `number`; -1 is none.
  explicit Descriptor(int number = -1) noexcept : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.Release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor();

  int get() const noexcept { return number_; }
  bool is_open() const noexcept { return number_ >= 0; }
  int Release() noexcept { return std::exchange(number_, -1); }

 private:
  int number_;
};

// Reads up to the end, and gives up beyond `max_bytes` whatever the size was said
// to be.  `path` is for messages, `expected` the size to make room for at first.
Result<std::string> ReadToEnd(int descriptor, std::string_view path, uint64_t expected,
                              uint64_t max_bytes);

}  // namespace galley

#endif  // GALLEY_FILES_DESCRIPTOR_H_
