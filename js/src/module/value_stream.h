// Values as JavaScript writes them into the input, for a Context.
//
// A map is two numbers, how many words and how many bytes follow, and then those: the bytes
// are those of all texts, one behind the other.  All numbers are words of 32 bits, little-
// endian and aligned, as the map itself is.  The other side is js/src/encode.ts, which nobody
// else writes for: nothing is checked here but limits.  The texts are UTF-8.
//
// In the words a value is a number that tells its kind, and what follows:
//   0 null, 1 false, 2 true
//   3 an int, one word; 4 a double, 5 an int of 64 bits, two words, the lower first
//   6 a text: its size
//   7 a list: its size, its items
//   8 a map: its size, and for each entry a key and a value
// A key is its place among those that the whole has, in the order in which they come first;
// where it does, its size follows.  The words begin with the size of the map.
#ifndef GALLEY_JS_SRC_MODULE_VALUE_STREAM_H_
#define GALLEY_JS_SRC_MODULE_VALUE_STREAM_H_

#include <galley/context.h>

namespace galley::module {

// Adds the entries of the map that begins at `at`, or where the next word does, to an empty
// context, which keeps views of the texts.  Returns where the map ends.
const char* ReadValues(const char* at, Context* context);

}  // namespace galley::module

#endif  // GALLEY_JS_SRC_MODULE_VALUE_STREAM_H_
