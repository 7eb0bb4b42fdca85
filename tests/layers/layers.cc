// The include lines are found by their text: macros and conditions play no part.
#include "tests/layers/layers.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <utility>

namespace galley {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTable = "tools/layers.txt";
constexpr std::string_view kBlanks = " \t\r";

std::string_view Trim(std::string_view text) {
  const size_t begin = text.find_first_not_of(kBlanks);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

std::vector<std::string_view> Lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
  return lines;
}

std::vector<std::string_view> Words(std::string_view text) {
  std::vector<std::string_view> words;
  for (text = Trim(text); !text.empty(); text = Trim(text)) {
    const size_t end = std::min(text.find_first_of(kBlanks), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return words;
}

std::string ReadFile(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string_view Directory(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == path.npos ? std::string_view() : path.substr(0, slash);
}

// Is `path` the folder `place`, or inside it?
bool IsWithin(std::string_view path, std::string_view place) {
  return path.starts_with(place) && (path.size() == place.size() || path[place.size()] == '/');
}

// Before a header of which types are declared only.
constexpr char kDeclared = '~';

// Is "`target`" the header `item`, or in the folder `item`?
bool Covers(std::string_view item, std::string_view target) {
  return item == target || item == Directory(target);
}

bool AnyCovers(const std::vector<std::string>& items, const std::set<std::string>& targets) {
  return std::any_of(items.begin(), items.end(), [&](const std::string& item) {
    return std::any_of(targets.begin(), targets.end(),
                       [&](const std::string& target) { return Covers(item, target); });
  });
}

struct Include {
  bool angled;
  std::string_view target;
};

std::optional<Include> ParseInclude(std::string_view line) {
  line = Trim(line);
  if (!line.starts_with('#')) return std::nullopt;
  line = Trim(line.substr(1));
  if (!line.starts_with("include")) return std::nullopt;
  line = Trim(line.substr(std::string_view("include").size()));
  if (line.empty() || (line[0] != '<' && line[0] != '"')) return std::nullopt;
  const bool angled = line[0] == '<';
  const size_t end = line.find(angled ? '>' : '"', 1);
  if (end == line.npos) return std::nullopt;
  return Include{angled, line.substr(1, end - 1)};
}

// The row of the table a file belongs to: `base` for src/base/arena.h.
std::string FolderOf(std::string_view file) {
  std::string_view folder = Directory(file);
  for (std::string_view root : {"src/", "include/"}) {
    if (folder.starts_with(root)) folder.remove_prefix(root.size());
  }
  return std::string(folder);
}

// Tests, and what only they include, stand beside the code.
bool IsTest(std::string_view file) {
  return file.ends_with("_test.cc") || file.ends_with("_testing.cc") ||
         file.ends_with("_testing.h");
}

bool IsSource(const fs::path& path) {
  const fs::path extension = path.extension();
  return extension == ".h" || extension == ".cc" || extension == ".def" || extension == ".inc";
}

// A line that declares or defines a type at the top of a namespace.
struct TypeLine {
  std::string_view name;
  bool defines;
};

std::optional<TypeLine> ParseTypeLine(std::string_view line) {
  for (const std::string_view word : {"class ", "struct ", "enum class "}) {
    if (!line.starts_with(word)) continue;
    line.remove_prefix(word.size());
    constexpr std::string_view kExport = "GALLEY_EXPORT ";
    if (line.starts_with(kExport)) line.remove_prefix(kExport.size());
    const size_t end = line.find_first_of(" ;:{<");
    if (end == 0 || end == line.npos) return std::nullopt;
    return TypeLine{line.substr(0, end), line[end] != ';'};
  }
  return std::nullopt;
}

// Follows the namespaces that lines open and close; each stands on a line of its own.
class Namespaces {
 public:
  void Read(std::string_view line) {
    constexpr std::string_view kOpening = "namespace ";
    if (line.starts_with(kOpening) && line.ends_with('{')) {
      open_.emplace_back(Trim(line.substr(kOpening.size(), line.size() - kOpening.size() - 1)));
    } else if (line.starts_with("}  // namespace") && !open_.empty()) {
      open_.pop_back();
    }
  }

  std::string Qualified(std::string_view name) const {
    std::string qualified;
    for (const std::string& each : open_) qualified += each + "::";
    return qualified.append(name);
  }

 private:
  std::vector<std::string> open_;
};

// Everything below `root`/`top`, as paths from `root`, sorted.
std::vector<std::string> PathsBelow(const fs::path& root, std::string_view top) {
  std::vector<std::string> paths;
  if (!fs::is_directory(root / top)) return paths;
  for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
    paths.push_back(entry.path().lexically_relative(root).generic_string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

class TreeChecker {
 public:
  explicit TreeChecker(const fs::path& root)
      : root_(root), table_(LayerTable::Parse(ReadFile(root / kTable), &violations_)) {}

  std::vector<Violation> Run() {
    for (std::string_view top : {"include", "src"}) {
      for (const std::string& path : PathsBelow(root_, top)) {
        if (path.ends_with(".h") && !IsTest(path)) FindTypes(path);
      }
    }
    for (std::string_view top :
         {"apps", "bench", "examples", "fuzz", "include", "src", "tests", "tools"}) {
      const bool checked = top == "apps" || top == "include" || top == "src";
      for (const std::string& path : PathsBelow(root_, top)) {
        CheckName(path);
        if (checked && IsSource(path)) CheckFile(path);
      }
    }
    return std::move(violations_);
  }

  // After Run.
  std::vector<Violation> Unused() const {
    std::vector<Violation> unused;
    table_.FindUnused(uses_, &unused);
    return unused;
  }

 private:
  // Notes where the types of a header are defined.
  void FindTypes(const std::string& path) {
    const std::string text = ReadFile(root_ / path);
    const std::string header = path.substr(path.find('/') + 1);
    Namespaces namespaces;
    for (std::string_view content : Lines(text)) {
      namespaces.Read(content);
      const auto type = ParseTypeLine(content);
      if (type && type->defines) types_.emplace(namespaces.Qualified(type->name), header);
    }
  }

  void Add(const std::string& file, size_t line, std::string rule) {
    violations_.push_back({file, line, std::move(rule)});
  }

  void CheckName(const std::string& path) {
    const std::string name = fs::path(path).stem().string();
    if (table_.RefusesName(name)) {
      Add(path, 0, "is named `" + name + "`: a name says what is inside");
    }
  }

  void CheckFile(const std::string& path) {
    const std::string folder = FolderOf(path);
    if (!table_.HasFolder(folder)) {
      Add(path, 0, "is in `" + folder + "`, which has no row in the table");
      return;
    }
    const std::string text = ReadFile(root_ / path);
    size_t line = 0;
    Namespaces namespaces;
    for (std::string_view content : Lines(text)) {
      ++line;
      namespaces.Read(content);
      if (const auto include = ParseInclude(content)) CheckInclude(path, folder, line, *include);
      const auto type = ParseTypeLine(content);
      if (!type || type->defines || IsTest(path)) continue;
      CheckDeclaration(path, folder, line, namespaces.Qualified(type->name));
    }
  }

  void CheckDeclaration(const std::string& path, const std::string& folder, size_t line,
                        const std::string& type) {
    const auto header = types_.find(type);
    if (header == types_.end() || Directory(header->second) == folder) return;
    uses_.includes[folder].insert(header->second);
    uses_.declarations[folder].insert(header->second);
    if (table_.AllowsInclude(folder, header->second)) return;
    if (table_.AllowsDeclaration(folder, header->second)) return;
    Add(path, line,
        "declares `" + type + "` of \"" + header->second + "\", which is not in the row of `" +
            folder + "` in the table");
  }

  void CheckInclude(const std::string& path, const std::string& folder, size_t line,
                    const Include& include) {
    const std::string target(include.target);
    if (include.angled) {
      uses_.headers.emplace_back(path, target);
    } else if (!IsTest(path)) {
      uses_.includes[folder].insert(target);
    }
    if (include.angled) {
      if (table_.AllowsHeader(path, target)) return;
      Add(path, line, "includes <" + target + ">, which the table does not allow here");
    } else if (IsTest(target) && !IsTest(path)) {
      Add(path, line, "includes \"" + target + "\", which is for tests only");
    } else if (!table_.AllowsInclude(folder, target) &&
               !(IsTest(path) && IsForTests(folder, target))) {
      Add(path, line,
          "includes \"" + target + "\", which is not in the row of `" + folder + "` in the table");
    }
  }

  // What tests may include beyond the row of their folder.
  bool IsForTests(const std::string& folder, const std::string& target) const {
    return target.starts_with("tests/") || table_.StandsAbove(target, folder);
  }

  fs::path root_;
  std::vector<Violation> violations_;
  LayerTable table_;
  std::map<std::string, std::string> types_;  // the headers that define them
  Uses uses_;
};

}  // namespace

std::string Violation::ToString() const {
  const std::string place = line == 0 ? file : file + ":" + std::to_string(line);
  return place + ": " + rule;
}

LayerTable LayerTable::Parse(std::string_view text, std::vector<Violation>* violations) {
  LayerTable table;
  std::string entry;
  size_t entry_line = 0;
  size_t line = 0;
  const auto finish = [&] {
    if (!entry.empty()) table.ParseEntry(entry_line, entry, violations);
    entry.clear();
  };
  for (std::string_view content : Lines(text)) {
    ++line;
    content = content.substr(0, content.find('#'));
    const bool goes_on = !content.empty() && kBlanks.find(content[0]) != kBlanks.npos;
    if (!goes_on) {
      finish();
      entry_line = line;
    }
    entry += content;
  }
  finish();
  if (table.rows_.empty()) violations->push_back({std::string(kTable), 0, "holds no rows"});
  return table;
}

void LayerTable::ParseEntry(size_t line, std::string_view entry,
                            std::vector<Violation>* violations) {
  if (Trim(entry).empty()) return;
  const size_t mark = entry.find_first_of("=:");
  if (mark == entry.npos) {
    violations->push_back(
        {std::string(kTable), line, "is neither `FOLDER: ITEMS` nor `NAME = ITEMS`"});
    return;
  }
  const std::string name(Trim(entry.substr(0, mark)));
  const std::string_view list = entry.substr(mark + 1);
  if (entry[mark] == '=') {
    names_[name] = Expand(list);
    return;
  }
  if (name == "refused") {
    refused_ = Expand(list);
    return;
  }
  Row row{line, {}, Expand(list)};
  for (const std::string_view word : Words(list)) row.words.emplace_back(word);
  if (name.starts_with('<') && name.ends_with('>')) {
    headers_[name.substr(1, name.size() - 2)] = std::move(row);
  } else {
    AddRow(name, std::move(row), violations);
  }
}

void LayerTable::AddRow(const std::string& folder, Row row, std::vector<Violation>* violations) {
  const auto complain = [&](std::string rule) {
    violations->push_back({std::string(kTable), row.line, std::move(rule)});
  };
  for (const std::string& item : row.items) {
    if (item.starts_with(kDeclared)) continue;
    const bool is_header = item.find('.') != item.npos;
    if (HasFolder(is_header ? Directory(item) : item)) continue;
    complain("lets `" + folder + "` include `" + item + "`, which is in no row above");
  }
  order_.emplace(folder, order_.size());
  if (rows_.count(folder) == 0) {
    rows_.emplace(folder, std::move(row));
  } else {
    complain("has a second row for `" + folder + "`");
  }
}

LayerTable::Items LayerTable::Expand(std::string_view list) const {
  Items items;
  for (std::string_view word : Words(list)) {
    const auto name = names_.find(std::string(word));
    if (name == names_.end()) {
      items.emplace_back(word);
    } else {
      items.insert(items.end(), name->second.begin(), name->second.end());
    }
  }
  return items;
}

bool LayerTable::AllowsInclude(std::string_view folder, std::string_view target) const {
  const std::string_view target_folder = Directory(target);
  // A program has its own headers beside it; those of the library have a path.
  if (target_folder == folder || (target_folder.empty() && folder.starts_with("apps/")))
    return true;
  const auto row = rows_.find(std::string(folder));
  if (row == rows_.end()) return false;
  return std::any_of(row->second.items.begin(), row->second.items.end(),
                     [&](const std::string& item) { return Covers(item, target); });
}

bool LayerTable::AllowsDeclaration(std::string_view folder, std::string_view target) const {
  const auto row = rows_.find(std::string(folder));
  return row != rows_.end() && std::any_of(row->second.items.begin(), row->second.items.end(),
                                           [&](const std::string& item) {
                                             return item.starts_with(kDeclared) &&
                                                    item.substr(1) == target;
                                           });
}

void LayerTable::FindUnused(const Uses& uses, std::vector<Violation>* violations) const {
  const auto complain = [&](const Row& row, std::string rule) {
    violations->push_back({std::string(kTable), row.line, std::move(rule)});
  };
  for (const auto& [folder, row] : rows_) {
    for (const std::string& word : row.words) {
      const bool is_declared = word.starts_with(kDeclared);
      const auto& used = is_declared ? uses.declarations : uses.includes;
      const auto own = used.find(folder);
      const Items items = Expand(is_declared ? std::string_view(word).substr(1) : word);
      const bool is_used = own != used.end() && AnyCovers(items, own->second);
      if (!is_used) complain(row, "lets `" + folder + "` use `" + word + "`, which it does not");
    }
  }
  for (const auto& [header, row] : headers_) {
    for (const std::string& place : row.words) {
      // The tests of the other tops are not read.
      if (place == "tests") continue;
      const bool is_used =
          std::any_of(uses.headers.begin(), uses.headers.end(), [&](const auto& use) {
            return IsWithin(use.first, place) && HeaderPlaces(use.second) == &row;
          });
      if (!is_used) {
        complain(row, "lets `" + place + "` include <" + header + ">, which it does not");
      }
    }
  }
}

bool LayerTable::StandsAbove(std::string_view target, std::string_view folder) const {
  const auto above = order_.find(std::string(Directory(target)));
  const auto own = order_.find(std::string(folder));
  return above != order_.end() && own != order_.end() && above->second < own->second;
}

// The longest entry wins, so that <sys/random.h> may differ from <sys/>.
const LayerTable::Row* LayerTable::HeaderPlaces(std::string_view header) const {
  const auto exact = headers_.find(std::string(header));
  if (exact != headers_.end()) return &exact->second;
  const size_t slash = header.find('/');
  if (slash == header.npos) return nullptr;
  const auto directory = headers_.find(std::string(header.substr(0, slash + 1)));
  return directory == headers_.end() ? nullptr : &directory->second;
}

bool LayerTable::AllowsHeader(std::string_view file, std::string_view header) const {
  const Row* places = HeaderPlaces(header);
  // Standard headers are those without a dot.
  if (!places) return header.find('.') == header.npos;
  return std::any_of(places->items.begin(), places->items.end(), [&](const std::string& place) {
    return IsWithin(file, place) || (place == "tests" && IsTest(file));
  });
}

bool LayerTable::RefusesName(std::string_view name) const {
  return std::find(refused_.begin(), refused_.end(), name) != refused_.end();
}

std::vector<Violation> CheckLayers(const fs::path& root) { return TreeChecker(root).Run(); }

std::vector<Violation> FindUnusedGrants(const fs::path& root) {
  TreeChecker checker(root);
  checker.Run();
  return checker.Unused();
}

}  // namespace galley
