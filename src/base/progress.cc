// One variable of the thread; who sets it puts the old one back.
#include "base/progress.h"

#include <utility>

namespace galley {
namespace {

// Of the thread, so that nobody between the door and the loop has to hand it on.
thread_local ProgressListener* current = nullptr;

}  // namespace

ProgressListener::~ProgressListener() = default;

ProgressScope::ProgressScope(ProgressListener* listener) noexcept
    : outer_(std::exchange(current, listener)) {}
ProgressScope::~ProgressScope() { current = outer_; }

ProgressCount::ProgressCount(uint64_t total) noexcept
    : listener_(current), silence_(nullptr), total_(total) {}

void ProgressCount::Tell(std::string_view item) {
  ++done_;
  if (listener_) listener_->OnProgress({done_, total_, item});
}

}  // namespace galley
