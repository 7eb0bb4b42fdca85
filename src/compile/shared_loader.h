// SharedLoader: a loader that an artifact may use from several threads.
//
// Loaders compile what they are asked for when it is first asked for; here one thread at
// a time does.  What they gave stays where it is, so it is read without a lock.
#ifndef GALLEY_COMPILE_SHARED_LOADER_H_
#define GALLEY_COMPILE_SHARED_LOADER_H_

#include <memory>
#include <string_view>
#include <utility>

#include "base/mutex.h"
#include "engine/code/loader.h"

namespace galley {

class SharedLoader final : public Loader {
 public:
  explicit SharedLoader(std::shared_ptr<Loader> loader) noexcept : loader_(std::move(loader)) {}

  Result<const Unit*> Load(std::string_view name) override {
    const std::lock_guard lock(mutex_);
    return loader_->Load(name);
  }
  bool IsMissing(std::string_view name) override {
    const std::lock_guard lock(mutex_);
    return loader_->IsMissing(name);
  }

 private:
  Mutex mutex_;
  std::shared_ptr<Loader> loader_;
};

}  // namespace galley

#endif  // GALLEY_COMPILE_SHARED_LOADER_H_
