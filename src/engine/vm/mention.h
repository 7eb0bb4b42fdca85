// Where a tag mentions a name, for messages that point at it.
#ifndef GALLEY_ENGINE_VM_MENTION_H_
#define GALLEY_ENGINE_VM_MENTION_H_

#include <string_view>

#include "diag/source.h"

namespace galley {

enum class MentionOf : unsigned char { kVariable, kAttribute };

// The mention of `name` that is nearest to `around`, an operator, a keyword or an
// expression of the same tag of `text`; `around` itself where there is none.  Strings
// are not looked into.  Looks at a few hundred bytes at most.
Span FindMention(std::string_view text, std::string_view name, MentionOf what,
                 Span around) noexcept;

}  // namespace galley

#endif  // GALLEY_ENGINE_VM_MENTION_H_
