// Where the marks for a provider's prompt cache stand.
//
// A provider keeps a prompt up to marks only.  They stand where what stays the same ends: for
// every request, for a session, up to what was shrunk, and for a turn.  A mark costs a write,
// so there are four at most, and none where a provider would keep nothing.
#ifndef GALLEY_EMIT_CACHE_MARKS_H_
#define GALLEY_EMIT_CACHE_MARKS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "emit/provider.h"
#include "history/message.h"
#include "value/heap.h"

namespace galley {

// What is known of a conversation whose template says `cache: auto`.
struct MarkPlan {
  std::vector<chat::Volatility> classes;  // by message: the highest class up to its end
  std::vector<uint64_t> tokens;           // by message
  uint64_t tool_tokens = 0;
  uint32_t newest_elided = chat::kAbsent;  // message: results of the newest step that was shrunk
  std::string ttl;                         // of the tools, the system and what stays for a session
};

// What a provider keeps.
struct MarkRules {
  uint64_t minimum = 0;   // tokens; fewer are not kept
  uint64_t lookback = 0;  // blocks before a mark that are looked at; 0: all
};

// Whether a provider has marks, with this model.
bool TakesMarks(const Outgoing& outgoing, Provider provider) noexcept;

// All marks of the request, those by hand too, in its order.
std::vector<CacheMark> PlaceMarks(const Outgoing& outgoing, Provider provider, const MarkPlan& plan,
                                  const MarkRules& rules, Heap* heap);

// What its reasons are called: `hand`, `system`, `tools`, `session`, `elision`, `turn`, `blocks`.
std::vector<std::string_view> ReasonsOf(const CacheMark& mark);

}  // namespace galley

#endif  // GALLEY_EMIT_CACHE_MARKS_H_
