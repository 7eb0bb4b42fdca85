// One variable of the thread; who sets it puts the old one back.
#include "base/interruption.h"

#include <utility>

#include "galley/interruption.h"

namespace galley {
namespace {

// Of the thread, so that nobody between the door and the machine has to hand it on.
thread_local const std::atomic<bool>* current = nullptr;

}  // namespace

Interruptible::Interruptible(const std::atomic<bool>* flag) noexcept
    : outer_(std::exchange(current, flag)) {}
Interruptible::~Interruptible() { current = outer_; }

bool IsInterrupted() noexcept { return current && current->load(std::memory_order_relaxed); }

}  // namespace galley
