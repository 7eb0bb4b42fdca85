// Which merge makes a token.
//
// A definition may list several merges with one result, or say only that neighbours are
// joined where their text is a token.  But wherever a token comes to be in a text, its
// characters have been merged as they would be in a text of their own, since nothing
// reached over its ends before; so only the last merge of its own text can make it, and
// a token that its own text does not end as cannot be made at all.
#ifndef GALLEY_TOKENIZE_DERIVE_MERGES_H_
#define GALLEY_TOKENIZE_DERIVE_MERGES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "galley/result.h"
#include "tokenize/definition.h"

namespace galley {

// How a token is made; numbers below the count of tokens are tokens, those above are
// characters that have none (Units).
struct TokenMerge {
  uint32_t left = UINT32_MAX;
  uint32_t right = UINT32_MAX;
  uint32_t rank = 0;
  bool exists() const noexcept { return left != UINT32_MAX; }
};

// The bytes or characters that texts begin as.
class TokenUnitTable {
 public:
  explicit TokenUnitTable(const TokenizerDefinition& definition);

  static constexpr uint32_t kNone = UINT32_MAX;
  // The number of a unit, or kNone.
  uint32_t OfByte(unsigned char byte) const noexcept { return bytes_[byte]; }
  uint32_t OfCharacter(char32_t point) const noexcept;
  // All characters with a number.
  const std::unordered_map<char32_t, uint32_t>& characters() const noexcept { return characters_; }
  // Characters that are part of tokens without being one, in the order of their numbers.
  const std::vector<char32_t>& extra() const noexcept { return extra_; }

 private:
  uint32_t bytes_[256];
  std::unordered_map<char32_t, uint32_t> characters_;
  std::vector<char32_t> extra_;
};

// One for each token.  Fails with tokenizer-invalid where a merge names a token that is
// not there or does not make what it says.
Result<std::vector<TokenMerge>> DeriveMerges(const TokenizerDefinition& definition,
                                             const TokenUnitTable& units);

}  // namespace galley

#endif  // GALLEY_TOKENIZE_DERIVE_MERGES_H_
