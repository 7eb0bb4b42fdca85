// Mistral's tekken.json: ranks as in tiktoken, with special tokens before them.
#ifndef GALLEY_TOKENIZE_READ_TEKKEN_H_
#define GALLEY_TOKENIZE_READ_TEKKEN_H_

#include <string_view>

#include "galley/limits.h"
#include "galley/result.h"
#include "tokenize/definition.h"

namespace galley {

// Fails with tokenizer-invalid, and as ReadJsonData does.
Result<TokenizerDefinition> ReadTekken(std::string_view text, const Limits& limits);

}  // namespace galley

#endif  // GALLEY_TOKENIZE_READ_TEKKEN_H_
