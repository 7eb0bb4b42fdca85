// The text of one value inside a JSON object, as it was sent.
#ifndef GALLEY_WORKSPACE_MEMBER_TEXT_H_
#define GALLEY_WORKSPACE_MEMBER_TEXT_H_

#include <string>
#include <string_view>

#include "galley/limits.h"

namespace galley::workspace {

// What `object`, JSON that was read as data already, says for `key`: of several the
// last, which is the one that counts.  Empty where it says nothing.
std::string TextOfMember(std::string_view object, std::string_view key, const Limits& limits);

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_MEMBER_TEXT_H_
