// Ranges are tested by one subtraction and one comparison without signs.
#include "tokenize/ascii_masks.h"

#include <array>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace galley {

void ClassifyAsciiPlainly(const char* bytes, AsciiMasks* masks) noexcept {
  *masks = {};
  for (size_t i = 0; i < kAsciiBlock; ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    const auto add = [&](uint64_t* set, bool is_in) { *set |= uint64_t{is_in} << i; };
    add(&masks->high, byte >= 0x80);
    add(&masks->upper, byte >= 'A' && byte <= 'Z');
    add(&masks->lower, byte >= 'a' && byte <= 'z');
    add(&masks->digits, byte >= '0' && byte <= '9');
    add(&masks->blanks, byte == ' ' || (byte >= '\t' && byte <= '\r'));
    add(&masks->breaks, byte == '\n' || byte == '\r');
    add(&masks->spaces, byte == ' ');
    add(&masks->slashes, byte == '/');
    add(&masks->quotes, byte == '\'');
  }
}

#if defined(__x86_64__)
namespace {

// Sixteen bytes, which every processor of the kind has.
struct Sse2 {
  static constexpr size_t kBytes = 16;
  using Bytes = __m128i;

  static Bytes Load(const char* bytes) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
  }
  static uint64_t High(Bytes bytes) { return static_cast<uint32_t>(_mm_movemask_epi8(bytes)); }
  static uint64_t Equal(Bytes bytes, char byte) {
    return High(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte)));
  }
  static uint64_t InRange(Bytes bytes, char first, char last) {
    const __m128i above = _mm_sub_epi8(bytes, _mm_set1_epi8(first));
    const __m128i most = _mm_set1_epi8(static_cast<char>(last - first));
    return High(_mm_cmpeq_epi8(_mm_min_epu8(above, most), above));
  }
};

void ClassifyBySse2(const char* bytes, AsciiMasks* masks) noexcept {
  *masks = {};
  for (size_t at = 0; at < kAsciiBlock; at += Sse2::kBytes) {
    const Sse2::Bytes part = Sse2::Load(bytes + at);
    const uint64_t spaces = Sse2::Equal(part, ' ');
    masks->high |= Sse2::High(part) << at;
    masks->upper |= Sse2::InRange(part, 'A', 'Z') << at;
    masks->lower |= Sse2::InRange(part, 'a', 'z') << at;
    masks->digits |= Sse2::InRange(part, '0', '9') << at;
    masks->blanks |= (Sse2::InRange(part, '\t', '\r') | spaces) << at;
    masks->breaks |= (Sse2::Equal(part, '\n') | Sse2::Equal(part, '\r')) << at;
    masks->spaces |= spaces << at;
    masks->slashes |= Sse2::Equal(part, '/') << at;
    masks->quotes |= Sse2::Equal(part, '\'') << at;
  }
}

#define GALLEY_AVX2 __attribute__((target("avx2"))) inline

struct Avx2 {
  static constexpr size_t kBytes = 32;
  using Bytes = __m256i;

  GALLEY_AVX2 static Bytes Load(const char* bytes) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes));
  }
  GALLEY_AVX2 static uint64_t High(Bytes bytes) {
    return static_cast<uint32_t>(_mm256_movemask_epi8(bytes));
  }
  GALLEY_AVX2 static uint64_t Equal(Bytes bytes, char byte) {
    return High(_mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(byte)));
  }
  GALLEY_AVX2 static uint64_t InRange(Bytes bytes, char first, char last) {
    const __m256i above = _mm256_sub_epi8(bytes, _mm256_set1_epi8(first));
    const __m256i most = _mm256_set1_epi8(static_cast<char>(last - first));
    return High(_mm256_cmpeq_epi8(_mm256_min_epu8(above, most), above));
  }
};

__attribute__((target("avx2"))) void ClassifyByAvx2(const char* bytes, AsciiMasks* masks) noexcept {
  *masks = {};
  for (size_t at = 0; at < kAsciiBlock; at += Avx2::kBytes) {
    const Avx2::Bytes part = Avx2::Load(bytes + at);
    const uint64_t spaces = Avx2::Equal(part, ' ');
    masks->high |= Avx2::High(part) << at;
    masks->upper |= Avx2::InRange(part, 'A', 'Z') << at;
    masks->lower |= Avx2::InRange(part, 'a', 'z') << at;
    masks->digits |= Avx2::InRange(part, '0', '9') << at;
    masks->blanks |= (Avx2::InRange(part, '\t', '\r') | spaces) << at;
    masks->breaks |= (Avx2::Equal(part, '\n') | Avx2::Equal(part, '\r')) << at;
    masks->spaces |= spaces << at;
    masks->slashes |= Avx2::Equal(part, '/') << at;
    masks->quotes |= Avx2::Equal(part, '\'') << at;
  }
}

#define GALLEY_AVX512 __attribute__((target("avx512bw"))) inline

GALLEY_AVX512 uint64_t EqualIn512(__m512i bytes, char byte) {
  return _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(byte));
}
GALLEY_AVX512 uint64_t InRangeIn512(__m512i bytes, char first, char last) {
  const __m512i above = _mm512_sub_epi8(bytes, _mm512_set1_epi8(first));
  return _mm512_cmple_epu8_mask(above, _mm512_set1_epi8(static_cast<char>(last - first)));
}

__attribute__((target("avx512bw"))) void ClassifyByAvx512(const char* bytes,
                                                          AsciiMasks* masks) noexcept {
  const __m512i block = _mm512_loadu_si512(bytes);
  masks->high = _mm512_movepi8_mask(block);
  masks->upper = InRangeIn512(block, 'A', 'Z');
  masks->lower = InRangeIn512(block, 'a', 'z');
  masks->digits = InRangeIn512(block, '0', '9');
  masks->spaces = EqualIn512(block, ' ');
  masks->blanks = InRangeIn512(block, '\t', '\r') | masks->spaces;
  masks->breaks = EqualIn512(block, '\n') | EqualIn512(block, '\r');
  masks->slashes = EqualIn512(block, '/');
  masks->quotes = EqualIn512(block, '\'');
}

struct Found {
  std::array<AsciiClassifier, 4> all;
  size_t count = 0;
  void Add(AsciiClassifier each) { all[count++] = each; }
};

Found FindClassifiers() noexcept {
  Found found;
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512bw")) found.Add(ClassifyByAvx512);
  if (__builtin_cpu_supports("avx2")) found.Add(ClassifyByAvx2);
  found.Add(ClassifyBySse2);
  found.Add(ClassifyAsciiPlainly);
  return found;
}

}  // namespace

std::span<const AsciiClassifier> AsciiClassifiers() noexcept {
  static const Found kFound = FindClassifiers();
  return std::span(kFound.all).first(kFound.count);
}

#else

std::span<const AsciiClassifier> AsciiClassifiers() noexcept {
  static constexpr std::array<AsciiClassifier, 1> kPlain = {ClassifyAsciiPlainly};
  return kPlain;
}

#endif

}  // namespace galley
