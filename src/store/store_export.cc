// What is named is written before what names it, and read the other way round.
#include "store/store_export.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/ordered_map.h"
#include "base/progress.h"
#include "base/sha256.h"
#include "base/try.h"
#include "base/utc_time.h"
#include "base/writer.h"
#include "diag/report.h"
#include "format/json.h"
#include "format/tree.h"
#include "value/heap.h"
#include "value/print.h"
#include "value/record.h"

namespace galley {
namespace {

constexpr int64_t kFormat = 1;

std::string HistoryPath(std::string_view name) { return std::string(name) + "/@/history.json"; }

std::string TextPath(std::string_view name, const VersionInfo& info) {
  return std::string(name) + "/@/" + std::to_string(info.version) + info.extension;
}

std::string Print(const Value& value, Heap* heap) {
  BufferWriter out;
  PrintJson(value, {.indent = 2, .key_separator = ": "}, &out, &heap->meter());
  return out.ToString() + '\n';
}

// --- Writing ----------------------------------------------------------------

Value NewVersion(Heap* heap, const VersionInfo& info) {
  return NewRecord(heap, {{"version", Value::Int(info.version)},
                          {"extension", heap->NewString(info.extension)},
                          {"digest", heap->NewString(info.digest)},
                          {"author", heap->NewString(info.author)},
                          {"message", heap->NewString(info.message)},
                          {"time", heap->NewString(FormatUtc(info.time))}});
}

Value NewLabels(Heap* heap, const std::vector<StoredLabel>& labels, std::string_view name) {
  const std::span<const StoredLabel> own = LabelsOf(name, labels);
  MapEntry* entries = heap->NewEntries(own.size());
  if (!entries) return Value::Map(nullptr, 0);
  for (size_t at = 0; at < own.size(); ++at) {
    entries[at] = {heap->NewString(own[at].label), Value::Int(own[at].version)};
  }
  return heap->NewMap(entries, own.size());
}

Result<void> ExportTexts(Store* store, const std::string& name,
                         const std::vector<VersionInfo>& versions, Files* files) {
  for (const VersionInfo& info : versions) {
    const StoredDocument read = TRY(store->Read({name, info.version, {}}, Limits::Ceiling().file));
    TRY(files->WriteUnsynced(TextPath(name, info), read.text, Overwrite::kReplace));
  }
  return {};
}

Result<void> ExportHistory(const DocumentInfo& document, const std::vector<VersionInfo>& versions,
                           const std::vector<StoredLabel>& labels, Files* files) {
  Heap heap(Limits::Ceiling());
  const Value list =
      NewListOf(&heap, versions.size(), [&](size_t at) { return NewVersion(&heap, versions[at]); });
  const Value history = NewRecord(&heap, {{"name", heap.NewString(document.name)},
                                          {"type", heap.NewString(document.type)},
                                          {"labels", NewLabels(&heap, labels, document.name)},
                                          {"versions", list}});
  return files->WriteUnsynced(HistoryPath(document.name), Print(history, &heap),
                              Overwrite::kReplace);
}

Result<Transferred> Export(Store* store, Files* files) {
  Transferred done;
  const std::vector<DocumentInfo> documents = TRY(store->List());
  const std::vector<StoredLabel> labels = TRY(store->Labels());
  std::vector<std::vector<VersionInfo>> histories;
  ProgressCount told(documents.size());
  for (const DocumentInfo& document : documents) {
    // Names become paths.
    const std::string fault = FindStoredNameFault(document.name, Limits());
    if (!fault.empty()) {
      return Report(Code::kStoreDamaged,
                    Quoted(document.name) + " is no name of a document: a name " + fault);
    }
    histories.push_back(TRY(store->History(document.name)));
    TRY(ExportTexts(store, document.name, histories.back(), files));
    done.versions += histories.back().size();
    told.Tell(document.name);
  }
  done.documents = documents.size();
  // What names others is written once those are on the disk, so that whatever a crash
  // leaves is whole: an older export, which this one only adds to, or none.
  TRY(files->Sync());
  for (size_t at = 0; at < documents.size(); ++at) {
    TRY(ExportHistory(documents[at], histories[at], labels, files));
  }
  TRY(files->Sync());
  Heap heap(Limits::Ceiling());
  const Value names = NewListOf(&heap, documents.size(),
                                [&](size_t at) { return heap.NewString(documents[at].name); });
  const Value index = NewRecord(&heap, {{"format", Value::Int(kFormat)}, {"documents", names}});
  TRY(files->Write(kExportIndex, Print(index, &heap), Overwrite::kReplace));
  return done;
}

// --- Reading ----------------------------------------------------------------

// A file of an export, read as JSON.
class ExportedFile {
 public:
  static Result<ExportedFile> Read(const Files& files, std::string path) {
    Result<std::string> text = files.Read(path, Limits::Ceiling().file);
    if (!text) return Refuse(path, text.error().diagnostics().front().message);
    ExportedFile file(std::move(path), *std::move(text));
    file.tree_ = TRY(ReadJson(file.source(), Limits::Ceiling()));
    return file;
  }

  const Tree& tree() const { return *tree_; }

  Result<std::string> Text(NodeId map, std::string_view key) const {
    const NodeId id = tree_->Find(map, key);
    if (id != kNoNode && (*tree_)[id].is_string()) {
      return std::string((*tree_)[id].value.as_string());
    }
    return Fault(map, Quoted(key) + " must be a string");
  }
  Result<int64_t> Number(NodeId map, std::string_view key) const {
    const NodeId id = tree_->Find(map, key);
    if (id != kNoNode && (*tree_)[id].value.is_int()) return (*tree_)[id].value.as_int();
    return Fault(map, Quoted(key) + " must be an integer");
  }
  // A list, or with `is_map` a map.
  Result<NodeId> Container(NodeId map, std::string_view key, bool is_map) const {
    const NodeId id = tree_->Find(map, key);
    const bool fits = id != kNoNode && (is_map ? (*tree_)[id].is_map() : (*tree_)[id].is_list());
    if (fits) return id;
    return Fault(map, Quoted(key) + " must be a " + (is_map ? "map" : "list"));
  }

  Diagnostic Fault(NodeId id, std::string message) const {
    return Report(Code::kInvalidExport, source(), (*tree_)[id].span, std::move(message));
  }
  static Diagnostic Refuse(const std::string& path, const std::string& message) {
    Diagnostic refused = Report(Code::kInvalidExport, "no export of a store: " + message);
    refused.file = path;
    return refused;
  }

 private:
  ExportedFile(std::string path, std::string text)
      : path_(std::move(path)), text_(std::move(text)) {}

  Source source() const { return Source(path_, text_); }

  std::string path_;
  std::string text_;
  std::optional<Tree> tree_;
};

Result<VersionInfo> ReadVersion(const ExportedFile& file, NodeId id) {
  VersionInfo info;
  info.version = TRY(file.Number(id, "version"));
  if (info.version < 1) return file.Fault(id, "`version` must be a number from 1 on");
  info.extension = TRY(file.Text(id, "extension"));
  info.digest = TRY(file.Text(id, "digest"));
  info.author = TRY(file.Text(id, "author"));
  info.message = TRY(file.Text(id, "message"));
  const std::optional<int64_t> time = ParseUtc(TRY(file.Text(id, "time")));
  if (!time) return file.Fault(id, "`time` must be a time such as `2026-11-15T09:30:00Z`");
  info.time = *time;
  return info;
}

class Import {
 public:
  Import(const Files& files, Store* store, const DocumentCheck& check,
         std::vector<Diagnostic>* warnings)
      : files_(files), store_(*store), check_(check), warnings_(*warnings) {}

  Result<Transferred> Run() {
    const ExportedFile index = TRY(ExportedFile::Read(files_, std::string(kExportIndex)));
    if (TRY(index.Number(Tree::root(), "format")) != kFormat) {
      return index.Fault(Tree::root(), "this galley reads format " + std::to_string(kFormat));
    }
    for (const StoredLabel& label : TRY(store_.Labels())) {
      known_.Insert(label.document + '@' + label.label, label.version);
    }
    const NodeId names = TRY(index.Container(Tree::root(), "documents", false));
    ProgressCount told(index.tree().CountChildren(names));
    for (const NodeId id : index.tree().Children(names)) {
      if (!index.tree()[id].is_string()) return index.Fault(id, "a name must be a string");
      TRY(AddDocument(index, id));
      told.Tell(index.tree()[id].value.as_string());
    }
    return done_;
  }

 private:
  Result<void> AddDocument(const ExportedFile& index, NodeId id) {
    const std::string name(index.tree()[id].value.as_string());
    const std::string fault = FindStoredNameFault(name, Limits());
    if (!fault.empty()) return index.Fault(id, "a name " + fault);
    const ExportedFile file = TRY(ExportedFile::Read(files_, HistoryPath(name)));
    if (TRY(file.Text(Tree::root(), "name")) != name) {
      return file.Fault(Tree::root(), "`name` is another one than that of its directory");
    }
    const std::string type = TRY(file.Text(Tree::root(), "type"));
    const NodeId versions = TRY(file.Container(Tree::root(), "versions", false));
    for (const NodeId each : file.tree().Children(versions)) {
      TRY(AddVersion(file, each, name, type));
    }
    ++done_.documents;
    return AddLabels(file, name);
  }

  Result<void> AddVersion(const ExportedFile& file, NodeId id, const std::string& name,
                          const std::string& type) {
    StoredDocument document{name, type, TRY(ReadVersion(file, id)), {}};
    const std::string path = TextPath(name, document.info);
    Result<std::string> text = files_.Read(path, Limits::Ceiling().file);
    if (!text) return ExportedFile::Refuse(path, text.error().diagnostics().front().message);
    document.text = *std::move(text);
    document.info.size = document.text.size();
    if (Sha256Of(document.text) != document.info.digest) {
      return ExportedFile::Refuse(path, "the text has another digest than its history says");
    }
    const std::string fault = FindDocumentFault(document);
    if (!fault.empty()) return ExportedFile::Refuse(path, fault);
    ++done_.versions;
    if (!TRY(store_.AddVersion(document))) return {};
    ++done_.new_versions;
    return check_(document);
  }

  Result<void> AddLabels(const ExportedFile& file, const std::string& name) {
    const NodeId labels = TRY(file.Container(Tree::root(), "labels", true));
    for (const NodeId id : file.tree().Children(labels)) {
      const Node& node = file.tree()[id];
      if (!node.value.is_int() || node.value.as_int() < 1) {
        return file.Fault(id, "a label must point to a version, a number from 1 on");
      }
      const std::string label(node.key);
      const int64_t* there = known_.Find(name + '@' + label);
      if (there && *there == node.value.as_int()) continue;
      if (there) {
        warnings_.push_back(
            Report(Code::kLabelKept,
                   Quoted(name + '@' + label) + " stays at version " + std::to_string(*there)));
        continue;
      }
      TRY(store_.AddLabel(name, label, node.value.as_int()));
      ++done_.new_labels;
    }
    return {};
  }

  const Files& files_;
  Store& store_;
  const DocumentCheck& check_;
  std::vector<Diagnostic>& warnings_;
  OrderedMap<int64_t> known_;  // labels of the store
  Transferred done_;
};

}  // namespace

Result<Transferred> ExportStore(Store* store, Files* files) {
  Transferred done;
  TRY(store->Transact(Purpose::kRead, [&]() -> Result<void> {
    done = TRY(Export(store, files));
    return {};
  }));
  return done;
}

Result<Transferred> ImportStore(const Files& files, Store* store, const DocumentCheck& check,
                                std::vector<Diagnostic>* warnings) {
  Transferred done;
  std::vector<Diagnostic> noticed;
  TRY(store->Transact(Purpose::kWrite, [&]() -> Result<void> {
    noticed.clear();
    done = TRY(Import(files, store, check, &noticed).Run());
    return {};
  }));
  warnings->insert(warnings->end(), noticed.begin(), noticed.end());
  return done;
}

}  // namespace galley
