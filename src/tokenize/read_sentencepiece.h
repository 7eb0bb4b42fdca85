// Models of SentencePiece: the protocol buffer of a `.model` file, type BPE.
#ifndef GALLEY_TOKENIZE_READ_SENTENCEPIECE_H_
#define GALLEY_TOKENIZE_READ_SENTENCEPIECE_H_

#include <string_view>

#include "galley/result.h"
#include "tokenize/definition.h"

namespace galley {

// Fails with tokenizer-invalid, and with tokenizer-unsupported for other types of model and
// for maps of characters that normalize.
Result<TokenizerDefinition> ReadSentencePiece(std::string_view bytes);

}  // namespace galley

#endif  // GALLEY_TOKENIZE_READ_SENTENCEPIECE_H_
