// Instruction files of other tools (Cursor's rules, CLAUDE.md, AGENTS.md, Copilot's
// instructions, rules of Ruler and Rulesync) as a file of an instruction set.
//
// They are Markdown, some with front matter.  The text passes as it is; fields of the front matter
// become fields of the file.
#include <optional>

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

// The fields of the file: its kind, then those of the front matter.
Value NewFields(Job* job, const Tree& tree) {
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
      job->Lose(tree[field].key_span, "the field " + Quoted(key) + " means something else here");
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
    const Tree tree = TRY(ReadYaml(job->source(), parts.yaml, job->limits()));
    header = TRY(PrintDocument(job, NewFields(job, tree)));
  }
  const std::string_view body =
      job->source().text().substr(parts.body.begin, parts.body.end - parts.body.begin);
  // What refers to other files is read by the tool it was written for, not by us.
  for (size_t at = body.find("\n@"); at != body.npos; at = body.find("\n@", at + 2)) {
    const auto begin = parts.body.begin + static_cast<uint32_t>(at + 1);
    job->LeaveAlone({begin, begin + 1}, "a line that imports another file");
  }
  Imported imported{header + "---\n" + std::string(body), "instructions", {}};
  imported.files.push_back({"manifest.iai", std::string(kManifest)});
  return imported;
}

}  // namespace galley::importing
