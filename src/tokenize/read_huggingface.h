// tokenizer.json of Hugging Face's tokenizers: models of the type BPE.
#ifndef GALLEY_TOKENIZE_READ_HUGGINGFACE_H_
#define GALLEY_TOKENIZE_READ_HUGGINGFACE_H_

#include <string_view>

#include "galley/limits.h"
#include "galley/result.h"
#include "tokenize/definition.h"

namespace galley {

// Fails with tokenizer-invalid, with tokenizer-unsupported for what this form cannot say,
// and as ReadJsonData does.
Result<TokenizerDefinition> ReadHuggingFace(std::string_view text, const Limits& limits);

}  // namespace galley

#endif  // GALLEY_TOKENIZE_READ_HUGGINGFACE_H_
