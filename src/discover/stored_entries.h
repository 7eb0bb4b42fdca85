// StoredEntries: the templates of a store, as a catalog sees them.
//
// A catalog asks it before it looks at its own entries, so whatever takes a name takes
// that of a stored template too.
#ifndef GALLEY_DISCOVER_STORED_ENTRIES_H_
#define GALLEY_DISCOVER_STORED_ENTRIES_H_

#include <memory>
#include <string_view>

#include "files/files.h"
#include "galley/result.h"

namespace galley {

struct Entry;
class UnitCache;  // compile/unit_cache.h

// Used from one thread at a time.
class StoredEntries {
 public:
  virtual ~StoredEntries() = default;

  // The entry that `name` means, of the tier kStore and valid as long as this; null
  // where the name is not for the store, and whoever asks looks elsewhere.
  virtual Result<const Entry*> Find(std::string_view name) = 0;

  // What the paths of its entries lead to.
  virtual std::shared_ptr<const Files> files() const = 0;

  // The digest of an entry's text, and where compiled templates are kept by it; null
  // where nobody would use them again.
  virtual std::string_view DigestOf(const Entry& entry) const = 0;
  virtual UnitCache* units() noexcept = 0;
};

}  // namespace galley

#endif  // GALLEY_DISCOVER_STORED_ENTRIES_H_
