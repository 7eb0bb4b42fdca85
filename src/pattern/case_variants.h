// Ignoring case as ECMAScript does without the flag u: two UTF-16 units are the
// same where their upper cases are.
#ifndef GALLEY_PATTERN_CASE_VARIANTS_H_
#define GALLEY_PATTERN_CASE_VARIANTS_H_

#include <cstddef>
#include <vector>

namespace galley {

// Characters from `first` to `last`.
struct CharacterRange {
  char32_t first;
  char32_t last;
};

// Sorts `ranges`, joins those that touch, and adds the units that are the same
// as one of theirs.  ASCII is left alone: PCRE2 ignores its case by itself, and
// no other unit is the same as one of ASCII.  Returns how many units were looked
// at; a range of characters without case costs nothing.
size_t AddCaseVariants(std::vector<CharacterRange>* ranges);

}  // namespace galley

#endif  // GALLEY_PATTERN_CASE_VARIANTS_H_
