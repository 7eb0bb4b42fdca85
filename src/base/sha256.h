// SHA-256 (FIPS 180-4): names for contents.  Not for secrets.
#ifndef GALLEY_BASE_SHA256_H_
#define GALLEY_BASE_SHA256_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace galley {

class Sha256 {
 public:
  void Add(std::string_view bytes) noexcept;
  // The digest of all that was added, as 64 hexadecimal digits.  The object is done
  // after that.
  std::string Finish();

 private:
  void Compress(const unsigned char* block) noexcept;

  std::array<uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, 64> block_{};
  size_t filled_ = 0;
  uint64_t size_ = 0;
};

std::string Sha256Of(std::string_view bytes);

}  // namespace galley

#endif  // GALLEY_BASE_SHA256_H_
