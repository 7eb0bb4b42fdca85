// What providers keep of a prompt and what that costs, as data: one table a provider, with its
// source and date, in data/prices.  A caller may bring another.
#ifndef GALLEY_DIFF_PRICES_H_
#define GALLEY_DIFF_PRICES_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "galley/result.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley::diff {

struct CacheRules {
  uint64_t minimum = 0;      // fewer tokens are not kept
  uint64_t block = 1;        // kept in multiples of it
  uint64_t lookback = 0;     // blocks of content between two marks that are looked at; 0: all
  uint64_t most_marks = 4;   // of a request
  bool is_explicit = false;  // marks say what is kept: without one nothing is
  bool is_implicit = false;  // besides, the provider marks the end of the latest input itself
  double read = 0.1;         // against a token that is not kept
  double write = 1;
  double input = 1;  // the price of such a token

  // What is left of a prefix of so many tokens.
  uint64_t Kept(uint64_t prefix) const noexcept;
  // The same of a request with marks; `marks` are the tokens up to each.  What stands behind the
  // last mark in the prefix is not kept.
  uint64_t Kept(uint64_t prefix, std::span<const uint64_t> marks) const noexcept;
  // Whether anything of a request with these marks is written to the cache.
  bool Writes(std::span<const uint64_t> marks) const noexcept;
  // Of a request of `all` tokens.  What is neither read nor written has the price of input.
  double Cost(uint64_t kept, uint64_t all, bool is_written) const noexcept;
};

// The table of a provider by the name of its form, or, where it speaks the form of another, by
// its own name in that of the model, in lower case.  Those that have none keep everything at a
// tenth of the price.
std::string_view PriceTable(std::string_view provider, std::string_view model) noexcept;

// The rules of a table for a model; of the entries that its name holds the longest counts.
// Fails with invalid-params.
Result<CacheRules> ReadRules(const Value& table, std::string_view model);
// The same for a provider's own table.
Result<CacheRules> RulesOf(std::string_view provider, std::string_view model, Heap* heap);

}  // namespace galley::diff

#endif  // GALLEY_DIFF_PRICES_H_
