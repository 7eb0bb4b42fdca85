#include "base/json_text.h"

#include <string>

#include <gtest/gtest.h>

namespace galley {
namespace {

std::string Json(std::string_view text, JsonEscapes escapes = {}) {
  BufferWriter out;
  AppendJsonString(text, escapes, &out);
  return out.ToString();
}

TEST(JsonText, LeavesPlainTextAlone) {
  EXPECT_EQ(Json(""), "\"\"");
  EXPECT_EQ(Json("plain text, é, 日本, 😀, \x7f"), "\"plain text, é, 日本, 😀, \x7f\"");
}

TEST(JsonText, EscapesQuotesBackslashesAndControls) {
  EXPECT_EQ(Json("a\"b\\c/"), R"("a\"b\\c/")");
  EXPECT_EQ(Json("\b\f\n\r\t"), R"("\b\f\n\r\t")");
  EXPECT_EQ(Json(std::string_view("\0\x1b\x1f", 3)), R"("\u0000\u001b\u001f")");
}

TEST(JsonText, EscapesWhereverThatIs) {
  for (size_t size = 1; size <= 12; ++size) {
    for (size_t at = 0; at < size; ++at) {
      std::string text(size, 'x');
      text[at] = '\n';
      const std::string tail(size - at - 1, 'x');
      EXPECT_EQ(Json(text), '"' + std::string(at, 'x') + "\\n" + tail + '"');
    }
  }
}

TEST(JsonText, WritesAsciiOnlyWhereAsked) {
  EXPECT_EQ(Json("é\x7f", {.ascii = true}), R"("\u00e9\u007f")");
  EXPECT_EQ(Json("\uFFFF\U00010000\U0010FFFF", {.ascii = true}),
            R"("\uffff\ud800\udc00\udbff\udfff")");
  EXPECT_EQ(Json("a😀b", {.ascii = true}), R"("a\ud83d\ude00b")");
}

TEST(JsonText, EscapesMarkupWhereAsked) {
  EXPECT_EQ(Json("<a href='x'>&</a>", {.html = true}),
            R"("\u003ca href=\u0027x\u0027\u003e\u0026\u003c/a\u003e")");
  EXPECT_EQ(Json("<é>", {.html = true}), R"("\u003cé\u003e")");
  EXPECT_EQ(Json("<'&>"), R"("<'&>")");
}

}  // namespace
}  // namespace galley
