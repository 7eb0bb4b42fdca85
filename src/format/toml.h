// TOML documents, for configuration: TOML 1.0.
//
// Dates and times are strings, as written.  Line breaks in strings are \n, however
// the file ends its lines.  Keys keep the order in which they first appear.
//
// The parser is our own: toml++ 3.3 ends the process on some texts that are not
// TOML, and calls itself for every level of those that are.
#ifndef GALLEY_FORMAT_TOML_H_
#define GALLEY_FORMAT_TOML_H_

#include "diag/source.h"
#include "format/tree.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley {

// Fails with toml-syntax, duplicate-key, number-range, invalid-utf8, limit-size,
// limit-nesting or limit-heap.
Result<Tree> ReadToml(const Source& source, const Limits& limits);

// The value alone, in `heap`.
Result<Value> ReadTomlData(const Source& source, Heap* heap, const Limits& limits);

}  // namespace galley

#endif  // GALLEY_FORMAT_TOML_H_
