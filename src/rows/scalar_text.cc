// Calendar and decimal arithmetic on the numbers that Arrow stores; no clock, no locale,
// no database of zones.
#include "rows/scalar_text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace galley::rows {
namespace {

struct Civil {
  int64_t year;
  unsigned month;
  unsigned day;
};

// The Gregorian date of a number of days since 1970, in eras of 400 years that begin in
// March, so that the leap day is the last.
Civil CivilOf(int64_t days) noexcept {
  const int64_t shifted = days + 719'468;
  const int64_t era = FloorDivide(shifted, 146'097);
  const auto of_era = static_cast<unsigned>(shifted - era * 146'097);
  const unsigned year_of_era = (of_era - of_era / 1'460 + of_era / 36'524 - of_era / 146'096) / 365;
  const unsigned of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const unsigned month = (5 * of_year + 2) / 153;
  const unsigned day = of_year - (153 * month + 2) / 5 + 1;
  const unsigned civil_month = month < 10 ? month + 3 : month - 9;
  return {era * 400 + year_of_era + (civil_month <= 2 ? 1 : 0), civil_month, day};
}

void AppendNumber(int64_t value, int digits, std::string* out) {
  char text[32];
  const int size =
      std::snprintf(text, sizeof text, "%0*lld", digits, static_cast<long long>(value));
  out->append(text, static_cast<size_t>(size));
}

// `+HH:MM` or `-HH:MM` in seconds; false for a zone with a name.
bool ReadFixedZone(std::string_view zone, int64_t* seconds) noexcept {
  if (zone.size() != 6 || (zone[0] != '+' && zone[0] != '-') || zone[3] != ':') return false;
  for (const size_t at : {1u, 2u, 4u, 5u}) {
    if (zone[at] < '0' || zone[at] > '9') return false;
  }
  const int64_t minutes =
      ((zone[1] - '0') * 10 + (zone[2] - '0')) * 60 + (zone[4] - '0') * 10 + (zone[5] - '0');
  *seconds = (zone[0] == '-' ? -60 : 60) * minutes;
  return true;
}

}  // namespace

int64_t FloorDivide(int64_t a, int64_t b) noexcept {
  const int64_t quotient = a / b;
  return quotient - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

void AppendDate(int64_t days, std::string* out) {
  const Civil date = CivilOf(days);
  if (date.year > 9'999) out->push_back('+');
  if (date.year < 0) out->push_back('-');
  AppendNumber(date.year < 0 ? -date.year : date.year, 4, out);
  out->push_back('-');
  AppendNumber(date.month, 2, out);
  out->push_back('-');
  AppendNumber(date.day, 2, out);
}

void AppendTimestamp(int64_t value, int64_t per_second, std::string_view zone, std::string* out) {
  int64_t seconds = FloorDivide(value, per_second);
  int64_t fraction = value % per_second;
  if (fraction < 0) fraction += per_second;
  int64_t ahead = 0;
  const bool is_fixed = ReadFixedZone(zone, &ahead);
  // Values at the ends of the range are of seconds or finer, so a day more fits.
  if (seconds > INT64_MAX - 86'400 || seconds < INT64_MIN + 86'400) ahead = 0;
  seconds += ahead;
  const int64_t days = FloorDivide(seconds, 86'400);
  int64_t of_day = seconds % 86'400;
  if (of_day < 0) of_day += 86'400;
  AppendDate(days, out);
  out->push_back('T');
  AppendNumber(of_day / 3'600, 2, out);
  out->push_back(':');
  AppendNumber(of_day / 60 % 60, 2, out);
  out->push_back(':');
  AppendNumber(of_day % 60, 2, out);
  if (fraction != 0) {
    out->push_back('.');
    // Milliseconds and microseconds as six digits, as Python prints them; nanoseconds
    // only where they say more.
    if (per_second == 1'000) {
      AppendNumber(fraction * 1'000, 6, out);
    } else if (per_second == 1'000'000) {
      AppendNumber(fraction, 6, out);
    } else if (fraction % 1'000 == 0) {
      AppendNumber(fraction / 1'000, 6, out);
    } else {
      AppendNumber(fraction, 9, out);
    }
  }
  if (!zone.empty()) out->append(is_fixed ? zone : "+00:00");
}

void AppendDecimal(const uint8_t* bytes, uint8_t width, int32_t scale, std::string* out) {
  uint32_t limbs[8] = {};
  const size_t count = width / 4;
  std::memcpy(limbs, bytes, width);
  const bool is_negative = (limbs[count - 1] >> 31) != 0;
  if (is_negative) {
    uint64_t carry = 1;
    for (size_t i = 0; i < count; ++i) {
      carry += static_cast<uint32_t>(~limbs[i]);
      limbs[i] = static_cast<uint32_t>(carry);
      carry >>= 32;
    }
  }
  std::string digits;  // the last one first
  for (bool any = true; any;) {
    any = false;
    uint64_t rest = 0;
    for (size_t i = count; i-- > 0;) {
      rest = (rest << 32) | limbs[i];
      limbs[i] = static_cast<uint32_t>(rest / 10);
      rest %= 10;
      any = any || limbs[i] != 0;
    }
    digits.push_back(static_cast<char>('0' + rest));
  }
  if (scale < 0 && digits != "0") digits.insert(0, static_cast<size_t>(-scale), '0');
  const size_t behind = scale > 0 ? static_cast<size_t>(scale) : 0;
  if (digits.size() <= behind) digits.append(behind + 1 - digits.size(), '0');
  if (is_negative) out->push_back('-');
  for (size_t i = digits.size(); i-- > 0;) {
    out->push_back(digits[i]);
    if (i == behind && behind > 0) out->push_back('.');
  }
}

double HalfToDouble(uint16_t half) noexcept {
  const int exponent = (half >> 10) & 31;
  const int fraction = half & 1023;
  const double sign = half & 0x8000 ? -1 : 1;
  if (exponent == 31) return fraction ? std::nan("") : sign * HUGE_VAL;
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  return sign * std::ldexp(1024 + fraction, exponent - 25);
}

}  // namespace galley::rows
