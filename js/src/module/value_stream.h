// Values as JavaScript writes them into the memory of the module, for a Context.
//
// A value is a byte that tells its kind and what follows; numbers are little-endian and not
// aligned.  The other side is js/src/encode.ts, which nobody else writes for: nothing is
// checked here but the texts, by the Context.
//
//   0 null, 1 false, 2 true
//   3 an int of 32 bits, 4 a double, 5 an int of 64 bits
//   6 a text: its size in 32 bits, its bytes
//   7 a list: its size in 32 bits, its items
//   8 a map: its size in 32 bits, and for each entry a key (size, bytes) and a value
#ifndef GALLEY_JS_SRC_MODULE_VALUE_STREAM_H_
#define GALLEY_JS_SRC_MODULE_VALUE_STREAM_H_

#include <galley/context.h>

namespace galley::module {

// Adds the entries of the map at `at` to an empty context, which keeps views of the texts.
// Returns where the map ends.
const char* ReadValues(const char* at, Context* context);

}  // namespace galley::module

#endif  // GALLEY_JS_SRC_MODULE_VALUE_STREAM_H_
