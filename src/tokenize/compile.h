// A definition to the image of a table.
#ifndef GALLEY_TOKENIZE_COMPILE_H_
#define GALLEY_TOKENIZE_COMPILE_H_

#include <string>
#include <string_view>

#include "galley/result.h"
#include "tokenize/definition.h"

namespace galley {

// `source_digest`: the SHA-256, in hexadecimal, of what the definition was read from.
// Fails with tokenizer-invalid where the definition contradicts itself, with
// tokenizer-unsupported, and with limit-size.
Result<std::string> CompileTable(const TokenizerDefinition& definition,
                                 std::string_view source_digest);

}  // namespace galley

#endif  // GALLEY_TOKENIZE_COMPILE_H_
