// TextCounter: how many tokens a text is, whatever counts: a tokenizer, one of another model
// and a factor, the length of the text, or a function of the calling program.
#ifndef GALLEY_PROFILES_TEXT_COUNTER_H_
#define GALLEY_PROFILES_TEXT_COUNTER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "galley/budget.h"
#include "galley/result.h"
#include "profiles/profile.h"
#include "tokenize/table_tokenizer.h"

namespace galley {

// Immutable, and used from any number of threads, as far as the function of an Estimator is.
class TextCounter {
 public:
  // `estimator` outlives it.
  explicit TextCounter(const Estimator& estimator)
      : name_(estimator.name), estimator_(estimator), exactness_(Exactness::kEstimate) {}
  TextCounter(std::string name, TableTokenizer tokenizer, Specials specials)
      : name_(std::move(name)), tokenizer_(std::move(tokenizer)), specials_(specials) {}
  // What `tokenizer` gives is multiplied.
  TextCounter(std::string name, TableTokenizer tokenizer, Specials specials,
              const TokenizerRule& rule)
      : TextCounter(std::move(name), std::move(tokenizer), specials) {
    if (!rule.is_estimate) return;
    exactness_ = Exactness::kEstimate;
    factor_ = rule.factor;
    margin_ = rule.margin;
  }

  // How results call it.
  const std::string& name() const noexcept { return name_; }
  // kExact or kEstimate.
  Exactness exactness() const noexcept { return exactness_; }
  // How far off an estimate may be, as a part of it; 0: not known, or exact.
  double margin() const noexcept { return margin_; }

  // `text` is valid UTF-8.  Fails with limit-steps, and only where the tokenizer has a
  // split pattern without a scanner.
  Result<uint64_t> Count(std::string_view text) const;

  // Null where something else counts.
  const TableTokenizer* tokenizer() const noexcept { return tokenizer_ ? &*tokenizer_ : nullptr; }
  // Whether texts that are joined take other tokens than both together.
  bool has_seams() const noexcept { return tokenizer_.has_value(); }

 private:
  std::string name_;
  std::optional<TableTokenizer> tokenizer_;
  Estimator estimator_ = {};  // where there is no tokenizer
  Specials specials_ = Specials::kText;
  Exactness exactness_ = Exactness::kExact;
  double factor_ = 1;
  double margin_ = 0;
};

}  // namespace galley

#endif  // GALLEY_PROFILES_TEXT_COUNTER_H_
