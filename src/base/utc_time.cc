// Days are counted in the proleptic Gregorian calendar; no zone and no locale is read.
#include "base/utc_time.h"

#include <algorithm>
#include <chrono>

namespace galley {
namespace {

using std::chrono::day;
using std::chrono::days;
using std::chrono::month;
using std::chrono::sys_days;
using std::chrono::year;
using std::chrono::year_month_day;

constexpr int64_t kSecond = 1'000'000;
constexpr int64_t kDay = kSecond * 3600 * 24;
constexpr int64_t kFirst = sys_days(year(0) / 1 / 1).time_since_epoch().count() * kDay;
constexpr int64_t kLast =
    (sys_days(year(9999) / 12 / 31).time_since_epoch().count() + 1) * kDay - 1;

void AppendNumber(int64_t number, size_t digits, std::string* text) {
  const std::string plain = std::to_string(number);
  text->append(digits - plain.size(), '0').append(plain);
}

// Takes `digits` digits and the byte `end` off the text; -1 where they are not there.
int64_t TakeNumber(std::string_view* text, size_t digits, char end) noexcept {
  if (text->size() <= digits || (*text)[digits] != end) return -1;
  int64_t number = 0;
  for (const char byte : text->substr(0, digits)) {
    if (byte < '0' || byte > '9') return -1;
    number = number * 10 + (byte - '0');
  }
  text->remove_prefix(digits + 1);
  return number;
}

}  // namespace

std::string FormatUtc(int64_t microseconds) {
  const int64_t moment = std::clamp(microseconds, kFirst, kLast);
  int64_t count = moment / kDay;
  if (moment % kDay < 0) --count;
  const int64_t rest = moment - count * kDay;
  const year_month_day date{sys_days(days(count))};
  std::string text;
  AppendNumber(int{date.year()}, 4, &text);
  AppendNumber(unsigned{date.month()}, 2, &text.append("-"));
  AppendNumber(unsigned{date.day()}, 2, &text.append("-"));
  AppendNumber(rest / (3600 * kSecond), 2, &text.append("T"));
  AppendNumber(rest / (60 * kSecond) % 60, 2, &text.append(":"));
  AppendNumber(rest / kSecond % 60, 2, &text.append(":"));
  if (rest % kSecond > 0) AppendNumber(rest % kSecond, 6, &text.append("."));
  return text + 'Z';
}

std::optional<int64_t> ParseUtc(std::string_view text) noexcept {
  const int64_t years = TakeNumber(&text, 4, '-');
  const int64_t months = TakeNumber(&text, 2, '-');
  const int64_t in_month = TakeNumber(&text, 2, 'T');
  const int64_t hours = TakeNumber(&text, 2, ':');
  const int64_t minutes = TakeNumber(&text, 2, ':');
  const bool has_fraction = text.size() > 3;
  const int64_t seconds = TakeNumber(&text, 2, has_fraction ? '.' : 'Z');
  const int64_t fraction = has_fraction ? TakeNumber(&text, 6, 'Z') : 0;
  const bool is_whole = std::min({years, months, in_month, hours, minutes, seconds, fraction}) >= 0;
  if (!is_whole || !text.empty() || hours > 23 || minutes > 59 || seconds > 59) return {};
  const year_month_day date = year(static_cast<int>(years)) / month(static_cast<unsigned>(months)) /
                              day(static_cast<unsigned>(in_month));
  if (!date.ok()) return {};
  const int64_t count = sys_days(date).time_since_epoch().count();
  return count * kDay + ((hours * 60 + minutes) * 60 + seconds) * kSecond + fraction;
}

int64_t CurrentUtc() noexcept {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::microseconds>(now).count();
}

int64_t MonotonicNanoseconds() noexcept {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace galley
