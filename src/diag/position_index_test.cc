#include "diag/position_index.h"

#include <string>

#include <gtest/gtest.h>

#include "base/utf8.h"

namespace galley {
namespace {

void ExpectAgreement(const std::string& text) {
  const Source source("text", text);
  const PositionIndex index(text);
  for (uint32_t offset = 0; offset <= text.size(); ++offset) {
    if (offset < text.size() && IsContinuation(text[offset])) continue;
    ASSERT_EQ(index.Find(offset), source.Locate({offset, offset}).start)
        << "at " << offset << " of a text of " << text.size();
  }
}

TEST(PositionIndex, AgreesWithTheSource) {
  for (const std::string_view line_break : {"\n", "\r\n", "\r", "\n\r"}) {
    std::string text;
    for (int line = 0; line < 60; ++line) {
      text += "line \xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80 " + std::to_string(line);
      text += line_break;
    }
    ExpectAgreement(text);
  }
}

TEST(PositionIndex, AgreesOnTextsAroundItsStride) {
  ExpectAgreement("");
  for (size_t size = 254; size < 259; ++size) {
    ExpectAgreement(std::string(size, 'x'));
    ExpectAgreement(std::string(size, '\n'));
    ExpectAgreement(std::string(size, 'x') + "\r\nend");
  }
}

}  // namespace
}  // namespace galley
