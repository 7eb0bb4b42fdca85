// FixedWriter: writes into memory of the caller's, and takes no more than fits there.
#ifndef GALLEY_BASE_FIXED_WRITER_H_
#define GALLEY_BASE_FIXED_WRITER_H_

#include <cstddef>
#include <span>
#include <string_view>

#include "base/writer.h"

namespace galley {

class FixedWriter final : public Writer {
 public:
  explicit FixedWriter(std::span<char> memory) noexcept : begin_(memory.data()) {
    next_ = begin_;
    end_ = begin_ + memory.size();
  }

  std::string_view view() const noexcept { return {begin_, static_cast<size_t>(next_ - begin_)}; }

 private:
  bool Grow(size_t) noexcept override { return false; }

  char* begin_;
};

}  // namespace galley

#endif  // GALLEY_BASE_FIXED_WRITER_H_
