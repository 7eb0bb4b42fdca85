// What must hold of a definition of a tokenizer, whatever it was read from: it is refused
// with a code, or compiles to a table that encodes any text to ids that it can decode, and as
// often as one likes.
#ifndef GALLEY_FUZZ_TOKENIZER_OUTCOME_H_
#define GALLEY_FUZZ_TOKENIZER_OUTCOME_H_

#include <string_view>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "fuzz/require.h"
#include "tokenize/compile.h"
#include "tokenize/table_tokenizer.h"

namespace galley {

inline void RequireSound(const TableTokenizer& tokenizer, std::string_view text) {
  for (const Specials specials : {Specials::kText, Specials::kRecognised}) {
    std::vector<uint32_t> ids;
    std::vector<uint32_t> again;
    const auto encoded = tokenizer.Encode(text, specials, &ids);
    Require(encoded.has_value() == tokenizer.Encode(text, specials, &again).has_value());
    if (!encoded) continue;
    Require(ids == again && *tokenizer.Count(text, specials) == ids.size());
    const auto decoded = tokenizer.Decode(ids);
    if (decoded) Require(IsValidUtf8(*decoded));
  }
  const size_t middle = text.size() / 2;
  if (middle < text.size() && IsContinuation(text[middle])) return;
  const auto left = tokenizer.Measure(text.substr(0, middle));
  const auto right = tokenizer.Measure(text.substr(middle));
  const auto whole = tokenizer.Count(text, Specials::kText);
  if (!left || !right || !whole) return;
  const auto joined = tokenizer.Join(*left, *right);
  if (joined) Require(joined->tokens() == *whole);
}

constexpr std::string_view kFuzzText =
    "The 1,234 <s>quick</s> brown\n\n  fox's don't \xC3\xA9"
    "e\xCC\x81 \xE4\xB8\x96\xE7\x95\x8C \xF0\x9F\x98\x80\xE2\x96\x81\t!";

inline void RequireSound(const Result<TokenizerDefinition>& definition) {
  if (!definition) return Require(!definition.error().code().empty());
  auto image = CompileTable(*definition, "");
  if (!image) return Require(!image.error().code().empty());
  const auto tokenizer = TableTokenizer::Of(*std::move(image));
  Require(tokenizer.has_value());
  RequireSound(*tokenizer, kFuzzText);
}

// A definition is small, so that the fuzzer spends its time on many.
inline Limits DefinitionLimits() {
  Limits limits;
  limits.heap = 16 << 20;
  return limits;
}

}  // namespace galley

#endif  // GALLEY_FUZZ_TOKENIZER_OUTCOME_H_
