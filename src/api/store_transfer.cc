// `store.export` and `store.import`: a store as a directory.
#include <string>
#include <vector>

#include "api/operation.h"
#include "api/store_records.h"
#include "base/try.h"
#include "check/store_check.h"
#include "diag/report.h"
#include "files/disk_files.h"
#include "files/new_directory.h"
#include "store/store_export.h"
#include "value/record.h"
#include "workspace/params.h"
#include "workspace/workspace.h"

namespace galley::api {
namespace {

Value Count(size_t number) { return Value::Int(static_cast<int64_t>(number)); }

// The parameter `directory`, from where the command runs.
Result<std::string> DirectoryIn(const Params& params) {
  const workspace::Host host = workspace::Host::OfProcess();
  const std::string directory(TRY(params.String("directory")));
  if (directory.empty()) {
    return Report(Code::kInvalidParams, Quoted(params.PathOf("directory")) + " is empty",
                  "the directory where the command runs is `.`");
  }
  return host.Absolute(directory, host.directory);
}

// What old versions name may be gone since, so warnings are not worth telling.
Result<void> CheckImported(const StoredDocument& document, const Value& workspace,
                           const Invocation& call) {
  std::vector<Diagnostic> warnings;
  Invocation check = call;
  check.warnings = &warnings;
  return check::RefuseInvalid(document, check::ShownDocument(document.name, document.info),
                              workspace, check);
}

}  // namespace

// {workspace?, directory} -> {store, documents, versions}
Result<Value> ExportStoreTo(const Invocation& call) {
  const Params params = Params::Of(call);
  const std::string directory = TRY(DirectoryIn(params));
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  Store& store = TRY(workspace.store(Access::kExisting))->store();
  TRY(MakeDirectoryOf(directory + '/'));
  DiskFiles files = TRY(DiskFiles::Open(directory));
  const Transferred done = TRY(ExportStore(&store, &files));
  return NewRecord(call.heap, {{"store", NewStoredText(call.heap, store.shown())},
                               {"documents", Count(done.documents)},
                               {"versions", Count(done.versions)}});
}

// {workspace?, directory} -> {store, documents, versions, new_versions, new_labels}
Result<Value> ImportStoreFrom(const Invocation& given) {
  const CallWithStores with_stores(given);
  const Invocation& call = *with_stores;
  const Params params = Params::Of(call);
  const DiskFiles files = TRY(DiskFiles::Open(TRY(DirectoryIn(params))));
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  workspace::OpenStore* opened = TRY(workspace.store(Access::kCreate));
  Store& store = opened->store();
  const Value parameter = params.has("workspace") ? TRY(params.Any("workspace")) : Value();
  const Result<Transferred> imported = ImportStore(
      files, &store,
      [&](const StoredDocument& document) { return CheckImported(document, parameter, call); },
      call.warnings);
  // Also where it failed: what was read for the checks may have been undone.
  opened->Forget();
  const Transferred done = TRY(imported);
  return NewRecord(call.heap, {{"store", NewStoredText(call.heap, store.shown())},
                               {"documents", Count(done.documents)},
                               {"versions", Count(done.versions)},
                               {"new_versions", Count(done.new_versions)},
                               {"new_labels", Count(done.new_labels)}});
}

}  // namespace galley::api
