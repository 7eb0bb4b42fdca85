// A file of JSON, rewritten whole under a lock; one that cannot be read counts as empty.
#include "workspace/store_notes.h"

#include <utility>

#include "base/json_text.h"
#include "base/try.h"
#include "base/writer.h"
#include "diag/report.h"
#include "files/disk_files.h"
#include "files/file_lock.h"
#include "files/new_directory.h"
#include "format/json.h"
#include "format/tree.h"

namespace galley::workspace {
namespace {

std::string KeyOf(std::string_view store_id, std::string_view name) {
  return std::string(store_id) + ' ' + std::string(name);
}

}  // namespace

StoreNotes StoreNotes::Of(const Project& project, const Limits& limits) {
  StoreNotes notes(project.root, limits);
  notes.Read();
  return notes;
}

void StoreNotes::Read() {
  const Result<DiskFiles> files = DiskFiles::Open(root_);
  if (!files) return;
  const Result<std::string> text = files->Read(kNotesPath, Limits::Ceiling().file);
  if (!text) return;
  Limits generous = Limits::Ceiling();
  generous.nesting = limits_.nesting;
  const Result<Tree> tree = ReadJson(Source(std::string(kNotesPath), *text), generous);
  if (!tree) return;
  for (const NodeId id : tree->Children(Tree::root())) {
    const Node& node = (*tree)[id];
    if (node.value.is_int()) versions_[std::string(node.key)] = node.value.as_int();
  }
}

std::optional<int64_t> StoreNotes::Find(std::string_view store_id, std::string_view name) const {
  const int64_t* version = versions_.Find(KeyOf(store_id, name));
  return version ? std::optional(*version) : std::nullopt;
}

void StoreNotes::Set(std::string_view store_id, std::string_view name, int64_t version,
                     std::vector<Diagnostic>* warnings) {
  if (Find(store_id, name) == version) return;
  const Result<void> written = Write(KeyOf(store_id, name), version);
  if (written) return;
  Diagnostic warning = written.error().diagnostics().front();
  warning.severity = Severity::kWarning;
  warning.message = "version " + std::to_string(version) + " of " + Quoted(name) +
                    " is not noted as what its file was made from: " + warning.message;
  warnings->push_back(std::move(warning));
}

Result<void> StoreNotes::Write(const std::string& key, int64_t version) {
  TRY(MakeDirectoryOf(root_ + '/' + std::string(kNotesPath)));
  const Descriptor lock = TRY(LockFile(root_ + '/' + std::string(kNotesLockPath)));
  Read();
  versions_[key] = version;
  BufferWriter out;
  for (const auto& entry : versions_) {
    out.Append(out.size() == 0 ? "{\n  " : ",\n  ");
    AppendJsonString(entry.key, {}, &out);
    out.Append(": " + std::to_string(entry.value));
  }
  out.Append("\n}\n");
  DiskFiles files = TRY(DiskFiles::Open(root_));
  return files.Write(kNotesPath, out.view(), Overwrite::kReplace);
}

}  // namespace galley::workspace
