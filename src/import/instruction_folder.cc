// Folders of instruction files as one instruction set: Ruler's `.ruler`, Rulesync's
// `.rulesync`, Cursor's `.cursor/rules`.
//
// One file is the base of the set, `context.iai`; the others are merged behind it, in the order in
// which Ruler joins them: by path, as a person sorts.  What in the folder is no rules is lost with
// a warning.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/ordered_map.h"
#include "base/try.h"
#include "diag/report.h"
#include "format/front_matter.h"
#include "format/yaml.h"
#include "import/import.h"
#include "value/record.h"

namespace galley::importing {
namespace {

bool IsRules(std::string_view path) {
  // Rulesync keeps commands, agents and skills beside its rules, which are Markdown too.
  constexpr std::string_view kOthers[] = {"commands/", "subagents/", "skills/"};
  for (const std::string_view other : kOthers) {
    if (path.starts_with(other) || path.find("/" + std::string(other)) != path.npos) return false;
  }
  // Ruler keeps agents there; a folder of Cursor's rules may be called so.
  if (path.starts_with("agents/") && path.ends_with(".md")) return false;
  return path.ends_with(".md") || path.ends_with(".mdc");
}

// Where a byte stands in the alphabet of a person: signs, then digits, then letters, small and
// large ones alike.
int RankOf(char byte) {
  constexpr std::string_view kSigns = "_-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$";
  if (const size_t sign = kSigns.find(byte); sign != kSigns.npos) return static_cast<int>(sign);
  const bool is_capital = byte >= 'A' && byte <= 'Z';
  return 256 + static_cast<unsigned char>(is_capital ? byte - 'A' + 'a' : byte);
}

// The order in which Ruler joins files, which is not that of bytes.
bool ComesBefore(const GivenFile& a, const GivenFile& b) {
  const auto by_rank = [](char x, char y) { return RankOf(x) < RankOf(y); };
  const auto is_before = [&](std::string_view x, std::string_view y) {
    return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end(), by_rank);
  };
  if (is_before(a.path, b.path)) return true;
  // Small letters stand before large ones, which have smaller numbers.
  return !is_before(b.path, a.path) && a.path > b.path;
}

// `root: true` in the front matter, by which Rulesync tells the file that holds for all.
bool SaysRoot(const GivenFile& file, const Limits& limits) {
  const Source source(std::string(file.path), file.text);
  const Result<FrontMatter> parts = SplitFrontMatter(source);
  if (!parts || !parts->present) return false;
  const Result<Tree> tree = ReadYaml(source, parts->yaml, limits);
  if (!tree) return false;
  const NodeId root = tree->Find(Tree::root(), "root");
  return root != kNoNode && (*tree)[root].value.is_bool() && (*tree)[root].value.as_bool();
}

// The first that says so, else AGENTS.md at the top, as in Ruler, else the first.
size_t FindBase(std::span<const GivenFile> files, const Limits& limits) {
  for (size_t at = 0; at < files.size(); ++at) {
    if (SaysRoot(files[at], limits)) return at;
  }
  for (size_t at = 0; at < files.size(); ++at) {
    if (files[at].path == "AGENTS.md" || files[at].path == "instructions.md") return at;
  }
  return 0;
}

// The names of the set's files, and for each the number that another of that name would get.
class FileNames {
 public:
  FileNames() {
    next_.Insert("context.iai", 2);
    next_.Insert("manifest.iai", 2);
  }

  // `rules/style.md` as `rules-style.iai`, and another where that is taken.
  std::string Add(std::string_view path) {
    std::string name(path.substr(0, path.rfind('.')));
    std::replace(name.begin(), name.end(), '/', '-');
    if (name.starts_with("rules-")) name.erase(0, 6);
    std::string wanted = name + ".iai";
    if (next_.Insert(wanted, 2).second) return wanted;
    uint32_t number = *next_.Find(wanted);
    std::string numbered;
    do {
      numbered = name + "-" + std::to_string(number++) + ".iai";
    } while (!next_.Insert(numbered, 2).second);
    *next_.Find(wanted) = number;
    return numbered;
  }

 private:
  OrderedMap<uint32_t> next_;
};

}  // namespace

Result<Imported> ImportInstructionFolder(std::vector<GivenFile> files, const Limits& limits,
                                         Heap* heap, std::vector<Diagnostic>* warnings) {
  std::sort(files.begin(), files.end(), ComesBefore);
  const auto others = std::stable_partition(
      files.begin(), files.end(), [](const GivenFile& each) { return IsRules(each.path); });
  for (auto other = others; other != files.end(); ++other) {
    warnings->push_back(
        Report(Code::kImportLost, Quoted(other->path) + " holds no rules and has no counterpart"));
  }
  files.erase(others, files.end());
  if (files.empty()) {
    return Report(Code::kImportInvalid, "the folder holds no rules",
                  "rules are files that end in `.md` or `.mdc`");
  }
  const auto base = files.begin() + static_cast<std::ptrdiff_t>(FindBase(files, limits));
  std::rotate(files.begin(), base, base + 1);
  Imported set{{}, "instructions", {}};
  std::vector<Value> merged;
  FileNames names;
  for (const GivenFile& file : files) {
    const Source source(std::string(file.path), file.text);
    Job job(source, {}, limits, heap, warnings);
    Imported one = TRY(ImportInstructions(&job));
    if (set.text.empty()) {
      set.text = std::move(one.text);
      continue;
    }
    set.files.push_back({names.Add(file.path), std::move(one.text)});
    merged.push_back(heap->NewString(set.files.back().name));
  }
  const Value context = Value::String("context");
  const Value include = NewRecord(heap, {{"merge", heap->NewList(merged)}});
  const Value manifest = NewRecord(
      heap, {{"kind", Value::String("manifest")},
             {"version", Value::String("v0")},
             {"enabled", heap->NewList({&context, 1})},
             {"context", merged.empty() ? Value() : NewRecord(heap, {{"include", include}})}});
  const Source source("manifest.iai", "");
  Job job(source, {}, limits, heap, warnings);
  set.files.push_back({"manifest.iai", TRY(PrintDocument(&job, manifest))});
  return set;
}

}  // namespace galley::importing
