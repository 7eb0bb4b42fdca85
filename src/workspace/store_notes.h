// Notes of a project: which version of a stored document each of its files was last
// pulled or pushed as.  They tell a push what it is based on; without them a push is
// based on whatever is newest.
#ifndef GALLEY_WORKSPACE_STORE_NOTES_H_
#define GALLEY_WORKSPACE_STORE_NOTES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ordered_map.h"
#include "galley/diagnostic.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "workspace/project.h"

namespace galley::workspace {

inline constexpr std::string_view kNotesPath = ".galley/store-base.json";
// Whoever changes them holds this file, so that nobody's note gets lost.
inline constexpr std::string_view kNotesLockPath = ".galley/store-base.lock";

class StoreNotes {
 public:
  // Those of a project.  A file that cannot be read says nothing.
  static StoreNotes Of(const Project& project, const Limits& limits);

  // The version of `name` in the store of that id.
  std::optional<int64_t> Find(std::string_view store_id, std::string_view name) const;
  // Adds a note to those that the file has by then.  What was pushed or pulled is so
  // whether it can be noted or not: a failure is a warning.
  void Set(std::string_view store_id, std::string_view name, int64_t version,
           std::vector<Diagnostic>* warnings);

 private:
  StoreNotes(std::string root, const Limits& limits) : root_(std::move(root)), limits_(limits) {}

  void Read();
  Result<void> Write(const std::string& key, int64_t version);

  std::string root_;
  Limits limits_;
  OrderedMap<int64_t> versions_;  // by `id name`; an id holds no blank
};

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_STORE_NOTES_H_
