// Names that differ only in how people spell words: `userName`, `user_name`.
#ifndef GALLEY_CHECK_SPELLINGS_H_
#define GALLEY_CHECK_SPELLINGS_H_

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "base/seeded_hash.h"

namespace galley::check {

// The names of one template, in the order in which they are read.
class Spellings {
 public:
  // The first spelling of `name`, where this is another one that was not told yet.
  std::optional<std::string> Add(std::string_view name) {
    const std::string& first = first_.try_emplace(Folded(name), name).first->second;
    if (first == name || !told_.emplace(name).second) return std::nullopt;
    return first;
  }

 private:
  // Without case and what stands between words.
  static std::string Folded(std::string_view name) {
    std::string folded;
    for (const char byte : name) {
      if (byte == '_' || byte == '-') continue;
      folded += byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
    }
    return folded;
  }

  std::unordered_map<std::string, std::string, SeededHash> first_;  // by what is folded
  std::unordered_set<std::string, SeededHash> told_;
};

}  // namespace galley::check

#endif  // GALLEY_CHECK_SPELLINGS_H_
