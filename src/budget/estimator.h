// Token estimators: how many tokens a text will take, told without a model's
// tokenizer.
#ifndef GALLEY_BUDGET_ESTIMATOR_H_
#define GALLEY_BUDGET_ESTIMATOR_H_

#include <cstdint>
#include <string_view>

namespace galley {

// The name of the default estimator: four characters a token.
inline constexpr std::string_view kDefaultEstimator = "chars/4";

// ceil(length / 4), the length in UTF-16 code units.  `text` is valid UTF-8.
uint64_t EstimateTokens(std::string_view text) noexcept;

}  // namespace galley

#endif  // GALLEY_BUDGET_ESTIMATOR_H_
