// YAML documents: the core of YAML 1.2, one document a text.
//
// What surprises people or programs is left out: no tags, no %TAG, no keys that
// are lists or maps, no anchors or aliases on keys.  `<<` is a key like any other.
// Keys are strings, as written: the key of `1: x` is "1".  An alias stands for a
// copy of what it names.
#ifndef GALLEY_FORMAT_YAML_H_
#define GALLEY_FORMAT_YAML_H_

#include "diag/source.h"
#include "format/tree.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley {

// A text without a value (empty, or comments only) is null.  Fails with
// yaml-syntax, yaml-unsupported, duplicate-key, number-range, invalid-utf8,
// limit-size, limit-nesting, limit-nodes or limit-heap.
Result<Tree> ReadYaml(const Source& source, const Limits& limits,
                      MayRepeatKeys may_repeat = nullptr);
// Reads `part` of a text, such as its front matter; places are those in all of it.
Result<Tree> ReadYaml(const Source& source, Span part, const Limits& limits);

// The value alone, in `heap`.
Result<Value> ReadYamlData(const Source& source, Heap* heap, const Limits& limits);

}  // namespace galley

#endif  // GALLEY_FORMAT_YAML_H_
