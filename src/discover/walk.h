// Walk: the files under one root become entries of a catalog.
#ifndef GALLEY_DISCOVER_WALK_H_
#define GALLEY_DISCOVER_WALK_H_

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "discover/catalog.h"
#include "files/listing.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley {

class Walk {
 public:
  Walk(Catalog* catalog, const Limits& limits, std::vector<Diagnostic>* notices)
      : catalog_(*catalog), limits_(limits), notices_(*notices) {}

  // Adds the templates under a root, in the order of the bytes of their paths.
  Result<void> Run(uint32_t root);
  // Tells of what was left out beyond the notices given.
  void Finish();

 private:
  // A directory that is being walked.
  struct Level {
    explicit Level(size_t most_names) : listing(most_names) {}
    Listing listing;
    size_t next = 0;       // of the listing
    size_t path_size = 0;  // of the path that leads to it
  };

  Result<void> Enter();
  Result<void> Visit(std::string_view name, FileKind kind);
  Result<void> VisitFile(std::string_view name);
  bool IsOddName(std::string_view name);
  // Whether a link leads to a regular file inside the root.
  bool LeadsToFile();
  void Skip(std::string_view why);
  Error AtRoot(Error error) const;

  const Root& root() const { return catalog_.roots_[root_]; }

  Catalog& catalog_;
  const Limits& limits_;
  std::vector<Diagnostic>& notices_;
  uint32_t root_ = 0;
  std::string path_;          // of what is being visited
  std::deque<Level> levels_;  // kept for their buffers
  size_t depth_ = 0;          // levels in use
  uint64_t skipped_ = 0;
};

}  // namespace galley

#endif  // GALLEY_DISCOVER_WALK_H_
