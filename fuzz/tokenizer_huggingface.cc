// Definitions of tokenizers: tokenizer.json of Hugging Face.
#include "fuzz/tokenizer_outcome.h"
#include "tokenize/read_huggingface.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  galley::RequireSound(
      galley::ReadHuggingFace(galley::TextFrom(bytes, size), galley::DefinitionLimits()));
  return 0;
}
