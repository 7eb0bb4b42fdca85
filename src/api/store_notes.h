// Notes of a project: which version of a stored document each of its files was last
// pulled or pushed as.  They tell a push what it is based on; without them a push is
// based on whatever is newest.
#ifndef GALLEY_API_STORE_NOTES_H_
#define GALLEY_API_STORE_NOTES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "api/project.h"
#include "base/ordered_map.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley {

inline constexpr std::string_view kNotesPath = ".galley/store-base.json";

class StoreNotes {
 public:
  // Those of a project.  A file that cannot be read says nothing.
  static StoreNotes Of(const Project& project, const Limits& limits);

  // The version of `name` in the store of that id.
  std::optional<int64_t> Find(std::string_view store_id, std::string_view name) const;
  // Writes the file anew.  Fails as Files::Write does.
  Result<void> Set(std::string_view store_id, std::string_view name, int64_t version);

 private:
  explicit StoreNotes(std::string root) : root_(std::move(root)) {}

  std::string root_;
  OrderedMap<int64_t> versions_;  // by `id name`; an id holds no blank
};

}  // namespace galley

#endif  // GALLEY_API_STORE_NOTES_H_
