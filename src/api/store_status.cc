// `store.status`: how the files of a project and what is stored under their names compare.
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "api/operation.h"
#include "api/store_files.h"
#include "api/store_records.h"
#include "base/seeded_hash.h"
#include "base/try.h"
#include "value/record.h"
#include "workspace/params.h"
#include "workspace/workspace.h"

namespace galley::api {
namespace {

// One document, and how its file stands to it.
struct Standing {
  std::string name;
  std::string_view state;
  std::string path;
  int64_t version = 0;  // 0: it is not stored
};

Result<Standing> StandingOf(const std::string& name, const Catalog& catalog, Store* store) {
  const uint64_t most = Limits::Ceiling().file;
  const StoredDocument newest = TRY(store->Read({name, 0, {}}, most));
  Standing standing{name, "missing", "", newest.info.version};
  const std::optional<WorkingFile> file = FindWorkingFile(newest, catalog, Limits::Ceiling());
  if (!file) return standing;
  standing.path = file->path;
  standing.state = file->text == newest.text ? "unchanged" : "changed";
  return standing;
}

}  // namespace

// {workspace?} -> {store, documents: [{name, state: unchanged|changed|missing|unstored, path?,
//  version?}]}; a template of the project that is not stored is `unstored`
Result<Value> ShowStoreStatus(const Invocation& call) {
  const Params params = Params::Of(call);
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  const Catalog& catalog = *TRY(workspace.catalog());
  Store& store = TRY(workspace.store(Access::kExisting))->store();
  std::vector<Standing> standings;
  std::unordered_set<std::string, SeededHash> stored;  // paths
  for (const DocumentInfo& each : TRY(store.List())) {
    standings.push_back(TRY(StandingOf(each.name, catalog, &store)));
    stored.insert(standings.back().path);
  }
  for (const Entry& entry : catalog.entries()) {
    if (entry.tier != Tier::kProject) continue;
    std::string path = catalog.ShownPath(entry);
    if (stored.contains(path)) continue;
    standings.push_back({std::string(entry.logical_name()), "unstored", std::move(path), 0});
  }
  Heap* heap = call.heap;
  const Value documents = NewListOf(heap, standings.size(), [&](size_t at) {
    const Standing& each = standings[at];
    return NewRecord(heap, {{"name", NewStoredText(heap, each.name)},
                            {"state", Value::String(each.state)},
                            {"path", each.path.empty() ? Value() : heap->NewString(each.path)},
                            {"version", each.version == 0 ? Value() : Value::Int(each.version)}});
  });
  return NewRecord(heap, {{"store", NewStoredText(heap, store.shown())}, {"documents", documents}});
}

}  // namespace galley::api
