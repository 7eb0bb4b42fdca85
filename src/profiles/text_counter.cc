// One of four ways to count, chosen when the counter was made.
#include "profiles/text_counter.h"

#include <cmath>

#include "base/try.h"

namespace galley {

Result<uint64_t> TextCounter::Count(std::string_view text) const {
  if (!tokenizer_) return estimator_.function(text, estimator_.data);
  const uint64_t tokens = TRY(tokenizer_->Count(text, specials_));
  if (factor_ == 1) return tokens;
  return static_cast<uint64_t>(std::ceil(static_cast<double>(tokens) * factor_));
}

}  // namespace galley
