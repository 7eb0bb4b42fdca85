// Ref: an owned reference to a Python object, for code that speaks to the interpreter itself
// because it is called a million times a second.
//
// Whoever makes, copies or drops one holds the interpreter's lock.
#ifndef GALLEY_PYTHON_REF_H_
#define GALLEY_PYTHON_REF_H_

#include <nanobind/nanobind.h>

#include <utility>

namespace galley::python {

class Ref {
 public:
  Ref() noexcept = default;
  // Takes over a reference that the caller owns; null: an exception is set.
  static Ref Steal(PyObject* object) noexcept { return Ref(object); }
  // Adds one to what somebody else owns.
  static Ref Share(PyObject* object) noexcept {
    Py_XINCREF(object);
    return Ref(object);
  }
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref& operator=(Ref&& other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  Ref(const Ref&) = delete;
  Ref& operator=(const Ref&) = delete;
  ~Ref() { Py_XDECREF(object_); }

  PyObject* get() const noexcept { return object_; }
  PyObject* Release() noexcept { return std::exchange(object_, nullptr); }
  explicit operator bool() const noexcept { return object_ != nullptr; }

 private:
  explicit Ref(PyObject* object) noexcept : object_(object) {}

  PyObject* object_ = nullptr;
};

// Ends a function that nanobind calls, with the exception that is set.
[[noreturn]] inline void ThrowSet() { throw nanobind::python_error(); }

// The object, or the exception that is set instead.
inline Ref OrThrow(Ref object) {
  if (!object) ThrowSet();
  return object;
}

inline Ref NewText(std::string_view text) noexcept {
  return Ref::Steal(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), nullptr));
}

// The one object of that text, so that dicts find it by its address.
inline Ref NewInterned(std::string_view text) {
  PyObject* made = PyUnicode_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size()));
  if (!made) ThrowSet();
  PyUnicode_InternInPlace(&made);
  return Ref::Steal(made);
}

}  // namespace galley::python

#endif  // GALLEY_PYTHON_REF_H_
