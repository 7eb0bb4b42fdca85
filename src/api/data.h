// Data for templates: read from texts, and laid over each other.
#ifndef GALLEY_API_DATA_H_
#define GALLEY_API_DATA_H_

#include "diag/source.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley {

// The value of a JSON, YAML or TOML text: what its name tells, or for a name that tells
// nothing how the text begins.
Result<Value> ReadData(const Source& source, Heap* heap, const Limits& limits);

// `over` laid over `under`, both maps: maps are merged, all else is replaced.
Value MergeMaps(const Value& under, const Value& over, Heap* heap);

}  // namespace galley

#endif  // GALLEY_API_DATA_H_
