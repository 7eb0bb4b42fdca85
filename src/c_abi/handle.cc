// A handle that is used wrongly ends the program with the name of the function: there is no
// status to return where the pointer cannot be trusted.
#include "c_abi/handle.h"

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "galley/galley_c.h"

namespace galley::c_abi {
namespace {

// The count, in parts that lie apart: threads that make and release results all the time
// should not wait for each other.  Nothing but galley_live_handles reads it.
struct alignas(64) Part {
  std::atomic<int64_t> live = 0;
};
constinit std::array<Part, 64> parts;

// A handle counts in the same part when it is made and when it goes.
Part& PartOf(const void* handle) noexcept {
  const auto address = reinterpret_cast<uintptr_t>(handle);
  return parts[((address >> 4) * 0x9E3779B97F4A7C15u) >> 58];
}

const char* NameOf(HandleKind kind) noexcept {
  switch (kind) {
    case HandleKind::kWorkspace:
      return "workspace";
    case HandleKind::kTemplate:
      return "template";
    case HandleKind::kContext:
      return "context";
    case HandleKind::kResult:
      return "result";
    case HandleKind::kReleased:
      break;
  }
  return "handle";
}

}  // namespace

Handle::Handle(HandleKind kind) noexcept : kind_(kind) {
  PartOf(this).live.fetch_add(1, std::memory_order_relaxed);
}

Handle::~Handle() {
  kind_ = HandleKind::kReleased;
  PartOf(this).live.fetch_sub(1, std::memory_order_relaxed);
}

int64_t Handle::CountLive() noexcept {
  int64_t sum = 0;
  for (const Part& part : parts) sum += part.live.load(std::memory_order_relaxed);
  return sum;
}

void Handle::Refuse(HandleKind kind, const char* function) noexcept {
  std::fprintf(stderr, "galley: %s: this is no live %s: it was released, or is of another kind\n",
               function, NameOf(kind));
  std::abort();
}

}  // namespace galley::c_abi

int64_t galley_live_handles(void) { return galley::c_abi::Handle::CountLive(); }
