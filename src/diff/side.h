// Side: one of the two renders that are compared, with all that it was made of.
#ifndef GALLEY_DIFF_SIDE_H_
#define GALLEY_DIFF_SIDE_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compile/artifact.h"
#include "compile/task_kind.h"
#include "galley/limits.h"
#include "history/message.h"
#include "render/conversation.h"
#include "render/registry.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley::diff {

// Everything outlives it.  A conversation that was saved has no template: then `artifact`
// and what belongs to it are null.
struct Side {
  std::span<const history::Message> messages;
  const chat::Trace* trace = nullptr;
  const chat::Artifact* artifact = nullptr;
  const chat::TaskKind* kind = nullptr;
  chat::Registry* registry = nullptr;
  std::string file;  // of the template; empty: given inline
  Value context;     // a map
  Value sources;     // what the caller gave for them: a map, a list or undefined
  Value document;    // the template, as a value
  uint64_t tool_tokens = 0;
  Heap* heap = nullptr;
  Limits limits;
};

// A value and the way to it from the root of the context; without a path where it is none of
// the context's.
struct Located {
  std::string path;
  Value value;
};

// `at`, one step further: a field, or the item of that number.
Located StepInto(const Located& at, std::string_view step, Heap* heap);

// What a reference leads to, before any of its arguments picks a part of it.
Located Locate(const Side& side, const chat::DataRef& ref, std::span<const chat::TracedLoop> loops);
// The item of the innermost loop.
Located LocateItem(const Side& side, std::span<const chat::TracedLoop> loops);
// The list that it is of.
Located LocateList(const Side& side, std::span<const chat::TracedLoop> loops);
// Which item of the whole list that is.
uint32_t ItemNumber(const Side& side, std::span<const chat::TracedLoop> loops);

// The same loops on another side: items of the same numbers, as far as they are there.
std::vector<chat::TracedLoop> LoopsOn(const Side& other, const Side& side,
                                      std::span<const chat::TracedLoop> loops);

// Where a part of a conversation comes from, the items of its loops included: two parts of two
// renders are of one node and item where these are equal.
std::string KeyOf(const Side& side, const chat::Traced& traced);

// The value as JSON; empty where it is undefined.
std::string TextOf(const Value& value);
// Whether they are equal but for the order of elements or keys.
bool EqualButForOrder(const Value& a, const Value& b);

}  // namespace galley::diff

#endif  // GALLEY_DIFF_SIDE_H_
