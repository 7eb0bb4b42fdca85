// Sixty-four bytes at once: which of them are letters, digits, blanks.
//
// The same is written several times, for what processors offer; which one runs is found out
// when it is first asked for.  The plain one is built everywhere, and the tests compare all
// that the machine has with it.
#ifndef GALLEY_TOKENIZE_ASCII_MASKS_H_
#define GALLEY_TOKENIZE_ASCII_MASKS_H_

#include <cstddef>
#include <cstdint>
#include <span>

namespace galley {

inline constexpr size_t kAsciiBlock = 64;

// Sets of places in a block; the first byte is the lowest bit.
struct AsciiMasks {
  uint64_t high;  // not ASCII
  uint64_t upper;
  uint64_t lower;
  uint64_t digits;
  uint64_t blanks;  // the space, and \t \n \v \f \r
  uint64_t breaks;  // \n \r
  uint64_t spaces;
  uint64_t slashes;
  uint64_t quotes;  // '
};

// Reads kAsciiBlock bytes.
using AsciiClassifier = void (*)(const char* bytes, AsciiMasks* masks);

void ClassifyAsciiPlainly(const char* bytes, AsciiMasks* masks) noexcept;

// Those that this machine can run, the fastest first, the plain one last.
std::span<const AsciiClassifier> AsciiClassifiers() noexcept;

}  // namespace galley

#endif  // GALLEY_TOKENIZE_ASCII_MASKS_H_
