// A short list in the order of use.
#include "tokenize/opened_tokenizers.h"

#include <algorithm>
#include <mutex>
#include <utility>

namespace galley {

OpenedTokenizers& OpenedTokenizers::OfProcess() {
  static OpenedTokenizers opened;
  return opened;
}

std::optional<TableTokenizer> OpenedTokenizers::Find(std::string_view key) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& entry) { return entry.key == key; });
  if (found == entries_.end()) return std::nullopt;
  std::rotate(found, found + 1, entries_.end());
  return entries_.back().tokenizer;
}

void OpenedTokenizers::Keep(std::string key, const TableTokenizer& tokenizer) {
  const std::lock_guard lock(mutex_);
  std::erase_if(entries_, [&](const Entry& entry) { return entry.key == key; });
  if (entries_.size() == kMost) entries_.erase(entries_.begin());
  entries_.push_back({std::move(key), tokenizer});
}

}  // namespace galley
