// Ref: one use of something that counts its uses.
#ifndef GALLEY_HANDLES_REF_H_
#define GALLEY_HANDLES_REF_H_

#include <atomic>
#include <cstdint>
#include <utility>

namespace galley::handles {

// Counts those who use it, the one who made it being the first, and goes with the last.
class Shared {
 public:
  void Retain() noexcept { users_.fetch_add(1, std::memory_order_relaxed); }
  void Release() noexcept {
    if (users_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }

 protected:
  virtual ~Shared() = default;

 private:
  std::atomic<uint32_t> users_ = 1;
};

template <class T>
class Ref {
 public:
  Ref() noexcept = default;
  // Takes over the use of whoever calls.
  explicit Ref(T* object) noexcept : object_(object) {}
  Ref(const Ref& other) noexcept : object_(other.object_) {
    if (object_) object_->Retain();
  }
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref& operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() {
    if (object_) object_->Release();
  }

  explicit operator bool() const noexcept { return object_ != nullptr; }
  T* operator->() const noexcept { return object_; }
  T* get() const noexcept { return object_; }
  // Hands the use over to the caller.
  T* Take() noexcept { return std::exchange(object_, nullptr); }

 private:
  T* object_ = nullptr;
};

}  // namespace galley::handles

#endif  // GALLEY_HANDLES_REF_H_
