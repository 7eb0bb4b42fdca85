// NameIndex: from every name that may be written to the entry it means.
//
// A file has up to four names: its base name and its full logical name, each with
// and without its extension.  All four are parts of its path, so the index holds
// positions only.
#ifndef GALLEY_DISCOVER_NAME_INDEX_H_
#define GALLEY_DISCOVER_NAME_INDEX_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/hash_table.h"

namespace galley {

struct Entry;
class Extensions;

class NameIndex {
 public:
  struct Match {
    uint32_t entry = kNoPosition;  // the first, in look-up order
    bool is_ambiguous = false;     // its tier holds another
  };

  // `entries` are in look-up order.
  void Build(std::span<const Entry> entries, const Extensions& extensions);

  // `entries` are those it was built of.
  Match Find(std::string_view name, std::span<const Entry> entries) const noexcept;

 private:
  void Add(std::span<const Entry> entries, uint32_t entry, uint32_t form);
  uint32_t Look(std::string_view name, uint32_t hash,
                std::span<const Entry> entries) const noexcept;

  // A position is that of the entry, times four, plus the form of the name.
  std::vector<HashSlot> table_;
  // For each entry, a bit for each form of its name that its tier holds twice.
  std::vector<uint8_t> ambiguous_;
};

}  // namespace galley

#endif  // GALLEY_DISCOVER_NAME_INDEX_H_
