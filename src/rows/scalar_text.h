// Values that templates see as text: dates, timestamps, decimals; and half floats.
#ifndef GALLEY_ROWS_SCALAR_TEXT_H_
#define GALLEY_ROWS_SCALAR_TEXT_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace galley::rows {

int64_t FloorDivide(int64_t a, int64_t b) noexcept;

// Days since 1970 as `2026-11-15`; years below 0 and above 9999 have a sign.
void AppendDate(int64_t days, std::string* out);

// `2026-11-15T09:30:00`, with a fraction of 3, 6 or 9 digits where there is one.  A zone
// ends it: `+02:00` is kept and the time told in it; any other is told in UTC, `+00:00`.
void AppendTimestamp(int64_t value, int64_t per_second, std::string_view zone, std::string* out);

// A little-endian integer of `width` bytes with `scale` digits behind the point.
void AppendDecimal(const uint8_t* bytes, uint8_t width, int32_t scale, std::string* out);

double HalfToDouble(uint16_t half) noexcept;

}  // namespace galley::rows

#endif  // GALLEY_ROWS_SCALAR_TEXT_H_
