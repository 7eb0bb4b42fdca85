// Differences for people: as text, as annotations of GitHub, as a page.
#ifndef GALLEY_DIFF_REPORT_H_
#define GALLEY_DIFF_REPORT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "diff/chat_diff.h"
#include "galley/diagnostic.h"

namespace galley::diff {

// What a cache keeps, and what a request costs then.
struct Survival {
  uint64_t tokens = 0;
  double cost = 0;
  double full_hit_cost = 0;
  bool lacks_marks = false;  // the provider keeps up to marks only, and there is none
};

// A run of words of a text.
struct WordRun {
  enum class Kind : uint8_t { kSame, kRemoved, kAdded } kind;
  std::string_view text;
};
// How to get from one text to another, word by word.  Of texts that have little in common, and
// of very long ones, only what they begin and end with is compared.
std::vector<WordRun> CompareWords(std::string_view before, std::string_view after);

// `survival` is null where no cache is spoken of.
std::string PrintText(const ChatDiff& diff, const Survival* survival, Colour colour);
std::string PrintForGitHub(const ChatDiff& diff);
std::string PrintHtml(const ChatDiff& diff, const Survival* survival);

// "value of `born`", "evicted from `turns`": what a finding says, without its place.
std::string Describe(const Finding& finding);

}  // namespace galley::diff

#endif  // GALLEY_DIFF_REPORT_H_
