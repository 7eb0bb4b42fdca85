// `lipsum(n, html, min, max)`: text without meaning, to try a layout with.
#ifndef GALLEY_ENGINE_LIBRARY_LIPSUM_H_
#define GALLEY_ENGINE_LIBRARY_LIPSUM_H_

#include <span>

#include "engine/library/builtin.h"
#include "value/value.h"

namespace galley {

// `n` paragraphs of `min` to `max - 1` words.  The words are drawn from a fixed
// sequence: the same arguments give the same text everywhere.
Value Lipsum(CallContext& cx, std::span<const Value> args);

}  // namespace galley

#endif  // GALLEY_ENGINE_LIBRARY_LIPSUM_H_
