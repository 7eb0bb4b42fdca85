// OpenedTokenizers: what a process has opened already, so that a call does not map and check a
// table again.
//
// A tokenizer is immutable, and what is kept is told by what it was made from: the same file,
// unchanged, or a digest.  So it never shows whether something was kept, except in time; this
// is why it may belong to the process.
#ifndef GALLEY_TOKENIZE_OPENED_TOKENIZERS_H_
#define GALLEY_TOKENIZE_OPENED_TOKENIZERS_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/mutex.h"
#include "tokenize/table_tokenizer.h"

namespace galley {

// May be used from any thread.
class OpenedTokenizers {
 public:
  static OpenedTokenizers& OfProcess();

  // The one that was kept under `key`.
  std::optional<TableTokenizer> Find(std::string_view key);
  // Keeps it, and forgets the one that was not asked for longest where there are too many.
  void Keep(std::string key, const TableTokenizer& tokenizer);

 private:
  static constexpr size_t kMost = 16;

  struct Entry {
    std::string key;
    TableTokenizer tokenizer;
  };

  Mutex mutex_;
  std::vector<Entry> entries_;  // what was asked for last is at the end
};

}  // namespace galley

#endif  // GALLEY_TOKENIZE_OPENED_TOKENIZERS_H_
