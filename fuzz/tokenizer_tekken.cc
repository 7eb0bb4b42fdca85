// Definitions of tokenizers: Mistral's tekken.json.
#include "tokenize/read_tekken.h"

#include "fuzz/tokenizer_outcome.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  galley::RequireSound(galley::ReadTekken(galley::TextFrom(bytes, size), galley::DefinitionLimits()));
  return 0;
}
