// Following paths into data: own fields only, no methods.
#ifndef GALLEY_RENDER_VALUE_PATH_H_
#define GALLEY_RENDER_VALUE_PATH_H_

#include <string_view>

#include "compile/artifact.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley::chat {

// The item `step` of `value`: a field of a map, an index or the length of a list or
// string.  Undefined where there is none.
Value FollowStep(const Value& value, std::string_view step, Heap* heap);

// What `path` leads to from `value`.
Value FollowPath(const Value& value, const ValuePath& path, Heap* heap);

}  // namespace galley::chat

#endif  // GALLEY_RENDER_VALUE_PATH_H_
