// A stack for walking nested data without recursion: the first items lie inside
// the object, and only data nested deeper than that asks for memory.
#ifndef GALLEY_BASE_SMALL_STACK_H_
#define GALLEY_BASE_SMALL_STACK_H_

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <type_traits>

namespace galley {

template <class T, size_t kInline = 16>
class SmallStack {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  SmallStack() noexcept {}
  ~SmallStack() {
    if (items_ != inline_) std::free(items_);
  }
  SmallStack(const SmallStack&) = delete;
  SmallStack& operator=(const SmallStack&) = delete;

  // False, and nothing changed, when the system is out of memory.
  [[nodiscard]] bool Push(T item) noexcept {
    if (size_ == capacity_ && !Grow()) [[unlikely]]
      return false;
    items_[size_++] = item;
    return true;
  }
  // The stack is not empty.
  void Pop() noexcept { --size_; }
  T& top() noexcept { return items_[size_ - 1]; }

  // Drops everything above the first `size` items.
  void Truncate(size_t size) noexcept { size_ = size; }

  bool empty() const noexcept { return size_ == 0; }
  size_t size() const noexcept { return size_; }
  T* data() noexcept { return items_; }
  T& operator[](size_t at) noexcept { return items_[at]; }

 private:
  bool Grow() noexcept {
    T* items = static_cast<T*>(std::malloc(capacity_ * 2 * sizeof(T)));
    if (!items) return false;
    std::memcpy(static_cast<void*>(items), items_, size_ * sizeof(T));
    if (items_ != inline_) std::free(items_);
    items_ = items;
    capacity_ *= 2;
    return true;
  }

  union {
    T inline_[kInline];  // not initialised: only the first size_ are read
  };
  T* items_ = inline_;
  size_t size_ = 0;
  size_t capacity_ = kInline;
};

}  // namespace galley

#endif  // GALLEY_BASE_SMALL_STACK_H_
