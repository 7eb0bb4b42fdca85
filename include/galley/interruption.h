// Interruptible: lets another thread end what this one does in the library.
//
//   std::atomic<bool> is_gone = false;  // set by whoever watches the client
//   const galley::Interruptible scope(&is_gone);
//   auto reply = workspace.Call("template.render", std::move(params));
#ifndef GALLEY_INTERRUPTION_H_
#define GALLEY_INTERRUPTION_H_

#include <atomic>

#include "galley/export.h"

namespace galley {

// While it lives, renders of this thread look at `flag` now and then, and fail with
// limit-steps once it is set; nothing half done is kept.  The flag outlives it.  Scopes nest:
// the innermost counts.
class GALLEY_EXPORT Interruptible {
 public:
  explicit Interruptible(const std::atomic<bool>* flag) noexcept;
  ~Interruptible();
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;

 private:
  const std::atomic<bool>* outer_;
};

}  // namespace galley

#endif  // GALLEY_INTERRUPTION_H_
