// One variable of the thread; who sets it puts the old one back.
#include "base/progress.h"

#include <utility>

#include "galley/progress.h"

namespace galley {
namespace {

// Of the thread, so that nobody between the door and the loop has to hand it on.
thread_local ProgressListener* current = nullptr;

}  // namespace

ProgressListener::~ProgressListener() = default;

ProgressScope::ProgressScope(ProgressListener* listener) noexcept
    : outer_(std::exchange(current, listener)) {}
ProgressScope::~ProgressScope() { current = outer_; }

void TellProgress(uint64_t done, uint64_t total, std::string_view item) {
  if (current) current->OnProgress({done, total, item});
}

}  // namespace galley
