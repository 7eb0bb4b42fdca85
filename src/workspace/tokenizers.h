// Tokenizers by what parameters say: a name, or a whole definition.
#ifndef GALLEY_WORKSPACE_TOKENIZERS_H_
#define GALLEY_WORKSPACE_TOKENIZERS_H_

#include <string_view>

#include "galley/limits.h"
#include "galley/result.h"
#include "tokenize/definition.h"
#include "tokenize/table_store.h"
#include "tokenize/table_tokenizer.h"
#include "workspace/host.h"
#include "workspace/params.h"

namespace galley::workspace {

// The most bytes of a file that holds a definition.
inline constexpr uint64_t kMaxDefinition = uint64_t{512} << 20;

// The tables of the user who runs the process.
TableStore TablesOf(const Host& host);

// A definition in one of the formats `huggingface`, `tiktoken`, `tekken`, `sentencepiece`.
// `pattern`: for a tiktoken rank file, the name of a built-in tokenizer whose split it
// has, or the expression itself; empty: that of cl100k.
Result<TokenizerDefinition> ReadDefinition(std::string_view format, std::string_view bytes,
                                           std::string_view pattern, const Limits& limits);

// The format of a file, by its name and what it begins with; empty where nothing tells.
std::string_view FormatOfDefinition(std::string_view path, std::string_view bytes);

// A built-in or imported tokenizer, or, where there is a slash in it, that of a definition at a
// path.
Result<TableTokenizer> OpenTokenizer(std::string_view name_or_path);

// The tokenizer of the parameters `tokenizer` or `definition`, one of which must be there.
Result<TableTokenizer> ReadTokenizer(const Params& params, const Invocation& call);

// The parameter `specials`: text (the default) or recognised.
Result<Specials> ReadSpecials(const Params& params);

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_TOKENIZERS_H_
