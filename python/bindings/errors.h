// Galley's errors as exceptions of Python.
#ifndef GALLEY_PYTHON_ERRORS_H_
#define GALLEY_PYTHON_ERRORS_H_

#include <span>
#include <string_view>

#include "galley/diagnostic.h"
#include "galley/result.h"
#include "ref.h"

namespace galley::python {

// A list of `galley.Diagnostic`; null where an exception is set.
Ref NewDiagnostics(std::span<const Diagnostic> diagnostics) noexcept;

// Sets the exception that `error` is, `galley.Error` or one below it, with `cause`, which may
// be null, as its cause.
void SetError(const Error& error, PyObject* cause = nullptr) noexcept;

// Sets the exception and leaves the function.
[[noreturn]] void Throw(const Error& error);

// The value of a result, or its error as an exception.
template <class T>
T ValueOf(Result<T> result) {
  if (!result) Throw(result.error());
  return *std::move(result);
}
inline void ValueOf(const Result<void>& result) {
  if (!result) Throw(result.error());
}

}  // namespace galley::python

#endif  // GALLEY_PYTHON_ERRORS_H_
