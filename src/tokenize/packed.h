// Packed vocabularies: data/tokenizers/NAME.gtv, made by tools/pack_tokenizers.py.
//
// A token is stored as the two tokens that are merged to make it, in bits of an adaptive
// range coder; a vocabulary may take tokens over from another one (the base).  The file
// is a whole definition: steps and added tokens are in it too.
#ifndef GALLEY_TOKENIZE_PACKED_H_
#define GALLEY_TOKENIZE_PACKED_H_

#include <string>
#include <string_view>

#include "galley/result.h"
#include "tokenize/definition.h"

namespace galley {

// The name of the base, empty where there is none.  Fails with tokenizer-invalid.
Result<std::string_view> BaseOfPacked(std::string_view bytes);

// `base`: the definition of the base, or null.  Fails with tokenizer-invalid.
Result<TokenizerDefinition> Unpack(std::string_view bytes, const TokenizerDefinition* base);

}  // namespace galley

#endif  // GALLEY_TOKENIZE_PACKED_H_
