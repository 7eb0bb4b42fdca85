// What a template takes a variable for, told by the text around a place that reads it.
#ifndef GALLEY_HANDLES_INPUT_SHAPE_H_
#define GALLEY_HANDLES_INPUT_SHAPE_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/ordered_map.h"

namespace galley::handles {

// `list` where a loop runs over the variable or a filter of lists takes it, `map` where
// something is looked up in it, else empty.  `name` is read in `text` at or after `begin`; a
// byte of `separators` stands between the steps of a path.  Only what is near is looked at.
std::string_view ShapeAt(std::string_view text, size_t begin, std::string_view name,
                         std::string_view separators);

// The steps behind `name` there: `address` and `street` of `user.address.street`, without
// methods that are called and numbers of items.
std::vector<std::string> FieldsAt(std::string_view text, size_t begin, std::string_view name,
                                  std::string_view separators);

// What stands between the steps of a path.
inline constexpr std::string_view kJinjaSeparators = ".";
inline constexpr std::string_view kHandlebarsSeparators = "./";

// Where each word of `text` stands, for many names of one text.
using WordPlaces = OrderedMap<std::vector<size_t>, std::string_view>;
WordPlaces FindWords(std::string_view text);

}  // namespace galley::handles

#endif  // GALLEY_HANDLES_INPUT_SHAPE_H_
