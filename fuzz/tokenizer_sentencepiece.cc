// Definitions of tokenizers: models of SentencePiece.
#include "fuzz/tokenizer_outcome.h"
#include "tokenize/read_sentencepiece.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  galley::RequireSound(galley::ReadSentencePiece(galley::TextFrom(bytes, size)));
  return 0;
}
