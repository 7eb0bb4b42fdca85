// Handle: what every object has that a C program holds.
//
// Its first word tells what it is while it lives, so that a handle of another kind, or one
// that was released, is found the moment it is used; the count of all that live finds those
// that were never released.
#ifndef GALLEY_C_ABI_HANDLE_H_
#define GALLEY_C_ABI_HANDLE_H_

#include <cstdint>

namespace galley::c_abi {

// The words are unlike anything that memory holds by chance.
enum class HandleKind : uint64_t {
  kReleased = 0x6ba1'1e7d'dead'0000,
  kWorkspace = 0x6ba1'1e7d'11fe'0001,
  kTemplate = 0x6ba1'1e7d'11fe'0002,
  kContext = 0x6ba1'1e7d'11fe'0003,
  kResult = 0x6ba1'1e7d'11fe'0004,
};

class Handle {
 public:
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  // Ends the program with a message that names `function` unless this is a live handle of
  // that kind.
  void Check(HandleKind kind, const char* function) const noexcept {
    if (kind_ != kind) Refuse(kind, function);
  }

  // How many there are.
  static int64_t CountLive() noexcept;

 protected:
  explicit Handle(HandleKind kind) noexcept;
  ~Handle();

 private:
  [[noreturn]] static void Refuse(HandleKind kind, const char* function) noexcept;

  // Volatile: it is read after it was written last, where a program releases twice.
  volatile HandleKind kind_;
};

// `handle`, which lives.
template <class T>
T& Live(T* handle, const char* function) noexcept {
  handle->Check(T::kKind, function);
  return *handle;
}

// Null is ignored.
template <class T>
void Release(T* handle, const char* function) noexcept {
  if (!handle) return;
  handle->Check(T::kKind, function);
  delete handle;
}

}  // namespace galley::c_abi

#endif  // GALLEY_C_ABI_HANDLE_H_
