// What the fields of a format hold: everything else is told to be lost.
#ifndef GALLEY_IMPORT_KNOWN_FIELDS_H_
#define GALLEY_IMPORT_KNOWN_FIELDS_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "format/tree.h"
#include "import/job.h"

namespace galley::importing {

// What may stand in a field, added up.
enum Holds : uint8_t {
  kHoldsText = 1,
  kHoldsFlag = 2,
  kHoldsNumber = 4,
  kHoldsMap = 8,
  kHoldsList = 16,
  kHoldsAnything = 31,
};

struct KnownField {
  // Names from the top, with dots between; items of a list have the path of the list.
  std::string_view path;
  uint8_t holds;
  uint8_t items_hold = kHoldsAnything;  // of a list
};

// Loses each field of `map`, and of the maps and lists in it of which fields are known, that is
// not known or holds something else; nulls are nothing.  Paths are told behind `where`.
void LoseUnknownFields(Job* job, const Tree& tree, NodeId map, std::span<const KnownField> known,
                       std::string_view where = {});

}  // namespace galley::importing

#endif  // GALLEY_IMPORT_KNOWN_FIELDS_H_
