// Dates, timestamps, decimals and half floats as texts.
#include "rows/scalar_text.h"

#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

namespace galley::rows {
namespace {

std::string Date(int64_t days) {
  std::string text;
  AppendDate(days, &text);
  return text;
}

std::string Time(int64_t value, int64_t per_second, std::string_view zone = "") {
  std::string text;
  AppendTimestamp(value, per_second, zone, &text);
  return text;
}

std::string Decimal(int64_t value, uint8_t width, int32_t scale) {
  uint8_t bytes[32];
  std::memset(bytes, value < 0 ? 0xFF : 0, sizeof bytes);
  std::memcpy(bytes, &value, width < 8 ? width : 8);
  std::string text;
  AppendDecimal(bytes, width, scale, &text);
  return text;
}

TEST(ScalarTextTest, DatesFollowTheGregorianCalendar) {
  EXPECT_EQ(Date(0), "1970-01-01");
  EXPECT_EQ(Date(-1), "1969-12-31");
  EXPECT_EQ(Date(11016), "2000-02-29");
  EXPECT_EQ(Date(20773), "2026-11-16");
  EXPECT_EQ(Date(-719528), "0000-01-01");
  EXPECT_EQ(Date(-719529), "-0001-12-31");
  EXPECT_EQ(Date(2932897), "+10000-01-01");
}

TEST(ScalarTextTest, TimestampsHaveAFractionWhereThereIsOne) {
  EXPECT_EQ(Time(0, 1), "1970-01-01T00:00:00");
  EXPECT_EQ(Time(1'500, 1'000), "1970-01-01T00:00:01.500000");
  EXPECT_EQ(Time(-1, 1'000'000), "1969-12-31T23:59:59.999999");
  EXPECT_EQ(Time(1, 1'000'000'000), "1970-01-01T00:00:00.000000001");
  EXPECT_EQ(Time(2'000, 1'000'000'000), "1970-01-01T00:00:00.000002");
}

TEST(ScalarTextTest, ZonesOfFixedOffsetAreKeptAndOthersAreUtc) {
  EXPECT_EQ(Time(0, 1, "UTC"), "1970-01-01T00:00:00+00:00");
  EXPECT_EQ(Time(0, 1, "Europe/Berlin"), "1970-01-01T00:00:00+00:00");
  EXPECT_EQ(Time(0, 1, "+05:30"), "1970-01-01T05:30:00+05:30");
  EXPECT_EQ(Time(0, 1, "-01:00"), "1969-12-31T23:00:00-01:00");
}

TEST(ScalarTextTest, TheEndsOfTheRangeAreTexts) {
  for (const int64_t per_second : {1, 1'000, 1'000'000, 1'000'000'000}) {
    EXPECT_FALSE(Time(INT64_MAX, per_second, "+14:00").empty());
    EXPECT_FALSE(Time(INT64_MIN, per_second, "-14:00").empty());
  }
}

TEST(ScalarTextTest, DecimalsPutThePoint) {
  for (const uint8_t width : std::initializer_list<uint8_t>{4, 8, 16, 32}) {
    EXPECT_EQ(Decimal(12345, width, 2), "123.45");
    EXPECT_EQ(Decimal(-12345, width, 2), "-123.45");
    EXPECT_EQ(Decimal(5, width, 3), "0.005");
    EXPECT_EQ(Decimal(0, width, 2), "0.00");
    EXPECT_EQ(Decimal(7, width, 0), "7");
    EXPECT_EQ(Decimal(7, width, -3), "7000");
  }
}

TEST(ScalarTextTest, HalfFloats) {
  EXPECT_EQ(HalfToDouble(0x3C00), 1.0);
  EXPECT_EQ(HalfToDouble(0xC000), -2.0);
  EXPECT_EQ(HalfToDouble(0x0001), std::ldexp(1, -24));
  EXPECT_EQ(HalfToDouble(0x7C00), HUGE_VAL);
  EXPECT_TRUE(std::isnan(HalfToDouble(0x7E00)));
}

}  // namespace
}  // namespace galley::rows
