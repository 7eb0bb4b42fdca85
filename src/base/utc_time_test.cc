#include "base/utc_time.h"

#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

namespace galley {
namespace {

TEST(UtcTimeTest, FormatsAndReadsBack) {
  const std::pair<int64_t, const char*> cases[] = {
      {0, "1970-01-01T00:00:00Z"},
      {1, "1970-01-01T00:00:00.000001Z"},
      {-1, "1969-12-31T23:59:59.999999Z"},
      {951'782'400'000'000, "2000-02-29T00:00:00Z"},
      {1'794'735'000'500'000, "2026-11-15T09:30:00.500000Z"},
      {-62'167'219'200'000'000, "0000-01-01T00:00:00Z"},
      {253'402'300'799'999'999, "9999-12-31T23:59:59.999999Z"},
  };
  for (const auto& [number, text] : cases) {
    EXPECT_EQ(FormatUtc(number), text);
    EXPECT_EQ(ParseUtc(text), number) << text;
  }
}

TEST(UtcTimeTest, ClampsWhatNoCalendarHas) {
  EXPECT_EQ(FormatUtc(std::numeric_limits<int64_t>::max()), "9999-12-31T23:59:59.999999Z");
  EXPECT_EQ(FormatUtc(std::numeric_limits<int64_t>::min()), "0000-01-01T00:00:00Z");
}

TEST(UtcTimeTest, RefusesOtherTexts) {
  for (const char* text :
       {"", "2026-11-15", "2026-11-15T09:30:00", "2026-11-15 09:30:00Z", "2026-02-29T00:00:00Z",
        "2026-13-01T00:00:00Z", "2026-11-15T24:00:00Z", "2026-11-15T09:60:00Z",
        "2026-11-15T09:30:60Z", "2026-11-15T09:30:00.5Z", "2026-11-15T09:30:00ZZ",
        "20x6-11-15T09:30:00Z", "-026-11-15T09:30:00Z", "2026-11-15T09:30:00.1234567Z"}) {
    EXPECT_FALSE(ParseUtc(text)) << text;
  }
}

}  // namespace
}  // namespace galley
