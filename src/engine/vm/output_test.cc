// Rooms that are lent, the buffer behind them, and the limit of both.
#include "engine/vm/output.h"

#include <cstdint>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "base/fixed_writer.h"

namespace galley {
namespace {

TEST(Output, GrowsWithoutLosingAnything) {
  Output out;
  std::string expected;
  for (int i = 0; i < 20'000; ++i) {
    out.Append(std::to_string(i));
    expected += std::to_string(i);
  }
  EXPECT_EQ(out.view(), expected);
  EXPECT_FALSE(out.fits_lent());
}

TEST(Output, WritesWhereItIsLentRoom) {
  char room[8];
  Output out;
  out.ResetIn(room, UINT64_MAX);
  out.Append("12345678");
  EXPECT_TRUE(out.fits_lent());
  EXPECT_EQ(std::string_view(room, 8), "12345678");
  EXPECT_EQ(out.view().data(), room);
}

TEST(Output, GoesOnInItsOwnBufferWhereLentRoomEnds) {
  char room[8];
  Output out;
  out.Append("what was before");
  for (int round = 0; round < 2; ++round) {
    out.ResetIn(room, UINT64_MAX);
    out.Append("1234567");
    out.Append("89");
    EXPECT_FALSE(out.fits_lent());
    EXPECT_EQ(out.view(), "123456789");
  }
  out.Reset(UINT64_MAX);
  EXPECT_EQ(out.view(), "");
}

TEST(Output, KeepsItsLimitWhereItIsLentRoom) {
  char room[8];
  Output out;
  out.ResetIn(room, 4);
  out.Append("1234");
  EXPECT_FALSE(out.overflowed());
  out.Append('5');
  EXPECT_TRUE(out.overflowed());
  EXPECT_EQ(out.view(), "1234");
  out.Truncate(0);
  out.Append('6');
  EXPECT_EQ(out.view(), "");  // what was left out stays the last word
}

TEST(Output, WidensUpToItsLimit) {
  char room[8];
  Output out;
  out.ResetIn(room, 100);
  EXPECT_EQ(out.spare().size(), 8u);
  out.spare()[0] = 'x';
  out.Take(1);
  EXPECT_TRUE(out.Widen());
  EXPECT_EQ(out.view(), "x");
  EXPECT_EQ(out.spare().size(), 99u);
  EXPECT_FALSE(out.Widen());
  EXPECT_FALSE(out.overflowed());
}

TEST(FixedWriter, TakesNoMoreThanFits) {
  char room[4];
  FixedWriter out(room);
  out.Append("1234");
  EXPECT_FALSE(out.overflowed());
  out.AppendShort("5");
  EXPECT_TRUE(out.overflowed());
  EXPECT_EQ(out.view(), "1234");
}

}  // namespace
}  // namespace galley
