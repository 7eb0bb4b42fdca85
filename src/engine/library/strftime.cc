// Directives are read one by one; what is none is printed as it stands.  Weeks and days follow
// from the civil date alone.
#include "engine/library/strftime.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <cstring>

#include "base/letter_case.h"
#include "base/utf8.h"

namespace galley {
namespace {

constexpr std::string_view kDays[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                      "Thursday", "Friday", "Saturday"};
constexpr std::string_view kMonths[] = {"January",   "February", "March",    "April",
                                        "May",       "June",     "July",     "August",
                                        "September", "October",  "November", "December"};

// Days from 1 January of the year 1 to that of `year`.
int64_t DaysBeforeYear(int64_t year) noexcept {
  const int64_t past = year - 1;
  return past * 365 + past / 4 - past / 100 + past / 400;
}

// What the fields of a time imply.
struct Calendar {
  int64_t day_number;  // days since 1 January of the year 1
  int year_day;        // from 0
  int week_day;        // Sunday is 0
  int iso_year;
  int iso_week;
};

int YearDay(const CivilTime& time) noexcept {
  constexpr int kDaysBefore[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
  const bool leap = DaysBeforeYear(time.year + 1) - DaysBeforeYear(time.year) == 366;
  return kDaysBefore[time.month - 1] + (leap && time.month > 2) + time.day - 1;
}

// The first Monday of an ISO year: that of the week with 4 January in it.
int64_t StartOfIsoYear(int64_t year) noexcept {
  const int64_t fourth = DaysBeforeYear(year) + 3;
  return fourth - fourth % 7;  // day 0 is a Monday
}

Calendar CalendarOf(const CivilTime& time) noexcept {
  Calendar calendar;
  calendar.year_day = YearDay(time);
  calendar.day_number = DaysBeforeYear(time.year) + calendar.year_day;
  calendar.week_day = static_cast<int>((calendar.day_number + 1) % 7);
  calendar.iso_year = time.year;
  if (calendar.day_number < StartOfIsoYear(time.year)) {
    --calendar.iso_year;
  } else if (calendar.day_number >= StartOfIsoYear(time.year + 1)) {
    ++calendar.iso_year;
  }
  calendar.iso_week =
      static_cast<int>((calendar.day_number - StartOfIsoYear(calendar.iso_year)) / 7) + 1;
  return calendar;
}

// What stands between `%` and its letter.
struct Flags {
  char pad = 0;  // `_`, `-`, `0`
  bool upper = false;
  bool swap_case = false;
  uint64_t width = 0;
  char modifier = 0;  // `E`, `O`
};

void AppendPadded(int number, size_t digits, Writer* out) noexcept {
  char text[16];
  const char* end = std::to_chars(text, text + sizeof text, number).ptr;
  const auto size = static_cast<size_t>(end - text);
  if (digits > size) out->Fill('0', digits - size);
  out->Append({text, size});
}

// `+0200`, or as a name `UTC+02:00`.
void AppendOffset(const CivilTime& time, bool name, Writer* out) noexcept {
  const int minutes = std::abs(time.offset) / 60;
  if (name) out->Append("UTC");
  if (name && time.offset == 0) return;
  out->Append(time.offset < 0 ? '-' : '+');
  AppendPadded(minutes / 60, 2, out);
  if (name) out->Append(':');
  AppendPadded(minutes % 60, 2, out);
}

class TimeWriter {
 public:
  TimeWriter(std::string_view format, const CivilTime& time, Writer* out) noexcept
      : format_(format), time_(time), calendar_(CalendarOf(time)), out_(out) {}

  void Write() noexcept {
    while (at_ < format_.size() && !out_->overflowed()) {
      const size_t percent = std::min(format_.find('%', at_), format_.size());
      out_->Append(format_.substr(at_, percent - at_));
      at_ = percent;
      if (at_ < format_.size()) WriteDirective();
    }
  }

 private:
  bool AtEnd() const noexcept { return at_ == format_.size(); }

  void WriteDirective() noexcept {
    const size_t start = at_++;
    Flags flags;
    ParseFlags(&flags);
    const char type = AtEnd() ? '\0' : format_[at_];
    if (!AtEnd()) at_ += DecodeUtf8(format_, at_).size;
    if (Allows(flags.modifier, type) && WriteType(flags, type)) return;
    // What is no directive is text, flags and all.
    const bool is_month = type == 'b' || type == 'h' || type == 'B';
    flags.upper |= flags.swap_case && is_month;
    WriteText(flags, format_.substr(start, at_ - start));
  }

  void ParseFlags(Flags* flags) noexcept {
    for (; !AtEnd(); ++at_) {
      const char byte = format_[at_];
      if (byte == '_' || byte == '-' || byte == '0') {
        flags->pad = byte;
      } else if (byte == '^') {
        flags->upper = true;
      } else if (byte == '#') {
        flags->swap_case = true;
      } else {
        break;
      }
    }
    for (; !AtEnd() && format_[at_] >= '0' && format_[at_] <= '9'; ++at_) {
      const auto digit = static_cast<uint64_t>(format_[at_] - '0');
      flags->width = std::min<uint64_t>(flags->width * 10 + digit, INT32_MAX);
    }
    if (!AtEnd() && (format_[at_] == 'E' || format_[at_] == 'O')) flags->modifier = format_[at_++];
  }

  static bool Allows(char modifier, char type) noexcept {
    constexpr std::string_view kWithE = "cCnprstuxXyYzZPRT%";
    constexpr std::string_view kWithO = "bdeghjklmnprstuwyzBCGHIMPRSTUVWZ%";
    if (modifier == 0) return true;
    return (modifier == 'E' ? kWithE : kWithO).find(type) != std::string_view::npos;
  }

  // Blanks, or zeros where the flags say so, before a text up to the width.
  void WriteText(const Flags& flags, std::string_view text) noexcept {
    const size_t size = CountCodePoints(text);
    if (flags.width > size) out_->Fill(flags.pad == '0' ? '0' : ' ', flags.width - size);
    if (flags.upper) return AppendUpper(text, out_);
    out_->Append(text);
  }

  void WriteNumber(const Flags& flags, int64_t number, size_t digits, char pad) noexcept {
    char text[24];
    const char* end = std::to_chars(text, text + sizeof text, number).ptr;
    const auto size = static_cast<size_t>(end - text);
    if (flags.pad != 0) pad = flags.pad;
    const uint64_t least = std::max<uint64_t>(pad == '-' ? 0 : digits, flags.width);
    if (least > size) out_->Fill(pad == '0' ? '0' : ' ', least - size);
    out_->Append({text, size});
  }

  void WriteName(Flags flags, std::string_view name) noexcept {
    flags.upper |= flags.swap_case;
    WriteText(flags, name);
  }

  void WriteHalf(Flags flags, bool lower) noexcept {
    const bool morning = time_.hour < 12;
    if (lower || flags.swap_case) {
      flags.upper = false;
      return WriteText(flags, morning ? "am" : "pm");
    }
    WriteText(flags, morning ? "AM" : "PM");
  }

  // A row of directives without flags.
  void WritePattern(const Flags& flags, std::string_view pattern, size_t size) noexcept {
    if (flags.width > size) out_->Fill(flags.pad == '0' ? '0' : ' ', flags.width - size);
    Flags inner;
    inner.upper = flags.upper;
    for (const char byte : pattern) {
      const bool letter = (byte | 0x20) >= 'a' && (byte | 0x20) <= 'z';
      if (!letter || !WriteSimple(inner, byte)) out_->Append(byte);
    }
  }

  bool WriteType(const Flags& flags, char type) noexcept {
    const size_t year = time_.year > 999 ? 4 : time_.year > 99 ? 3 : time_.year > 9 ? 2 : 1;
    switch (type) {
      case 'c':
        return WritePattern(flags, "a b e H:M:S Y", 20 + year), true;
      case 'D':
      case 'x':
        return WritePattern(flags, "m/d/y", 8), true;
      case 'F':
        return WritePattern(flags, "Y-m-d", 6 + year), true;
      case 'r':
        return WritePattern(flags, "I:M:S p", 11), true;
      case 'R':
        return WritePattern(flags, "H:M", 5), true;
      case 'T':
      case 'X':
        return WritePattern(flags, "H:M:S", 8), true;
      default:
        return WriteSimple(flags, type) || WriteRare(flags, type);
    }
  }

  bool WriteSimple(const Flags& flags, char type) noexcept {
    const int hour = time_.hour % 12 == 0 ? 12 : time_.hour % 12;
    switch (type) {
      case 'a':
        return WriteName(flags, kDays[calendar_.week_day].substr(0, 3)), true;
      case 'A':
        return WriteName(flags, kDays[calendar_.week_day]), true;
      case 'b':
      case 'h':
        return WriteName(flags, kMonths[time_.month - 1].substr(0, 3)), true;
      case 'B':
        return WriteName(flags, kMonths[time_.month - 1]), true;
      case 'd':
        return WriteNumber(flags, time_.day, 2, '0'), true;
      case 'e':
        return WriteNumber(flags, time_.day, 2, '_'), true;
      case 'H':
        return WriteNumber(flags, time_.hour, 2, '0'), true;
      case 'I':
        return WriteNumber(flags, hour, 2, '0'), true;
      case 'm':
        return WriteNumber(flags, time_.month, 2, '0'), true;
      case 'M':
        return WriteNumber(flags, time_.minute, 2, '0'), true;
      case 'p':
        return WriteHalf(flags, /*lower=*/false), true;
      case 'S':
        return WriteNumber(flags, time_.second, 2, '0'), true;
      case 'y':
        return WriteNumber(flags, time_.year % 100, 2, '0'), true;
      case 'Y':
        return WriteNumber(flags, time_.year, 1, '0'), true;
      default:
        return false;
    }
  }

  bool WriteRare(const Flags& flags, char type) noexcept {
    constexpr int64_t kUnixEpoch = 719162;  // 1 January 1970
    const int hour = time_.hour % 12 == 0 ? 12 : time_.hour % 12;
    const int monday_week = (calendar_.year_day + 7 - (calendar_.week_day + 6) % 7) / 7;
    const int64_t day_second = (time_.hour * 60 + time_.minute) * 60 + time_.second;
    switch (type) {
      case '%':
        return WriteText(flags, "%"), true;
      case 'C':
        return WriteNumber(flags, time_.year / 100, 1, '0'), true;
      case 'g':
        return WriteNumber(flags, calendar_.iso_year % 100, 2, '0'), true;
      case 'G':
        return WriteNumber(flags, calendar_.iso_year, 1, '0'), true;
      case 'j':
        return WriteNumber(flags, calendar_.year_day + 1, 3, '0'), true;
      case 'k':
        return WriteNumber(flags, time_.hour, 2, '_'), true;
      case 'l':
        return WriteNumber(flags, hour, 2, '_'), true;
      case 'n':
        return WriteText(flags, "\n"), true;
      case 'P':
        return WriteHalf(flags, /*lower=*/true), true;
      case 's':
        return WriteNumber(flags, (calendar_.day_number - kUnixEpoch) * 86400 + day_second, 1, '-'),
               true;
      case 't':
        return WriteText(flags, "\t"), true;
      case 'u':
        return WriteNumber(flags, (calendar_.week_day + 6) % 7 + 1, 1, '0'), true;
      case 'U':
        return WriteNumber(flags, (calendar_.year_day + 7 - calendar_.week_day) / 7, 2, '0'), true;
      case 'V':
        return WriteNumber(flags, calendar_.iso_week, 2, '0'), true;
      case 'w':
        return WriteNumber(flags, calendar_.week_day, 1, '0'), true;
      case 'W':
        return WriteNumber(flags, monday_week, 2, '0'), true;
      case 'z':
        return true;
      case 'Z':
        return WriteText(flags, ""), true;
      default:
        return false;
    }
  }

  std::string_view format_;
  const CivilTime& time_;
  Calendar calendar_;
  Writer* out_;
  size_t at_ = 0;
};

}  // namespace

void AppendOwnDirectives(std::string_view format, const CivilTime& time, Writer* out) noexcept {
  while (!out->overflowed()) {
    const size_t percent = std::min(format.find('%'), format.size());
    out->Append(format.substr(0, percent));
    format.remove_prefix(percent);
    if (format.empty()) return;
    const std::string_view pair = format.substr(0, 2);
    format.remove_prefix(pair.size());
    if (pair == "%f") {
      AppendPadded(time.microsecond, 6, out);
    } else if (pair != "%z" && pair != "%Z") {
      out->Append(pair);
    } else if (time.has_offset) {
      AppendOffset(time, pair == "%Z", out);
    }
  }
}

void AppendTime(std::string_view format, const CivilTime& time, Writer* out) noexcept {
  TimeWriter(format, time, out).Write();
}

}  // namespace galley
