// What the tests of discovery share: catalogs of paths in memory.
#ifndef GALLEY_DISCOVER_DISCOVER_TESTING_H_
#define GALLEY_DISCOVER_DISCOVER_TESTING_H_

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "discover/catalog.h"
#include "files/memory_files.h"

namespace galley {

// A catalog of `paths`; those that start with `project`, `user` or `builtin` belong to
// that tier, and what follows up to the first `/` tells its roots apart: `user2/a.j2`.
inline Catalog CatalogOf(const std::vector<std::string>& paths, Extensions extensions = {}) {
  const Limits limits;
  std::vector<Diagnostic> notices;
  auto files = std::make_shared<MemoryFiles>();
  std::vector<std::string> roots;
  for (const std::string& path : paths) {
    EXPECT_TRUE(files->Add(path, "")) << path;
    const std::string root = path.substr(0, path.find('/'));
    if (std::find(roots.begin(), roots.end(), root) == roots.end()) roots.push_back(root);
  }
  std::sort(roots.begin(), roots.end());
  RootList list(limits, &notices);
  for (const std::string& root : roots) {
    const Tier tier = root.starts_with("project") ? Tier::kProject
                      : root.starts_with("user")  ? Tier::kUser
                                                  : Tier::kBuiltin;
    EXPECT_TRUE(list.AddWithin(tier, root, files)) << root;
  }
  Result<Catalog> catalog = Catalog::Discover(list.Take(), std::move(extensions), limits, &notices);
  EXPECT_TRUE(catalog);
  EXPECT_TRUE(notices.empty());
  return *std::move(catalog);
}

// The key of what `name` means, or the code of the error in brackets.
inline std::string Meaning(const Catalog& catalog, std::string_view name) {
  const Result<const Entry*> found = catalog.Find(name);
  return found ? catalog.AbsolutePath(**found) : "[" + std::string(found.error().code()) + "]";
}

}  // namespace galley

#endif  // GALLEY_DISCOVER_DISCOVER_TESTING_H_
