// Moments as numbers and as text, in UTC, and the two clocks.
#ifndef GALLEY_BASE_UTC_TIME_H_
#define GALLEY_BASE_UTC_TIME_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace galley {

// Microseconds since 1970 as `2026-11-15T09:30:00Z`, with a fraction of six digits
// where there is one.  Years outside 0000 to 9999 are clamped.
std::string FormatUtc(int64_t microseconds);

// The inverse; nothing where the text is not of that form.
std::optional<int64_t> ParseUtc(std::string_view text) noexcept;

// What the clock of the system says, for who keeps records.  Rendering never asks.
int64_t CurrentUtc() noexcept;
// Nanoseconds of a clock that never goes back, for who tells how long something took.
int64_t MonotonicNanoseconds() noexcept;

}  // namespace galley

#endif  // GALLEY_BASE_UTC_TIME_H_
