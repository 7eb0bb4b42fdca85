// RepeatedEntry: what a reader of JSON data knows and the values that it made cannot show.
#ifndef GALLEY_FORMAT_REPEATED_ENTRY_H_
#define GALLEY_FORMAT_REPEATED_ENTRY_H_

#include <compare>
#include <string_view>

#include "value/map.h"

namespace galley {

// A key that a map held once more than its value shows.
struct RepeatedEntry {
  const MapEntry* map;  // where the entries of the map are
  std::string_view key;

  friend auto operator<=>(const RepeatedEntry&, const RepeatedEntry&) = default;
};

}  // namespace galley

#endif  // GALLEY_FORMAT_REPEATED_ENTRY_H_
