// GivenFiles: templates that somebody names by their paths, whatever the catalog holds, and
// what lies beside them.
//
// A file is found by the path it was given by, before or behind the names of the catalog.
// What lies in its directory is found by name, behind everything else, and the directory
// is never listed: it may be anybody's home.
#ifndef GALLEY_DISCOVER_GIVEN_FILES_H_
#define GALLEY_DISCOVER_GIVEN_FILES_H_

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ordered_map.h"
#include "discover/extensions.h"
#include "files/files.h"

namespace galley {

struct Entry;

struct GivenFile {
  std::string path;  // as it was written, which is its name
  std::string text;
  TemplateType type = TemplateType::kJinja;
  bool after_names = false;             // where a template has that name it is meant instead
  std::string directory;                // on disk, links resolved; empty: it is in no directory
  std::shared_ptr<const Files> beside;  // that directory, or null
};

// Used from one thread at a time.
class GivenFiles {
 public:
  GivenFiles();
  ~GivenFiles();

  // `root` is the number of the file's own root, and `beside` that of its directory.
  void Add(GivenFile file, const Extensions& extensions, uint32_t root, uint32_t beside);

  // The file of that path, if it comes before the names of the catalog or behind them;
  // null where there is none.
  const Entry* Find(std::string_view path, bool after_names) const;
  // What `name`, a valid one, means in the directories of the files; null where nothing is
  // there.  Where several files have it in one directory one of the type of the first file
  // is meant, else the one whose extension comes first in `extensions`.
  const Entry* FindBeside(std::string_view name, const Extensions& extensions);

 private:
  struct Given;
  struct Directory {
    std::shared_ptr<const Files> files;
    uint32_t root;
  };

  std::deque<Given> given_;
  std::vector<Directory> directories_;
  OrderedMap<std::unique_ptr<Given>> beside_;  // by name; null: nothing is there
};

}  // namespace galley

#endif  // GALLEY_DISCOVER_GIVEN_FILES_H_
