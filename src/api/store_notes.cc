#include "api/store_notes.h"

#include <utility>

#include "base/json_text.h"
#include "base/try.h"
#include "base/writer.h"
#include "files/disk_files.h"
#include "files/new_directory.h"
#include "format/json.h"
#include "format/tree.h"

namespace galley {
namespace {

std::string KeyOf(std::string_view store_id, std::string_view name) {
  return std::string(store_id) + ' ' + std::string(name);
}

}  // namespace

StoreNotes StoreNotes::Of(const Project& project, const Limits& limits) {
  StoreNotes notes(project.root);
  const Result<DiskFiles> files = DiskFiles::Open(project.root);
  if (!files) return notes;
  const Result<std::string> text = files->Read(kNotesPath, Limits::Ceiling().file);
  if (!text) return notes;
  Limits generous = Limits::Ceiling();
  generous.nesting = limits.nesting;
  const Result<Tree> tree = ReadJson(Source(std::string(kNotesPath), *text), generous);
  if (!tree) return notes;
  for (const NodeId id : tree->Children(Tree::root())) {
    const Node& node = (*tree)[id];
    if (node.value.is_int()) notes.versions_[std::string(node.key)] = node.value.as_int();
  }
  return notes;
}

std::optional<int64_t> StoreNotes::Find(std::string_view store_id, std::string_view name) const {
  const int64_t* version = versions_.Find(KeyOf(store_id, name));
  return version ? std::optional(*version) : std::nullopt;
}

Result<void> StoreNotes::Set(std::string_view store_id, std::string_view name, int64_t version) {
  int64_t& noted = versions_[KeyOf(store_id, name)];
  if (noted == version) return {};
  noted = version;
  BufferWriter out;
  for (const auto& entry : versions_) {
    out.Append(out.size() == 0 ? "{\n  " : ",\n  ");
    AppendJsonString(entry.key, {}, &out);
    out.Append(": " + std::to_string(entry.value));
  }
  out.Append("\n}\n");
  TRY(MakeDirectoryOf(root_ + '/' + std::string(kNotesPath)));
  DiskFiles files = TRY(DiskFiles::Open(root_));
  return files.Write(kNotesPath, out.view(), Overwrite::kReplace);
}

}  // namespace galley
