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

 private:
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
    for (std::string_view content : Lines(text)) {
      ++line;
      if (const auto include = ParseInclude(content)) CheckInclude(path, folder, line, *include);
    }
  }

  void CheckInclude(const std::string& path, const std::string& folder, size_t line,
                    const Include& include) {
    const std::string target(include.target);
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
  } else if (name == "refused") {
    refused_ = Expand(list);
  } else if (name.starts_with('<') && name.ends_with('>')) {
    headers_[name.substr(1, name.size() - 2)] = Expand(list);
  } else {
    AddRow(line, name, Expand(list), violations);
  }
}

void LayerTable::AddRow(size_t line, const std::string& folder, Items items,
                        std::vector<Violation>* violations) {
  const auto complain = [&](std::string rule) {
    violations->push_back({std::string(kTable), line, std::move(rule)});
  };
  for (const std::string& item : items) {
    const bool is_header = item.find('.') != item.npos;
    if (HasFolder(is_header ? Directory(item) : item)) continue;
    complain("lets `" + folder + "` include `" + item + "`, which is in no row above");
  }
  order_.emplace(folder, order_.size());
  if (!rows_.emplace(folder, std::move(items)).second) {
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
  return std::any_of(row->second.begin(), row->second.end(), [&](const std::string& item) {
    return item == target || item == target_folder;
  });
}

bool LayerTable::StandsAbove(std::string_view target, std::string_view folder) const {
  const auto above = order_.find(std::string(Directory(target)));
  const auto own = order_.find(std::string(folder));
  return above != order_.end() && own != order_.end() && above->second < own->second;
}

// The longest entry wins, so that <sys/random.h> may differ from <sys/>.
const LayerTable::Items* LayerTable::HeaderPlaces(std::string_view header) const {
  const auto exact = headers_.find(std::string(header));
  if (exact != headers_.end()) return &exact->second;
  const size_t slash = header.find('/');
  if (slash == header.npos) return nullptr;
  const auto directory = headers_.find(std::string(header.substr(0, slash + 1)));
  return directory == headers_.end() ? nullptr : &directory->second;
}

bool LayerTable::AllowsHeader(std::string_view file, std::string_view header) const {
  const Items* places = HeaderPlaces(header);
  // Standard headers are those without a dot.
  if (!places) return header.find('.') == header.npos;
  return std::any_of(places->begin(), places->end(), [&](const std::string& place) {
    return IsWithin(file, place) || (place == "tests" && IsTest(file));
  });
}

bool LayerTable::RefusesName(std::string_view name) const {
  return std::find(refused_.begin(), refused_.end(), name) != refused_.end();
}

std::vector<Violation> CheckLayers(const fs::path& root) { return TreeChecker(root).Run(); }

}  // namespace galley
