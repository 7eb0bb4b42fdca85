// `store.list`, `store.history` and `store.diff`: what a store holds.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/operation.h"
#include "api/store_files.h"
#include "api/store_records.h"
#include "base/line_diff.h"
#include "base/try.h"
#include "diag/report.h"
#include "value/record.h"
#include "workspace/params.h"
#include "workspace/workspace.h"

namespace galley::api {
namespace {

// A map from labels to versions.
Value NewLabelMap(Heap* heap, std::string_view name, const std::vector<StoredLabel>& labels) {
  std::vector<MapEntry> entries;
  for (const StoredLabel& label : LabelsOf(name, labels)) {
    entries.push_back({NewStoredText(heap, label.label), Value::Int(label.version)});
  }
  MapEntry* made = heap->NewEntries(entries.size());
  if (!made) return Value::Map(nullptr, 0);
  std::copy(entries.begin(), entries.end(), made);
  return heap->NewMap(made, entries.size());
}

Value NewDocumentRecord(Heap* heap, const DocumentInfo& document,
                        const std::vector<StoredLabel>& labels) {
  return NewRecord(heap,
                   {{"name", NewStoredText(heap, document.name)},
                    {"type", NewStoredText(heap, document.type)},
                    {"newest", NewVersionRecord(heap, document.newest, document.name, labels)},
                    {"labels", NewLabelMap(heap, document.name, labels)}});
}

}  // namespace

// {workspace?, type?, filter?} -> {store, documents: [{name, type, newest: version,
//  labels: {label: version}}]}
Result<Value> ListStored(const Invocation& call) {
  const Params params = Params::Of(call);
  const std::string_view type = TRY(params.String("type", ""));
  const std::string_view filter = TRY(params.String("filter", ""));
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  Store& store = TRY(workspace.store(Access::kExisting))->store();
  std::vector<DocumentInfo> documents = TRY(store.List());
  std::erase_if(documents, [&](const DocumentInfo& each) {
    return (!type.empty() && each.type != type) || each.name.find(filter) == std::string::npos;
  });
  const std::vector<StoredLabel> labels = TRY(store.Labels());
  Heap* heap = call.heap;
  const Value list = NewListOf(heap, documents.size(), [&](size_t at) {
    return NewDocumentRecord(heap, documents[at], labels);
  });
  return NewRecord(heap, {{"store", NewStoredText(heap, store.shown())}, {"documents", list}});
}

// {workspace?, name} -> {store, name, versions: [version]}, newest first
Result<Value> ListHistory(const Invocation& call) {
  const Params params = Params::Of(call);
  const StoredName name = TRY(StoredName::Parse(TRY(params.String("name")), call.limits));
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  Store& store = TRY(workspace.store(Access::kExisting))->store();
  std::vector<VersionInfo> versions = TRY(store.History(name.name));
  if (versions.empty()) return NotStored({name.name, 0, {}}, store.shown());
  std::reverse(versions.begin(), versions.end());
  const std::vector<StoredLabel> labels = TRY(store.Labels());
  Heap* heap = call.heap;
  const Value list = NewListOf(heap, versions.size(), [&](size_t at) {
    return NewVersionRecord(heap, versions[at], name.name, labels);
  });
  return NewRecord(heap, {{"store", NewStoredText(heap, store.shown())},
                          {"name", heap->NewString(name.name)},
                          {"versions", list}});
}

// {workspace?, from, to?} -> {from, to, equal, text}; `to` is by default the newest
// version of what `from` names, or where `from` is just a name the file that the workspace
// has under it; `text` is a unified diff
Result<Value> DiffVersions(const Invocation& call) {
  const Params params = Params::Of(call);
  const StoredName from = TRY(StoredName::Parse(TRY(params.String("from")), call.limits));
  const StoredName to = TRY(StoredName::Parse(TRY(params.String("to", from.name)), call.limits));
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  Store& store = TRY(workspace.store(Access::kExisting))->store();
  const StoredDocument before = TRY(store.Read(from, Limits::Ceiling().file));
  const bool is_name = !params.has("to") && from.version == 0 && from.label.empty();
  std::optional<WorkingFile> working;
  if (is_name) working = FindWorkingFile(before, *TRY(workspace.catalog()), call.limits);
  const StoredDocument after =
      working ? StoredDocument() : TRY(store.Read(to, Limits::Ceiling().file));
  const std::string before_name = ShownVersion(before.name, before.info.version);
  const std::string after_name =
      working ? working->path : ShownVersion(after.name, after.info.version);
  const std::string& after_text = working ? working->text : after.text;
  Heap* heap = call.heap;
  const std::string text = UnifiedDiff(before.text, before_name, after_text, after_name);
  return NewRecord(heap, {{"from", heap->NewString(before_name)},
                          {"to", heap->NewString(after_name)},
                          {"equal", Value::Bool(before.text == after_text)},
                          {"text", NewStoredText(heap, text)}});
}

}  // namespace galley::api
