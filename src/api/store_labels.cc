// `store.label` and `store.rollback`: which version is in use.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/operation.h"
#include "api/store_records.h"
#include "base/try.h"
#include "check/store_check.h"
#include "diag/report.h"
#include "value/record.h"
#include "workspace/params.h"
#include "workspace/workspace.h"

namespace galley::api {
namespace {

Value VersionOrNull(int64_t version) { return version > 0 ? Value::Int(version) : Value::None(); }

// What to go back to: the version named, or the one before the newest.
Result<StoredName> TargetOf(StoredName name, Store* store) {
  if (name.version > 0 || !name.label.empty()) return name;
  const int64_t newest = TRY(store->Resolve(name));
  if (newest == 1) {
    return Report(Code::kTemplateNotFound,
                  Quoted(name.name) + " has one version, and none to go back to");
  }
  name.version = newest - 1;
  return name;
}

}  // namespace

// {workspace?, name, label, also?, remove = false} -> {store, name, label, version or null,
//  previous: version or null}
Result<Value> LabelVersion(const Invocation& call) {
  const Params params = Params::Of(call);
  const StoredName name = TRY(StoredName::Parse(TRY(params.String("name")), call.limits));
  const std::string_view label = TRY(params.String("label"));
  std::vector<std::string> labels = TRY(StringsOf(params, "also"));
  const bool remove = TRY(params.Bool("remove", false));
  if (remove && !labels.empty()) {
    return Report(Code::kInvalidParams,
                  Quoted(params.PathOf("also")) + " is for labels that are set");
  }
  labels.emplace(labels.begin(), label);
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  workspace::OpenStore* opened = TRY(workspace.store(Access::kExisting));
  Store& store = opened->store();
  int64_t version = 0;
  int64_t previous = 0;
  if (remove) {
    previous = TRY(store.RemoveLabel(name.name, label));
  } else {
    version = TRY(store.Resolve(name));
    previous = TRY(store.SetLabels(name.name, labels, version)).front();
  }
  opened->Forget();
  return NewRecord(call.heap, {{"store", NewStoredText(call.heap, store.shown())},
                               {"name", call.heap->NewString(name.name)},
                               {"label", call.heap->NewString(label)},
                               {"version", VersionOrNull(version)},
                               {"previous", VersionOrNull(previous)}});
}

// {workspace?, name, message?, author?, time?} -> {store, name, version, digest, created}.
// History is not rewritten: the old text becomes the newest version.
Result<Value> RollBack(const Invocation& given) {
  const CallWithStores with_stores(given);
  const Invocation& call = *with_stores;
  const Params params = Params::Of(call);
  const StoredName name = TRY(StoredName::Parse(TRY(params.String("name")), call.limits));
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  workspace::OpenStore* opened = TRY(workspace.store(Access::kExisting));
  Store& store = opened->store();
  StoredDocument document = TRY(store.Read(TRY(TargetOf(name, &store)), Limits::Ceiling().file));
  const Value parameter = params.has("workspace") ? TRY(params.Any("workspace")) : Value();
  TRY(check::RefuseInvalid(document, check::ShownDocument(document.name, document.info), parameter,
                           call));
  PushRequest request;
  request.name = document.name;
  request.type = document.type;
  request.extension = document.info.extension;
  request.text = std::move(document.text);
  request.author = TRY(AuthorOf(params, &workspace));
  request.time = TRY(TimeOf(params));
  const std::string usual = "roll back to version " + std::to_string(document.info.version);
  request.message = TRY(params.String("message", usual));
  const Pushed pushed = TRY(store.Push(request));
  opened->Forget();
  return NewPushRecord(call.heap, store, document.name, pushed, document.info.digest);
}

}  // namespace galley::api
