#include "engine/jinja/number_text.h"

#include <string_view>

#include <gtest/gtest.h>

namespace galley::jinja {
namespace {

std::string_view FloatIn(std::string_view text) { return text.substr(0, FloatSize(text)); }
std::string_view IntegerIn(std::string_view text) { return text.substr(0, IntegerSize(text)); }

TEST(NumberText, FloatsHaveAFractionOrAnExponent) {
  EXPECT_EQ(FloatIn("1.5"), "1.5");
  EXPECT_EQ(FloatIn("1e5"), "1e5");
  EXPECT_EQ(FloatIn("1.5E-3x"), "1.5E-3");
  EXPECT_EQ(FloatIn("01.5"), "01.5");
  EXPECT_EQ(FloatIn("1_0.5_0e+1_0"), "1_0.5_0e+1_0");
}

TEST(NumberText, WhatLacksItsDigitsIsNoFloat) {
  for (const char* text : {"1", "1.", "1.x", "1.e5", "1e", "1e+", "1_.5", "1__0.5", "1._5"}) {
    EXPECT_EQ(FloatIn(text), "") << text;
  }
}

TEST(NumberText, FloatEndsWhereItsPartsDo) {
  EXPECT_EQ(FloatIn("1.5.3"), "1.5");
  EXPECT_EQ(FloatIn("1.5e"), "1.5");
  EXPECT_EQ(FloatIn("1.5_"), "1.5");
  EXPECT_EQ(FloatIn("1e5e5"), "1e5");
}

TEST(NumberText, IntegersHaveThreePrefixes) {
  EXPECT_EQ(IntegerIn("0x1Fg"), "0x1F");
  EXPECT_EQ(IntegerIn("0X_f"), "0X_f");
  EXPECT_EQ(IntegerIn("0o178"), "0o17");
  EXPECT_EQ(IntegerIn("0b102"), "0b10");
}

TEST(NumberText, PrefixWithoutDigitsIsAZeroAndAName) {
  EXPECT_EQ(IntegerIn("0x"), "0");
  EXPECT_EQ(IntegerIn("0o8"), "0");
  EXPECT_EQ(IntegerIn("0b_"), "0");
}

TEST(NumberText, DecimalsHaveNoLeadingZero) {
  EXPECT_EQ(IntegerIn("1_000"), "1_000");
  EXPECT_EQ(IntegerIn("1__0"), "1");
  EXPECT_EQ(IntegerIn("12_"), "12");
  EXPECT_EQ(IntegerIn("0123"), "0");
  EXPECT_EQ(IntegerIn("00_0"), "00_0");
}

}  // namespace
}  // namespace galley::jinja
