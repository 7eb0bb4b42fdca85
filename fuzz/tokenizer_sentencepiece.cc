// Definitions of tokenizers: models of SentencePiece.
#include "tokenize/read_sentencepiece.h"

#include "fuzz/tokenizer_outcome.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  galley::RequireSound(galley::ReadSentencePiece(galley::TextFrom(bytes, size)));
  return 0;
}
