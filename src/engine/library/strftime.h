// Dates as text.  The time is an argument: no clock, zone or locale is read.
#ifndef GALLEY_ENGINE_LIBRARY_STRFTIME_H_
#define GALLEY_ENGINE_LIBRARY_STRFTIME_H_

#include <cstdint>
#include <string_view>

#include "base/writer.h"

namespace galley {

// A date and a time of day, perhaps with the distance to UTC.
struct CivilTime {
  int year = 1;  // 1 to 9999
  int month = 1;
  int day = 1;
  int hour = 0;
  int minute = 0;
  int second = 0;
  int microsecond = 0;
  bool has_offset = false;
  int offset = 0;  // seconds east of UTC

  friend bool operator==(const CivilTime&, const CivilTime&) = default;
};

// Reads ISO 8601: `2026-11-15`, `2026-11-15T09:30`, `2026-11-15T09:30:00.5+02:00`, with
// `Z` for UTC and a blank in place of the `T`.  False where it is not a time.
[[nodiscard]] bool ParseIsoTime(std::string_view text, CivilTime* out) noexcept;

// Python's datetime.strftime on Linux in the C locale works in two steps.  The
// first replaces its own directives, `%f`, `%z` and `%Z`:
void AppendOwnDirectives(std::string_view format, const CivilTime& time, Writer* out) noexcept;
// The second does what the C library does with the rest, flags and widths such
// as `%-d` and `%_5Y` too:
void AppendTime(std::string_view format, const CivilTime& time, Writer* out) noexcept;

}  // namespace galley

#endif  // GALLEY_ENGINE_LIBRARY_STRFTIME_H_
