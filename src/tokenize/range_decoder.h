// RangeDecoder: bits under adaptive probabilities, as tools/pack_tokenizers.py codes them.
#ifndef GALLEY_TOKENIZE_RANGE_DECODER_H_
#define GALLEY_TOKENIZE_RANGE_DECODER_H_

#include <cstdint>
#include <string_view>
#include <vector>

namespace galley {

// How likely the next bit is a 0, in 65536ths, and how often that was learnt.
struct BitModel {
  uint16_t zero = 1u << 15;
  uint16_t seen = 0;
};

// A number of so many bits, the highest first, each under what stands before it.
class BitTree {
 public:
  explicit BitTree(unsigned bits) : bits_(bits), models_(size_t{1} << bits) {}
  unsigned bits() const noexcept { return bits_; }
  BitModel& operator[](size_t at) noexcept { return models_[at]; }

 private:
  unsigned bits_;
  std::vector<BitModel> models_;
};

class RangeDecoder {
 public:
  explicit RangeDecoder(std::string_view bytes) noexcept : rest_(bytes) {
    for (int i = 0; i < 4; ++i) code_ = code_ << 8 | Next();
  }

  uint32_t Bit(BitModel& model) noexcept {
    const uint32_t bound = (range_ >> 16) * model.zero;
    const unsigned rate = model.seen < 5 ? 2u + model.seen++ : 7u;
    uint32_t bit = 0;
    if (code_ < bound) {
      range_ = bound;
      model.zero = static_cast<uint16_t>(model.zero + ((65504u - model.zero) >> rate));
    } else {
      code_ -= bound;
      range_ -= bound;
      model.zero = static_cast<uint16_t>(model.zero - ((model.zero - 32u) >> rate));
      bit = 1;
    }
    while (range_ < 1u << 24) {
      range_ <<= 8;
      code_ = code_ << 8 | Next();
    }
    return bit;
  }

  uint32_t Number(BitTree& tree) noexcept {
    uint32_t node = 1;
    for (unsigned i = 0; i < tree.bits(); ++i) node = node << 1 | Bit(tree[node]);
    return node - (1u << tree.bits());
  }

  // Whether more was asked for than there is.
  bool overrun() const noexcept { return overrun_; }

 private:
  uint32_t Next() noexcept {
    if (rest_.empty()) {
      overrun_ = true;
      return 0;
    }
    const auto byte = static_cast<unsigned char>(rest_[0]);
    rest_.remove_prefix(1);
    return byte;
  }

  std::string_view rest_;
  uint32_t range_ = UINT32_MAX;
  uint32_t code_ = 0;
  bool overrun_ = false;
};

}  // namespace galley

#endif  // GALLEY_TOKENIZE_RANGE_DECODER_H_
