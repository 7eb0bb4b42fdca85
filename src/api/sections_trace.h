// Where the parts of a flat template came from, as data and for people.
#ifndef GALLEY_API_SECTIONS_TRACE_H_
#define GALLEY_API_SECTIONS_TRACE_H_

#include <string>
#include <string_view>

#include "resolve/flat.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley::api {

// Where every part came from, and what was overridden, removed or ignored:
// {files[], sections {N: place}, placeholders {N: {place, fields {K: place}}}, events[]}
// with places {file, line}.
Value NewTrace(const FlatTemplate& flat, Heap* heap);
// The same for people, each line after `prefix`.
std::string ShowTrace(const FlatTemplate& flat, std::string_view prefix);

}  // namespace galley::api

#endif  // GALLEY_API_SECTIONS_TRACE_H_
