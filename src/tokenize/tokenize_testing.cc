// Random texts from a seed that the environment may set, so that a failure can be repeated.
#include "tokenize/tokenize_testing.h"

#include <array>
#include <cstdlib>
#include <string_view>

#include "base/utf8.h"

namespace galley::testing {
namespace {

// Words, blanks, marks and whatever has surprised a scanner.
constexpr std::array<std::string_view, 64> kParts = {"the",
                                                     " The",
                                                     "HTTPServer",
                                                     "x",
                                                     "'s",
                                                     "'S",
                                                     "'ll",
                                                     "'re",
                                                     "'\u017F",
                                                     "don't",
                                                     " ",
                                                     "  ",
                                                     "\t",
                                                     "\n",
                                                     "\r\n",
                                                     "\n\n",
                                                     " \n ",
                                                     "\u00A0",
                                                     "\u3000",
                                                     "\u0085",
                                                     "1",
                                                     "12",
                                                     "12345",
                                                     "\u00B2",
                                                     "\u0661\u0662",
                                                     "\u2160",
                                                     "!",
                                                     "...",
                                                     "/",
                                                     "//\n",
                                                     "(",
                                                     "\"",
                                                     "_",
                                                     "$",
                                                     "+=",
                                                     "\u2014",
                                                     "\u00E9",
                                                     "e\u0301",
                                                     "\u0301",
                                                     "\u0301\u0301",
                                                     "\u4E2D\u6587",
                                                     "\u3042\u308A\u304C\u3068",
                                                     "\u30AB\u30BF\u30FB",
                                                     "\uD55C\uAE00",
                                                     "\u0E01\u0E34\u0E19",
                                                     "\u0917\u094D",
                                                     "\u0410\u043B",
                                                     "\u01C5",
                                                     "\u02B0",
                                                     "\U0001F600",
                                                     "\U0001F468\u200D\U0001F469",
                                                     "\uFE0F",
                                                     "\u200B",
                                                     "\uFEFF",
                                                     std::string_view("\0", 1),
                                                     "\x7F",
                                                     "\u0378",
                                                     "\U000E0100",
                                                     "<|endoftext|>",
                                                     "<s>",
                                                     "\u2581",
                                                     "\u2581\u2581",
                                                     "https://a.b/c?d=1",
                                                     "    return"};

char32_t RandomPoint(std::mt19937* random) {
  for (;;) {
    const char32_t limit = (*random)() % 4 == 0 ? 0x110000 : 0x3000;
    const auto point = static_cast<char32_t>((*random)() % limit);
    if (point < 0xD800 || point > 0xDFFF) return point;
  }
}

int FromEnvironment(const char* name, int otherwise) {
  const char* value = std::getenv(name);
  return value ? std::atoi(value) : otherwise;
}

}  // namespace

uint32_t SeedOfRun() { return static_cast<uint32_t>(FromEnvironment("TOKENIZE_SEED", 20261116)); }

int CountOfRun(int otherwise) { return FromEnvironment("TOKENIZE_COUNT", otherwise); }

std::string RandomText(std::mt19937* random) {
  std::string text;
  for (auto left = (*random)() % 24; left > 0; --left) {
    char bytes[4];
    if ((*random)() % 6 == 0) {
      text.append(bytes, EncodeUtf8(RandomPoint(random), bytes));
      continue;
    }
    const std::string_view part = kParts[(*random)() % kParts.size()];
    for (auto times = (*random)() % 8 == 0 ? (*random)() % 5 : 1; times > 0; --times) text += part;
  }
  return text;
}

}  // namespace galley::testing
