// UTF-16 units, since that is how the tools count that people compare with.
#include "budget/estimator.h"

#include "base/utf8.h"

namespace galley {

uint64_t EstimateTokens(std::string_view text) noexcept {
  constexpr uint64_t kCharactersPerToken = 4;
  return (Utf16Length(text) + kCharactersPerToken - 1) / kCharactersPerToken;
}

}  // namespace galley
