// ProgressScope: tells how far an operation of this thread is while it runs.
//
//   struct Bar : galley::ProgressListener {
//     void OnProgress(const galley::ProgressStep& step) override { Draw(step.done, step.total); }
//   } bar;
//   const galley::ProgressScope scope(&bar);
//   auto reply = workspace.Call("tests.run");
#ifndef GALLEY_PROGRESS_H_
#define GALLEY_PROGRESS_H_

#include <cstdint>
#include <string_view>

#include "galley/export.h"

namespace galley {

// One more thing is done: a test, a template, a version.
struct ProgressStep {
  uint64_t done = 0;
  uint64_t total = 0;          // 0 where it is not known
  std::string_view item = {};  // what it was: a name; lives until the listener returns
};

// Called by the thread that the operation runs on, which waits for it.
class GALLEY_EXPORT ProgressListener {
 public:
  virtual ~ProgressListener();
  virtual void OnProgress(const ProgressStep& step) = 0;
};

// While it lives, operations of this thread that do many things, such as `tests.run`,
// `catalog.check`, `chat.simulate` and those on a whole store, tell `listener` of each.  The
// listener outlives it.  Scopes nest: the innermost counts.
class GALLEY_EXPORT ProgressScope {
 public:
  explicit ProgressScope(ProgressListener* listener) noexcept;
  ~ProgressScope();
  ProgressScope(const ProgressScope&) = delete;
  ProgressScope& operator=(const ProgressScope&) = delete;

 private:
  ProgressListener* outer_;
};

}  // namespace galley

#endif  // GALLEY_PROGRESS_H_
