// The steps of a definition as bytes, for the table.
#ifndef GALLEY_TOKENIZE_STEPS_H_
#define GALLEY_TOKENIZE_STEPS_H_

#include <string>
#include <string_view>
#include <vector>

#include "galley/result.h"
#include "tokenize/definition.h"

namespace galley {

struct TokenizerSteps {
  std::vector<NormalizeStep> normalizers;
  std::vector<SplitStep> splits;
  std::vector<DecodeStep> decoders;
};

std::string WriteSteps(const TokenizerSteps& steps);
// Fails with tokenizer-invalid.
Result<TokenizerSteps> ReadSteps(std::string_view bytes);

}  // namespace galley

#endif  // GALLEY_TOKENIZE_STEPS_H_
