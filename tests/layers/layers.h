// Checks the direction of dependencies: the #include lines of a source tree
// against the table in its tools/layers.txt, whose first lines explain it.
//
// The table is checked too: a row can only name rows above it, so no set of
// rows allows a cycle.
#ifndef GALLEY_TESTS_LAYERS_LAYERS_H_
#define GALLEY_TESTS_LAYERS_LAYERS_H_

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace galley {

struct Violation {
  std::string file;  // relative to the root of the tree
  size_t line = 0;   // 0: the file or folder as such
  std::string rule;

  // "src/base/a.h:3: ...", as editors understand it.
  std::string ToString() const;
};

class LayerTable {
 public:
  // Reads the table; what is wrong with it goes to `violations`.
  static LayerTable Parse(std::string_view text, std::vector<Violation>* violations);

  bool HasFolder(std::string_view folder) const { return rows_.count(std::string(folder)) != 0; }
  // May a file of `folder` include "`target`"?
  bool AllowsInclude(std::string_view folder, std::string_view target) const;
  // Does "`target`" come from a row above that of `folder`?
  bool StandsAbove(std::string_view target, std::string_view folder) const;
  // May `file`, a path from the root, include <`header`>?
  bool AllowsHeader(std::string_view file, std::string_view header) const;
  bool RefusesName(std::string_view name) const;

 private:
  using Items = std::vector<std::string>;

  void ParseEntry(size_t line, std::string_view entry, std::vector<Violation>* violations);
  void AddRow(size_t line, const std::string& folder, Items items,
              std::vector<Violation>* violations);
  Items Expand(std::string_view list) const;
  const Items* HeaderPlaces(std::string_view header) const;

  std::map<std::string, Items> rows_;
  std::map<std::string, size_t> order_;  // the number of a folder's row
  std::map<std::string, Items> names_;
  std::map<std::string, Items> headers_;
  Items refused_;
};

// All violations of the tree at `root`, in the order of the files' paths.
std::vector<Violation> CheckLayers(const std::filesystem::path& root);

}  // namespace galley

#endif  // GALLEY_TESTS_LAYERS_LAYERS_H_
