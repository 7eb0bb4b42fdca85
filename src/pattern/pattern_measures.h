// What a translation must know of each part of a pattern before it writes any.
#ifndef GALLEY_PATTERN_PATTERN_MEASURES_H_
#define GALLEY_PATTERN_PATTERN_MEASURES_H_

#include <cstdint>
#include <vector>

#include "pattern/pattern_tree.h"

namespace galley {

struct PatternMeasure {
  // Characters that a match takes; kNoUpperBound where there is no bound.
  uint32_t min = 0;
  uint32_t max = 0;
  // Every match takes the same number, and PCRE2 sees that it does.
  bool is_fixed = true;
  // It holds a group, and one that not every match sets.
  bool captures = false;
  bool captures_sometimes = false;
};

// By PatternId.
std::vector<PatternMeasure> MeasurePattern(const PatternTree& tree);

}  // namespace galley

#endif  // GALLEY_PATTERN_PATTERN_MEASURES_H_
