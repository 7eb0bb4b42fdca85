// The tokenizers that ship with the program.
#ifndef GALLEY_TOKENIZE_BUILTIN_H_
#define GALLEY_TOKENIZE_BUILTIN_H_

#include <span>
#include <string>
#include <string_view>

#include "galley/result.h"
#include "tokenize/definition.h"

namespace galley {

struct BuiltinTokenizer {
  std::string_view name;
  std::string_view about;
  std::string_view sha256;  // of data/tokenizers/NAME.gtv
};

// In the order of documents.
std::span<const BuiltinTokenizer> BuiltinTokenizers() noexcept;
// Null where there is none.
const BuiltinTokenizer* FindBuiltin(std::string_view name) noexcept;

Result<TokenizerDefinition> DefinitionOf(const BuiltinTokenizer& builtin);
// What a table of it was made from: the digests of its data and that of its base.
std::string SourceDigestOf(const BuiltinTokenizer& builtin);

}  // namespace galley

#endif  // GALLEY_TOKENIZE_BUILTIN_H_
