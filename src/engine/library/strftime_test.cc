#include "engine/library/strftime.h"

#include <string>

#include <gtest/gtest.h>

namespace galley {
namespace {

std::string Formatted(std::string_view format, std::string_view iso) {
  CivilTime time;
  if (!ParseIsoTime(iso, &time)) return "not a time";
  BufferWriter expanded;
  AppendOwnDirectives(format, time, &expanded);
  BufferWriter out;
  AppendTime(expanded.view(), time, &out);
  return out.ToString();
}

TEST(StrftimeTest, WritesDatesAndTimes) {
  constexpr std::string_view kTime = "2026-01-04T09:05:07.001234";
  EXPECT_EQ(Formatted("%Y-%m-%d %H:%M:%S.%f", kTime), "2026-01-04 09:05:07.001234");
  EXPECT_EQ(Formatted("%B %d, %Y", kTime), "January 04, 2026");
  EXPECT_EQ(Formatted("%a %A %b %h", kTime), "Sun Sunday Jan Jan");
  EXPECT_EQ(Formatted("%I:%M %p %P %l %k", kTime), "09:05 AM am  9  9");
  EXPECT_EQ(Formatted("%c|%x|%X|%r", kTime),
            "Sun Jan  4 09:05:07 2026|01/04/26|09:05:07|09:05:07 AM");
  EXPECT_EQ(Formatted("%D %F %T %R %e %y %C", kTime),
            "01/04/26 2026-01-04 09:05:07 09:05  4 26 20");
  EXPECT_EQ(Formatted("%j %U %W %V %G %g %u %w", kTime), "004 01 00 01 2026 26 7 0");
  EXPECT_EQ(Formatted("%s %n%t%%", kTime), "1767517507 \n\t%");
}

TEST(StrftimeTest, KnowsWeeksAtTheTurnOfTheYear) {
  EXPECT_EQ(Formatted("%G-W%V-%u", "2024-12-30"), "2025-W01-1");
  EXPECT_EQ(Formatted("%G-W%V-%u", "2021-01-03"), "2020-W53-7");
  EXPECT_EQ(Formatted("%j", "2024-12-31"), "366");
  EXPECT_EQ(Formatted("%j", "1900-12-31"), "365");
  EXPECT_EQ(Formatted("%a", "0001-01-01"), "Mon");
}

TEST(StrftimeTest, ObeysFlagsAndWidths) {
  constexpr std::string_view kTime = "2026-01-04T09:05:07";
  EXPECT_EQ(Formatted("%-d %_d %0e %-I %-j", kTime), "4  4 04 9 4");
  EXPECT_EQ(Formatted("%^a %#a %#p %^B", kTime), "SUN SUN am JANUARY");
  EXPECT_EQ(Formatted("%5d|%_5d|%-5d|%10a|%010a", kTime),
            "00004|    4|    4|       Sun|0000000Sun");
  EXPECT_EQ(Formatted("%12F|%^c", kTime), "  2026-01-04|SUN JAN  4 09:05:07 2026");
  EXPECT_EQ(Formatted("%Ey %Od %Ec", kTime), "26 04 Sun Jan  4 09:05:07 2026");
}

TEST(StrftimeTest, CopiesWhatIsNoDirective) {
  constexpr std::string_view kTime = "2026-01-04";
  EXPECT_EQ(Formatted("%Q %-Q %5Q %Ed %é", kTime), "%Q %-Q   %5Q %Ed %é");
  EXPECT_EQ(Formatted("a%", kTime), "a%");
  EXPECT_EQ(Formatted("%-", kTime), "%-");
  EXPECT_EQ(Formatted("%^q", kTime), "%^Q");
}

TEST(StrftimeTest, DoesNotPadYears) {
  EXPECT_EQ(Formatted("%Y|%F|%4Y|%C", "0005-01-04"), "5|5-01-04|0005|0");
}

TEST(StrftimeTest, WritesTheZoneWhereThereIsOne) {
  EXPECT_EQ(Formatted("%z|%Z", "2026-01-04T00:00"), "|");
  EXPECT_EQ(Formatted("%z|%Z", "2026-01-04T00:00Z"), "+0000|UTC");
  EXPECT_EQ(Formatted("%z|%Z", "2026-01-04T00:00+02:00"), "+0200|UTC+02:00");
  EXPECT_EQ(Formatted("%z|%Z", "2026-01-04T00:00-0930"), "-0930|UTC-09:30");
  EXPECT_EQ(Formatted("%-z|%10Z|", "2026-01-04T00:00Z"), "|          |");
}

TEST(ParseIsoTimeTest, ReadsDatesAndTimes) {
  CivilTime time;
  ASSERT_TRUE(ParseIsoTime("2026-11-15", &time));
  EXPECT_EQ(time, (CivilTime{.year = 2026, .month = 11, .day = 15}));
  ASSERT_TRUE(ParseIsoTime("2026-11-15T09:30", &time));
  EXPECT_EQ(time.minute, 30);
  ASSERT_TRUE(ParseIsoTime("2026-11-15 09:30:05.5+02:00", &time));
  EXPECT_EQ(time.microsecond, 500'000);
  EXPECT_EQ(time.offset, 7200);
  ASSERT_TRUE(ParseIsoTime("2026-11-15T09:30:05.123456789Z", &time));
  EXPECT_EQ(time.microsecond, 123'456);
  EXPECT_TRUE(time.has_offset);
  EXPECT_TRUE(ParseIsoTime("2024-02-29", &time));
}

TEST(ParseIsoTimeTest, RefusesWhatIsNoTime) {
  for (const std::string_view text :
       {"", "now", "2026", "2026-13-01", "2026-00-01", "2026-02-29", "2026-11-31", "0000-01-01",
        "2026-11-15T", "2026-11-15T24:00", "2026-11-15T09:60", "2026-11-15T09:30:60",
        "2026-11-15T09:30:00.", "2026-11-15T09:30:00x", "2026-11-15T09:30:00+25:00",
        "2026-11-15T09:30:00+", "15.11.2026", "2026-11-15T9:30"}) {
    CivilTime time;
    EXPECT_FALSE(ParseIsoTime(text, &time)) << text;
  }
}

}  // namespace
}  // namespace galley
