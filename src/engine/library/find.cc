// The first byte is searched with memchr; where it is too common, memmem and a rolling hash keep
// the search linear.
#include "engine/library/find.h"

#include <cstdint>
#include <cstring>

#include "base/equal_text.h"
#include "base/hash.h"

namespace galley {
namespace {

// Below this size comparing at each place costs less than a hash.
constexpr size_t kShortPart = 16;

// Arithmetic modulo the prime 2^61 - 1.
constexpr uint64_t kPrime = (uint64_t{1} << 61) - 1;

uint64_t MultiplyAdd(uint64_t a, uint64_t b, uint64_t c) noexcept {
  __extension__ using Wide = unsigned __int128;
  const Wide product = Wide{a} * b + c;
  const uint64_t sum =
      static_cast<uint64_t>(product & kPrime) + static_cast<uint64_t>(product >> 61);
  return sum >= kPrime ? sum - kPrime : sum;
}

uint64_t ByteAt(std::string_view text, size_t at) noexcept {
  return static_cast<unsigned char>(text[at]);
}

size_t FindLastShort(std::string_view text, std::string_view part) noexcept {
  for (size_t at = text.size() - part.size() + 1; at-- > 0;) {
    if (text[at] == part[0] && std::memcmp(text.data() + at, part.data(), part.size()) == 0) {
      return at;
    }
  }
  return kNotFound;
}

}  // namespace

// Most texts hold the first byte of what is looked for rarely or never: finding that is
// all there is to do.  Where it comes too often, the rest is for memmem, which prepares
// itself and is linear whatever it meets.
size_t FindFirst(std::string_view text, std::string_view part, size_t start) noexcept {
  constexpr int kTries = 8;
  if (text.size() - start < part.size()) return kNotFound;
  const char* from = text.data() + start;
  const char* end = text.data() + text.size() - part.size() + 1;  // it begins before that
  const auto offset_of = [&](const void* place) {
    return place ? static_cast<size_t>(static_cast<const char*>(place) - text.data()) : kNotFound;
  };
  for (int tries = 0; tries < kTries; ++tries) {
    from = static_cast<const char*>(std::memchr(from, part[0], static_cast<size_t>(end - from)));
    if (!from || EqualText({from, part.size()}, part)) return offset_of(from);
    if (++from == end) return kNotFound;
  }
  const auto rest = static_cast<size_t>(text.data() + text.size() - from);
  return offset_of(memmem(from, rest, part.data(), part.size()));
}

// A rolling hash runs from the end to the front.  Its base is a secret of the
// process, so nobody can choose a text whose hashes agree where it differs; what
// is found does not depend on it.
size_t FindLast(std::string_view text, std::string_view part) noexcept {
  if (text.size() < part.size()) return kNotFound;
  if (part.size() <= kShortPart) return FindLastShort(text, part);

  const uint64_t base = ProcessHashSeed().k0 % (kPrime - 512) + 256;
  uint64_t wanted = 0;
  uint64_t seen = 0;
  uint64_t power = 1;  // base to the power of part.size()
  const size_t tail = text.size() - part.size();
  for (size_t i = part.size(); i-- > 0;) {
    wanted = MultiplyAdd(wanted, base, ByteAt(part, i));
    seen = MultiplyAdd(seen, base, ByteAt(text, tail + i));
    power = MultiplyAdd(power, base, 0);
  }
  for (size_t at = tail;; --at) {
    if (seen == wanted && text.compare(at, part.size(), part) == 0) return at;
    if (at == 0) return kNotFound;
    const uint64_t leaving = MultiplyAdd(ByteAt(text, at + part.size() - 1), power, 0);
    seen = MultiplyAdd(seen, base, ByteAt(text, at - 1)) + (kPrime - leaving);
    if (seen >= kPrime) seen -= kPrime;
  }
}

}  // namespace galley
