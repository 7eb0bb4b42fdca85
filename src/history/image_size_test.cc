#include "history/image_size.h"

#include <string>

#include <gtest/gtest.h>

namespace galley::history {
namespace {

// Images of 300 by 5 pixels, as an encoder wrote them.
constexpr std::string_view kPng =
    "iVBORw0KGgoAAAANSUhEUgAAASwAAAAFCAIAAABwy0ZoAAAALUlEQVR4nO3TMQEAIAzAMOCcf1HIQkYPEgV9uu/MAjqn"
    "DoDfmRBiJoSYCSH2AIj5AOYTeELNAAAAAElFTkSuQmCC";
constexpr std::string_view kGif =
    "R0lGODdhLAEFAIEAAMgKCgAAAAAAAAAAACwAAAAALAEFAAAIQQABCBxIsKDBgwgTKlzIsKHDhxAjSpxIsaLFixgzatzIsa"
    "PH"
    "jyBDihxJsqTJkyhTqlzJsqXLlzBjypxJs6bNhwEBADs=";
// With a comment before its progressive frame.
constexpr std::string_view kJpeg =
    "/9j/4AAQSkZJRgABAQAAAQABAAD//gAqY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY//"
    "bAEMAoG54"
    "jHhkoIyCjLSqoL7w///w3Nzw///////////////////////////////////////////////////////////"
    "bAEMBqrS08NLw"
    "///////////////////////////////////////////////////////////////////////////////"
    "CABEIAAUBLAMBIgAC";
constexpr std::string_view kLossy =
    "UklGRlIAAABXRUJQVlA4IEYAAADQAwCdASosAQUAP83m8HK/uDMsIagD8DmJaQDPoAT5w4cOHDhw4NAA/"
    "txR3J+aX3Z2i0yx"
    "LbJ3xvv5/M5WxEJnK2IdQAAA";
constexpr std::string_view kLossless = "UklGRh4AAABXRUJQVlA4TBEAAAAvKwEBAAdQhSJXof+BiOh/AAA=";
constexpr std::string_view kExtended =
    "UklGRnYAAABXRUJQVlA4WAoAAAAQAAAAKwEABAAAQUxQSAoAAAABB1CyiAhERP8DVlA4IEYAAADQAwCdASosAQUAP83m8H"
    "K/";

TEST(ImageSize, OfEachFormat) {
  for (const std::string_view image : {kPng, kGif, kJpeg, kLossy, kLossless, kExtended}) {
    const auto size = ReadImageSize(image);
    ASSERT_TRUE(size) << image;
    EXPECT_EQ(size->width, 300u);
    EXPECT_EQ(size->height, 5u);
  }
}

// Cut anywhere, an image has its own size or none.
TEST(ImageSize, OfTruncatedFiles) {
  for (const std::string_view image : {kPng, kGif, kJpeg, kLossy, kLossless, kExtended}) {
    size_t found = 0;
    for (size_t size = 0; size <= image.size(); ++size) {
      const auto read = ReadImageSize(image.substr(0, size));
      if (!read) continue;
      EXPECT_EQ(read->width, 300u);
      EXPECT_EQ(read->height, 5u);
      ++found;
    }
    EXPECT_GT(found, 0u);
    EXPECT_LT(found, image.size());
  }
}

TEST(ImageSize, NoneOfWhatIsNoImage) {
  for (const std::string_view text :
       {"", "=", "====", "iVBO", "hello", "JVBERi0xLjQ=", "R0lG ODdh"}) {
    EXPECT_FALSE(ReadImageSize(text)) << text;
  }
  std::string spoilt(kPng);
  spoilt[22] = '!';
  EXPECT_FALSE(ReadImageSize(spoilt));
  // A size of 0 is none.
  EXPECT_FALSE(ReadImageSize("R0lGODdhAAAFAIEAAMgKCg=="));
}

TEST(ImageSize, LooksNoFurtherThanItMay) {
  EXPECT_TRUE(ReadImageSize(kPng, 24));
  EXPECT_FALSE(ReadImageSize(kPng, 23));
  EXPECT_FALSE(ReadImageSize(kJpeg, 64));
}

// Fillings and segments without end are read once.
TEST(ImageSize, OfHostileJpegs) {
  std::string filling = "/9j/";
  for (int i = 0; i < 400'000; ++i) filling += "////";
  EXPECT_FALSE(ReadImageSize(filling));
  std::string empty = "/9j/";  // FF D8 FF
  for (int i = 0; i < 100'000; ++i) empty += "/gAC//4AAv/+AAL/";
  EXPECT_FALSE(ReadImageSize(empty));
}

}  // namespace
}  // namespace galley::history
