#include "base/sha256.h"

#include <gtest/gtest.h>

namespace galley {
namespace {

// The examples of the standard.
TEST(Sha256, StandardExamples) {
  EXPECT_EQ(Sha256Of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(Sha256Of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(Sha256Of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(Sha256Of(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, PartsAreTheSameAsTheWhole) {
  const std::string text(1000, 'x');
  for (const size_t cut : {0u, 1u, 55u, 56u, 63u, 64u, 65u, 999u}) {
    Sha256 digest;
    digest.Add(text.substr(0, cut));
    digest.Add(text.substr(cut));
    EXPECT_EQ(digest.Finish(), Sha256Of(text)) << cut;
  }
}

}  // namespace
}  // namespace galley
