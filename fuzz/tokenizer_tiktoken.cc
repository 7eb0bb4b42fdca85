// Definitions of tokenizers: rank files of tiktoken.  The first line is the expression that
// splits.
#include <algorithm>

#include "fuzz/tokenizer_outcome.h"
#include "tokenize/read_tiktoken.h"

namespace galley {
namespace {

void Check(std::string_view input) {
  const size_t line = std::min(input.find('\n'), input.size());
  const std::string_view pattern = input.substr(0, line);
  if (!IsValidUtf8(pattern)) return;
  RequireSound(ReadTiktoken(input.substr(std::min(line + 1, input.size())), pattern));
}

}  // namespace
}  // namespace galley

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  galley::Check(galley::TextFrom(bytes, size));
  return 0;
}
