// Reading ISO 8601.

#include <cstddef>

#include "engine/library/strftime.h"

namespace galley {
namespace {

bool IsDigit(char byte) noexcept { return byte >= '0' && byte <= '9'; }

bool IsLeapYear(int year) noexcept { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

int DaysInMonth(int year, int month) noexcept {
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && IsLeapYear(year) ? 29 : kDays[month - 1];
}

class IsoParser {
 public:
  explicit IsoParser(std::string_view text) noexcept : text_(text) {}

  bool Parse(CivilTime* out) noexcept {
    if (!Number(4, &out->year) || !Take("-") || !Number(2, &out->month) || !Take("-") ||
        !Number(2, &out->day)) {
      return false;
    }
    if (text_.empty()) return true;
    return Take("Tt ") && ParseClock(out) && ParseOffset(out) && text_.empty();
  }

 private:
  // Takes one byte that is among `bytes`.
  bool Take(std::string_view bytes) noexcept {
    if (text_.empty() || bytes.find(text_[0]) == std::string_view::npos) return false;
    text_.remove_prefix(1);
    return true;
  }

  bool Number(size_t digits, int* out) noexcept {
    if (text_.size() < digits) return false;
    *out = 0;
    for (size_t i = 0; i < digits; ++i) {
      if (!IsDigit(text_[i])) return false;
      *out = *out * 10 + (text_[i] - '0');
    }
    text_.remove_prefix(digits);
    return true;
  }

  bool ParseClock(CivilTime* out) noexcept {
    if (!Number(2, &out->hour) || !Take(":") || !Number(2, &out->minute)) return false;
    if (!Take(":")) return true;
    return Number(2, &out->second) && ParseFraction(out);
  }

  // Digits after the sixth are dropped.
  bool ParseFraction(CivilTime* out) noexcept {
    if (!Take(".,")) return true;
    if (text_.empty() || !IsDigit(text_[0])) return false;
    for (int scale = 100'000; !text_.empty() && IsDigit(text_[0]); scale /= 10) {
      out->microsecond += scale * (text_[0] - '0');
      text_.remove_prefix(1);
    }
    return true;
  }

  bool ParseOffset(CivilTime* out) noexcept {
    if (text_.empty()) return true;
    out->has_offset = true;
    if (Take("Zz")) return true;
    const int sign = text_[0] == '-' ? -1 : 1;
    int hours;
    int minutes = 0;
    if (!Take("+-") || !Number(2, &hours)) return false;
    Take(":");
    if (!text_.empty() && !Number(2, &minutes)) return false;
    out->offset = sign * (hours * 60 + minutes) * 60;
    return hours < 24 && minutes < 60;
  }

  std::string_view text_;
};

bool IsValid(const CivilTime& time) noexcept {
  if (time.year < 1 || time.month < 1 || time.month > 12) return false;
  if (time.day < 1 || time.day > DaysInMonth(time.year, time.month)) return false;
  return time.hour < 24 && time.minute < 60 && time.second < 60;
}

}  // namespace

bool ParseIsoTime(std::string_view text, CivilTime* out) noexcept {
  CivilTime time;
  if (!IsoParser(text).Parse(&time) || !IsValid(time)) return false;
  *out = time;
  return true;
}

}  // namespace galley
