// Rank files of tiktoken: a line a token, its bytes in base64 and its rank.
#ifndef GALLEY_TOKENIZE_READ_TIKTOKEN_H_
#define GALLEY_TOKENIZE_READ_TIKTOKEN_H_

#include <string_view>

#include "galley/limits.h"
#include "galley/result.h"
#include "tokenize/definition.h"

namespace galley {

// `pattern`: the expression that cuts texts, which the file does not tell.
// Fails with tokenizer-invalid and limit-size.
Result<TokenizerDefinition> ReadTiktoken(std::string_view bytes, std::string_view pattern);

}  // namespace galley

#endif  // GALLEY_TOKENIZE_READ_TIKTOKEN_H_
