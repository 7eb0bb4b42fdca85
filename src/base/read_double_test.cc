#include "base/read_double.h"

#include <string_view>

#include <gtest/gtest.h>

namespace galley {
namespace {

std::from_chars_result Read(std::string_view text, double* out) {
  return ReadDouble(text.data(), text.data() + text.size(), *out);
}

TEST(ReadDouble, GivesTheNearest) {
  double number = 0;
  const std::string_view text = "-12.5e-1x";
  const std::from_chars_result read = Read(text, &number);
  EXPECT_EQ(read.ec, std::errc());
  EXPECT_EQ(read.ptr, text.data() + 8);
  EXPECT_EQ(number, -1.25);
  EXPECT_EQ(Read("2.4703282292062327208e-324", &number).ec, std::errc::result_out_of_range);
  EXPECT_EQ(Read("4.9e-324", &number).ec, std::errc());
  EXPECT_EQ(number, 4.9e-324);
  EXPECT_EQ(Read("9007199254740993", &number).ec, std::errc());
  EXPECT_EQ(number, 9007199254740992.0);
}

TEST(ReadDouble, LeavesWhatDoesNotFit) {
  double number = 7;
  EXPECT_EQ(Read("1e999", &number).ec, std::errc::result_out_of_range);
  EXPECT_EQ(Read("1e-999", &number).ec, std::errc::result_out_of_range);
  EXPECT_EQ(Read("x", &number).ec, std::errc::invalid_argument);
  EXPECT_EQ(number, 7);
  EXPECT_EQ(Read("0e-999", &number).ec, std::errc());
  EXPECT_EQ(number, 0);
}

}  // namespace
}  // namespace galley
