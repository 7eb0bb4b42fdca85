// TableStore: tokenizers by name, through tables that lie in the user's directories.
//
// A built-in tokenizer is compiled once into the cache directory; what is missing there,
// damaged or made from other data is made again, in one step that others see whole or not
// at all.  Without a directory that can be written tables are made in memory.
#ifndef GALLEY_TOKENIZE_TABLE_STORE_H_
#define GALLEY_TOKENIZE_TABLE_STORE_H_

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "galley/result.h"
#include "tokenize/definition.h"
#include "tokenize/table_tokenizer.h"

namespace galley {

class TableStore {
 public:
  // `cache`: where tables of built-in tokenizers are kept; `data`: where imported ones
  // are.  Absolute, or empty for none.  Nothing is opened or made yet.
  TableStore(std::string cache, std::string data)
      : cache_(std::move(cache)), data_(std::move(data)) {}

  // A built-in tokenizer, or an imported one.  Fails with unknown-tokenizer where
  // there is neither.
  Result<TableTokenizer> Open(std::string_view name) const;

  // Compiles and keeps a tokenizer under a name that no built-in one has.  Fails with
  // tokenizer-invalid, tokenizer-unsupported, invalid-params for a bad name, output-failed.
  Result<TableTokenizer> Import(std::string_view name, const TokenizerDefinition& definition,
                                std::string_view source_digest) const;

  // The tokenizer of a definition that is known by a digest of its own; `read` gives it where
  // no table was made of it yet.
  using ReadFunction = std::function<Result<TokenizerDefinition>()>;
  Result<TableTokenizer> OpenDefinition(std::string_view source_digest,
                                        const ReadFunction& read) const;

  // The names of imported tokenizers, sorted.
  std::vector<std::string> Imported() const;

 private:
  // The table `file` of the cache, which is made where it is not there.
  Result<TableTokenizer> OpenCached(const std::string& file, std::string_view source_digest,
                                    const ReadFunction& read) const;

  std::string cache_;
  std::string data_;
};

}  // namespace galley

#endif  // GALLEY_TOKENIZE_TABLE_STORE_H_
