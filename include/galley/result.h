// Result<T>: a value, or the Error that explains why there is none.
//
// The member names are std::expected's, so that the class can be replaced by
// it when the compilers we support have it.  Nothing here throws.
#ifndef GALLEY_RESULT_H_
#define GALLEY_RESULT_H_

#include <new>
#include <type_traits>
#include <utility>

#include "galley/diagnostic.h"

namespace galley {

template <class T>
class Result;

// Whatever a T can be made from, other than a T, a Result and what makes an Error.
template <class U, class T>
concept ConvertsToValue =
    std::is_convertible_v<U&&, T> && !std::is_same_v<std::remove_cvref_t<U>, T> &&
    !std::is_same_v<std::remove_cvref_t<U>, Result<T>> && !std::is_convertible_v<U&&, Error>;

// Holds either a T or an Error.  T may be void.  A moved-from Result keeps
// holding whichever it held.
template <class T>
class [[nodiscard]] Result {
 public:
  using value_type = T;
  using error_type = Error;

  Result(const T& value) : has_value_(true) { new (&value_) T(value); }
  Result(T&& value) : has_value_(true) { new (&value_) T(std::move(value)); }
  Result(Error error) : has_value_(false) { new (&error_) Error(std::move(error)); }
  Result(Diagnostic diagnostic) : Result(Error(std::move(diagnostic))) {}

  // Converts from what T converts from, but a Result, so that a function returning
  // Result<std::string_view> may return a literal.
  template <ConvertsToValue<T> U>
  Result(U&& value) : has_value_(true) {  // NOLINT(bugprone-forwarding-reference-overload)
    new (&value_) T(std::forward<U>(value));
  }

  Result(const Result& other) : has_value_(other.has_value_) {
    if (has_value_) {
      new (&value_) T(other.value_);
    } else {
      new (&error_) Error(other.error_);
    }
  }
  Result(Result&& other) noexcept : has_value_(other.has_value_) {
    if (has_value_) {
      new (&value_) T(std::move(other.value_));
    } else {
      new (&error_) Error(std::move(other.error_));
    }
  }
  Result& operator=(Result other) noexcept {
    this->~Result();
    return *new (this) Result(std::move(other));
  }
  ~Result() {
    if (has_value_) {  // NOLINT(clang-analyzer-core.uninitialized.Branch): TRY moved the temporary
      value_.~T();
    } else {
      error_.~Error();
    }
  }

  bool has_value() const noexcept { return has_value_; }
  explicit operator bool() const noexcept { return has_value_; }

  // The value; calling these without one is a programming error.
  T& value() & noexcept { return value_; }
  const T& value() const& noexcept { return value_; }
  T&& value() && noexcept { return std::move(value_); }
  T& operator*() & noexcept { return value_; }
  const T& operator*() const& noexcept { return value_; }
  T&& operator*() && noexcept { return std::move(value_); }
  T* operator->() noexcept { return &value_; }
  const T* operator->() const noexcept { return &value_; }

  // The error; calling these when there is a value is a programming error.
  Error& error() & noexcept { return error_; }
  const Error& error() const& noexcept { return error_; }
  Error&& error() && noexcept { return std::move(error_); }

  template <class U>
  T value_or(U&& fallback) const& {
    return has_value_ ? value_ : static_cast<T>(std::forward<U>(fallback));
  }

 private:
  union {
    T value_;
    Error error_;
  };
  bool has_value_;
};

// Success without a value.
template <>
class [[nodiscard]] Result<void> {
 public:
  using value_type = void;
  using error_type = Error;

  Result() noexcept = default;
  Result(Error error) : error_(std::move(error)), has_value_(false) {}
  Result(Diagnostic diagnostic) : Result(Error(std::move(diagnostic))) {}

  bool has_value() const noexcept { return has_value_; }
  explicit operator bool() const noexcept { return has_value_; }
  void value() const noexcept {}
  void operator*() const noexcept {}

  Error& error() & noexcept { return error_; }
  const Error& error() const& noexcept { return error_; }
  Error&& error() && noexcept { return std::move(error_); }

 private:
  Error error_;
  bool has_value_ = true;
};

}  // namespace galley

#endif  // GALLEY_RESULT_H_
