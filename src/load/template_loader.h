// Finding and reading the template that a reference means: a path from the file
// that names it, a name in the catalog, or the id that a section template gives itself.
//
// A path stays in the root of the file that names it: the innermost root of the
// catalog that holds it, else the workspace.  What a place is called is its own
// business; two places are the same file where their identities are equal.
#ifndef GALLEY_LOAD_TEMPLATE_LOADER_H_
#define GALLEY_LOAD_TEMPLATE_LOADER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ordered_map.h"
#include "discover/catalog.h"
#include "files/files.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley {

// Where a template is.
struct TemplatePlace {
  uint32_t root = 0;     // a number of the loader's
  std::string path;      // from there
  std::string identity;  // the same for the same file
  std::string name;      // as messages call it
};

// Views the catalog and the files, which outlive it.  For one thread: the ids are read when
// they are first asked for.
class TemplateLoader {
 public:
  // `top` is where the files are on disk, links resolved; empty in memory.  Paths that
  // no file names are seen from `start`, a directory of the files.
  TemplateLoader(const Catalog& catalog, const Files& files, const std::string& top,
                 std::string start, const Limits& limits);

  // For templates of the catalog alone.
  TemplateLoader(const Catalog& catalog, const Limits& limits);

  // The template of `type` that `reference` means in the file `from`, or from where the
  // loader starts where that is null.  Fails with template-not-found, unsafe-path,
  // invalid-template where it is of another type, template-ambiguous where two have the id,
  // and as Catalog::Find does.
  Result<TemplatePlace> Locate(std::string_view reference, const TemplatePlace* from,
                               TemplateType type) const;

  // Where an entry of the catalog is.
  TemplatePlace PlaceOf(const Entry& entry) const;

  // The text there.  Fails with template-not-found, unsafe-path, file-unreadable or
  // limit-size.
  Result<std::string> Read(const TemplatePlace& place) const;

 private:
  struct SearchedRoot {
    const Files* files;
    std::string directory;  // the part of the files that it is
    std::string path;       // on disk, or the part again
    std::string name;       // as messages call it
    bool is_given = false;  // the directory of a file that somebody named by its path
  };

  Result<TemplatePlace> LocatePath(std::string_view reference, const TemplatePlace* from) const;
  Result<TemplatePlace> LocateName(std::string_view name, TemplateType type) const;
  // By the id, and `failure` where no template has it.
  Result<TemplatePlace> LocateId(std::string_view id, Error failure) const;
  // By the name, else by the id.
  Result<TemplatePlace> LocateNamed(std::string_view reference, TemplateType type) const;
  void ReadIds() const;
  void ReadIdsOfFiles() const;
  void AddId(TemplatePlace place) const;
  // What a path means in a stored template: a name from where its own stands.
  Result<TemplatePlace> LocateStored(std::string_view reference, const TemplatePlace& from,
                                     TemplateType type) const;
  // What lies at `full`, a path like those of the roots, seen from its innermost root.
  TemplatePlace PlaceOf(std::string_view full) const;
  std::string PathIn(const TemplatePlace& place) const;

  const Catalog& catalog_;
  Limits limits_;
  std::string start_;
  std::vector<SearchedRoot> roots_;  // the first is the workspace, the last the store
  mutable std::optional<OrderedMap<std::vector<TemplatePlace>>> ids_;
};

}  // namespace galley

#endif  // GALLEY_LOAD_TEMPLATE_LOADER_H_
