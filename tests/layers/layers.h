// Checks the direction of dependencies: the #include lines of a source tree
// against the table in its tools/layers.txt, whose first lines explain it.
//
// A forward declaration of another folder's type counts as an include of its header.
// The table is checked too: a row can only name rows above it, so no set of
// rows allows a cycle, and what a row allows somebody uses.
#ifndef GALLEY_TESTS_LAYERS_LAYERS_H_
#define GALLEY_TESTS_LAYERS_LAYERS_H_

#include <cstddef>
#include <filesystem>
#include <map>
#include <set>
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

// What the sources of a tree do with the table's permission, tests aside.
struct Uses {
  std::map<std::string, std::set<std::string>> includes;      // of a folder, with quotes
  std::map<std::string, std::set<std::string>> declarations;  // of a folder: headers of types
  std::vector<std::pair<std::string, std::string>> headers;   // a file and what it has in <>
};

class LayerTable {
 public:
  // Reads the table; what is wrong with it goes to `violations`.
  static LayerTable Parse(std::string_view text, std::vector<Violation>* violations);

  bool HasFolder(std::string_view folder) const { return rows_.count(std::string(folder)) != 0; }
  // May a file of `folder` include "`target`"?
  bool AllowsInclude(std::string_view folder, std::string_view target) const;
  // May a file of `folder` declare a type of "`target`" without including it?
  bool AllowsDeclaration(std::string_view folder, std::string_view target) const;
  // Adds what the table allows and nobody uses.
  void FindUnused(const Uses& uses, std::vector<Violation>* violations) const;
  // Does "`target`" come from a row above that of `folder`?
  bool StandsAbove(std::string_view target, std::string_view folder) const;
  // May `file`, a path from the root, include <`header`>?
  bool AllowsHeader(std::string_view file, std::string_view header) const;
  bool RefusesName(std::string_view name) const;

 private:
  using Items = std::vector<std::string>;

  // One line of the table: what it says, and what that means.
  struct Row {
    size_t line = 0;
    Items words;
    Items items;
  };

  void ParseEntry(size_t line, std::string_view entry, std::vector<Violation>* violations);
  void AddRow(const std::string& folder, Row row, std::vector<Violation>* violations);
  Items Expand(std::string_view list) const;
  const Row* HeaderPlaces(std::string_view header) const;

  std::map<std::string, Row> rows_;
  std::map<std::string, size_t> order_;  // the number of a folder's row
  std::map<std::string, Items> names_;
  std::map<std::string, Row> headers_;
  Items refused_;
};

// All violations of the tree at `root`, in the order of the files' paths.
std::vector<Violation> CheckLayers(const std::filesystem::path& root);
// What the table of that tree allows and nobody uses, in the order of the rows' names.
std::vector<Violation> FindUnusedGrants(const std::filesystem::path& root);

}  // namespace galley

#endif  // GALLEY_TESTS_LAYERS_LAYERS_H_
