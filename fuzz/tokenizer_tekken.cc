// Definitions of tokenizers: Mistral's tekken.json.
#include "fuzz/tokenizer_outcome.h"
#include "tokenize/read_tekken.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  galley::RequireSound(
      galley::ReadTekken(galley::TextFrom(bytes, size), galley::DefinitionLimits()));
  return 0;
}
