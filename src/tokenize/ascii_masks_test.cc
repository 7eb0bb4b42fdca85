// Every way to look at sixty-four bytes against the plain one.
#include "tokenize/ascii_masks.h"

#include <array>
#include <random>

#include <gtest/gtest.h>

#include "tokenize/tokenize_testing.h"

namespace galley {
namespace {

auto SetsOf(const AsciiMasks& masks) {
  return std::array{masks.high,   masks.upper,  masks.lower,   masks.digits, masks.blanks,
                    masks.breaks, masks.spaces, masks.slashes, masks.quotes};
}

TEST(AsciiMasks, AreTheSameWhateverTheProcessorOffers) {
  ASSERT_EQ(AsciiClassifiers().back(), ClassifyAsciiPlainly);
  std::mt19937 random(testing::SeedOfRun());
  for (int i = 0; i < 2000; ++i) {
    std::array<char, kAsciiBlock> bytes;
    // At first every byte at every place, then any.
    for (size_t at = 0; at < bytes.size(); ++at) {
      const size_t byte = i < 256 ? static_cast<size_t>(i) + at : random();
      bytes[at] = static_cast<char>(byte % 256);
    }
    AsciiMasks wanted;
    ClassifyAsciiPlainly(bytes.data(), &wanted);
    for (const AsciiClassifier classify : AsciiClassifiers()) {
      AsciiMasks masks;
      classify(bytes.data(), &masks);
      ASSERT_EQ(SetsOf(masks), SetsOf(wanted)) << "block " << i;
    }
  }
}

}  // namespace
}  // namespace galley
