// JSON documents: strict RFC 8259, with the place of every key and value.
//
// Data, which is large and needs no places, has a faster reader: json_data.h.
// Both accept the same texts and give the same values, except that a key may
// stand twice in data.
#ifndef GALLEY_FORMAT_JSON_H_
#define GALLEY_FORMAT_JSON_H_

#include "diag/source.h"
#include "format/tree.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley {

// Fails with json-syntax, duplicate-key, number-range, invalid-utf8, limit-size,
// limit-nesting or limit-heap.
Result<Tree> ReadJson(const Source& source, const Limits& limits,
                      MayRepeatKeys may_repeat = nullptr);

// Reads without keeping anything, for the place of an error in a text that
// another reader has refused.  Keys may stand twice.
Result<void> CheckJson(const Source& source, const Limits& limits);

}  // namespace galley

#endif  // GALLEY_FORMAT_JSON_H_
