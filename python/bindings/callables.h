// Python's callables as functions of a workspace, and what they raise.
#ifndef GALLEY_PYTHON_CALLABLES_H_
#define GALLEY_PYTHON_CALLABLES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "galley/context.h"
#include "galley/diagnostic.h"
#include "galley/function_call.h"
#include "ref.h"

namespace galley::python {

// kWithCall: it gets what names mean where it is called, in front of its arguments.
enum class CallableKind : uint8_t { kFunction, kBlockHelper, kWithCall };

// A function that calls `callable`; `rules` make values of what it gives.  Both outlive it.
HostFunction NewHostFunction(PyObject* callable, PyObject* rules, CallableKind kind);
// The same, and it owns a reference to the callable.
HostFunction NewOwnedFunction(PyObject* callable, PyObject* rules);

// Whether a callable is of the kind kWithCall.
bool TakesNames(PyObject* callable) noexcept;

// One render on this thread, as long as it lives: it keeps what a callable raised, since an
// exception cannot pass through the engine.  Made and ended with the interpreter's lock.
class RenderScope {
 public:
  RenderScope() noexcept;
  ~RenderScope();
  RenderScope(const RenderScope&) = delete;
  RenderScope& operator=(const RenderScope&) = delete;

  // Takes the exception that is set, unless there is one already, for the innermost render
  // of this thread.
  static void Keep(std::string_view what) noexcept;

  // Keeps what values of this render point into.
  static void Keep(Context context);

  bool has_raised() const noexcept { return static_cast<bool>(raised_); }
  // Sets what the render failed with; `error` is null where the engine went on without.
  void SetError(const Error* error) noexcept;

 private:
  Ref raised_;
  std::string what_;  // that raised it
  std::vector<Context> contexts_;
  RenderScope* outer_;
};

}  // namespace galley::python

#endif  // GALLEY_PYTHON_CALLABLES_H_
