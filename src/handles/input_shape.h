// What a template takes a variable for, told by the text around a place that reads it.
#ifndef GALLEY_HANDLES_INPUT_SHAPE_H_
#define GALLEY_HANDLES_INPUT_SHAPE_H_

#include <cstddef>
#include <string_view>

#include "base/ordered_map.h"

namespace galley::handles {

// `list` where a loop runs over the variable or a filter of lists takes it, `map` where
// something is looked up in it, else empty.  `name` is read in `text` at or after `begin`.
// Only what is near is looked at.
std::string_view ShapeAt(std::string_view text, size_t begin, std::string_view name);

// Where each word of `text` stands first, for many names of one text.
using WordPlaces = OrderedMap<size_t, std::string_view>;
WordPlaces FindWords(std::string_view text);

}  // namespace galley::handles

#endif  // GALLEY_HANDLES_INPUT_SHAPE_H_
