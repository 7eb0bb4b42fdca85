// WhatIf: what changes as the budget of a chat template grows.
#ifndef GALLEY_EMIT_WHAT_IF_H_
#define GALLEY_EMIT_WHAT_IF_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "emit/explain_text.h"
#include "emit/explanation.h"

namespace galley::chat {

// A budget at which something changes, and the conversation from there on.
struct WhatIfPoint {
  Explanation told;
  std::vector<ExplainedPart> appeared;  // since the point before
  std::vector<ExplainedPart> vanished;
  size_t messages = 0;   // of the conversation
  uint32_t changes = 1;  // that lie between the point before and this one, or at it
  bool exact = true;     // false: the change may come a little earlier
};

struct WhatIf {
  uint64_t from = 0;
  uint64_t to = 0;
  uint64_t changes = 0;             // that were found
  std::vector<WhatIfPoint> points;  // the first is the state at `from`
};

// What is in one and not in the other, by place and loop.
void Compare(const Explanation& before, WhatIfPoint* point);

// One line a point: what each slot gets, what appears and what vanishes.
std::string WhatIfAsText(const WhatIf& found, const TextStyle& style);

}  // namespace galley::chat

#endif  // GALLEY_EMIT_WHAT_IF_H_
