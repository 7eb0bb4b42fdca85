// Instruction files of other tools (Cursor's rules, CLAUDE.md, AGENTS.md, Copilot's
// instructions, rules of Ruler and Rulesync) as a file of an instruction set.
//
// They are Markdown, some with front matter.  The text passes as it is; fields of the front matter
// become fields of the file.
#include <algorithm>
#include <string>
#include <string_view>

#include "base/try.h"
#include "diag/report.h"
#include "format/front_matter.h"
#include "format/text.h"
#include "format/yaml.h"
#include "import/import.h"
#include "value/map.h"

namespace galley::importing {
namespace {

constexpr std::string_view kManifest = "kind: manifest\nversion: \"v0\"\nenabled: [context]\n";

// The end of a line of front matter without quotes, where it is a text that YAML takes for
// something else.
std::string QuotedValue(std::string_view value) {
  std::string quoted = "'";
  for (const char byte : value) {
    quoted += byte;
    if (byte == '\'') quoted += byte;
  }
  return quoted + '\'';
}

// Where the value of a line `key: value` or `- value` begins; its end where it has none.
size_t ValueIn(std::string_view line) {
  const size_t word = std::min(line.find_first_not_of(' '), line.size());
  const size_t sign = line.substr(word).starts_with("- ") ? word + 1 : line.find(": ");
  if (sign == line.npos) return line.size();
  return std::min(line.find_first_not_of(' ', sign + 1), line.size());
}

// Cursor writes and reads `globs: *.ts, *.tsx`, which is no YAML.  `yaml` with every value that
// stands without quotes, and is no word or number, in them.
std::string WithQuotedValues(std::string_view yaml) {
  std::string quoted;
  while (!yaml.empty()) {
    std::string_view line = yaml.substr(0, yaml.find('\n'));
    yaml.remove_prefix(std::min(line.size() + 1, yaml.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    const size_t begin = ValueIn(line);
    const std::string_view value = line.substr(begin, line.find_last_not_of(" \t") + 1 - begin);
    const bool is_text = value.find_first_of("*:@`%&!,#") != value.npos &&
                         std::string_view("\"'[{|>").find(value.front()) == value.npos;
    quoted.append(line.substr(0, begin)).append(is_text ? QuotedValue(value) : value).append("\n");
  }
  return quoted;
}

// The fields of the front matter as YAML, or as Cursor reads it; `quoted` outlives them.
Result<Tree> ReadFields(const Job& job, Span yaml, std::string* quoted) {
  Result<Tree> tree = ReadYaml(job.source(), yaml, job.limits());
  if (tree) return tree;
  *quoted = WithQuotedValues(TextOf(job.source(), yaml));
  Result<Tree> again = ReadYaml(Source(job.source().name(), *quoted), job.limits());
  return again ? std::move(again) : std::move(tree);
}

// What refers to other files is read by the tool it was written for, not by us: `@docs/x.md`
// at the start of a line, or behind a blank and outside of code.
void LeaveImportsAlone(Job* job, Span body) {
  const std::string_view text = TextOf(job->source(), body);
  bool is_code = false;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '`') {
      const size_t end = std::min(text.find_first_not_of('`', at), text.size());
      is_code = !is_code;
      at = end - 1;
      continue;
    }
    if (text[at] != '@' || is_code) continue;
    const bool begins_line = at == 0 || text[at - 1] == '\n';
    if (!begins_line && text[at - 1] != ' ') continue;
    const size_t end = std::min(text.find_first_of(" \t\r\n", at), text.size());
    const std::string_view word = text.substr(at + 1, end - at - 1);
    const size_t sign = word.find_first_of("./~");
    if (word.empty() || (!begins_line && (sign == word.npos || sign + 1 == word.size()))) continue;
    const auto begin = body.begin + static_cast<uint32_t>(at);
    job->LeaveAlone({begin, begin + 1}, "a line that imports another file");
  }
}

// The fields of the file: its kind, then those of the front matter.
Value NewFields(Job* job, const Tree& tree, Span yaml) {
  Heap* heap = job->heap();
  const bool has_fields = tree[Tree::root()].is_map();
  const size_t count = has_fields ? tree.CountChildren(Tree::root()) : 0;
  MapEntry* entries = heap->NewEntries(count + 1);
  if (!entries) return Value();
  size_t size = 0;
  entries[size++] = {Value::String("kind"), Value::String("context")};
  if (!has_fields) return heap->NewMap(entries, size);
  for (const NodeId field : tree.Children(Tree::root())) {
    const std::string_view key = tree[field].key;
    if (key == "kind" || key == "version" || key == "format") {
      job->Lose(yaml, "the field " + Quoted(key) + " means something else here");
      continue;
    }
    entries[size++] = {heap->NewString(key), tree.ToValue(field, heap)};
  }
  return heap->NewMap(entries, size);
}

}  // namespace

Result<Imported> ImportInstructions(Job* job) {
  TRY(CheckText(job->source(), job->limits()));
  const FrontMatter parts = TRY(SplitFrontMatter(job->source()));
  std::string header = "kind: context\n";
  if (parts.present) {
    std::string quoted;
    const Tree tree = TRY(ReadFields(*job, parts.yaml, &quoted));
    header = TRY(PrintDocument(job, NewFields(job, tree, parts.yaml)));
  }
  const std::string_view body =
      job->source().text().substr(parts.body.begin, parts.body.end - parts.body.begin);
  LeaveImportsAlone(job, parts.body);
  Imported imported{header + "---\n" + std::string(body), "instructions", {}};
  imported.files.push_back({"manifest.iai", std::string(kManifest)});
  return imported;
}

}  // namespace galley::importing
