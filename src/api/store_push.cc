// `store.push`: a document of the workspace, or a text, as a new version.
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "api/operation.h"
#include "api/store_records.h"
#include "base/sha256.h"
#include "base/try.h"
#include "check/store_check.h"
#include "diag/report.h"
#include "files/disk_files.h"
#include "files/relative_path.h"
#include "format/yaml.h"
#include "load/document.h"
#include "value/record.h"
#include "value/scalars.h"
#include "workspace/params.h"
#include "workspace/store_notes.h"
#include "workspace/workspace.h"

namespace galley::api {
namespace {

// What is to be stored.
struct Incoming {
  PushRequest request;
  std::string shown;     // as its owner calls it
  bool is_file = false;  // of the project, which notes what it was made from
};

struct UsualExtension {
  std::string_view type;
  std::string_view extension;
};

// What a text without a file is called.
constexpr UsualExtension kUsual[] = {
    {"jinja", ".j2"},
    {"handlebars", ".hbs"},
    {"sections", ".sections.yaml"},
    {"chat", ".chat.yaml"},
    {"task", ".task.yaml"},
    {"model", ".model.yaml"},
    {kInstructionsType, kInstructionsExtension},
};

// The extension that a path ends with, or nothing.
std::string_view ExtensionOf(std::string_view path) {
  if (path.ends_with(kInstructionsExtension)) return kInstructionsExtension;
  return path.substr(path.size() - Extensions().Match(path));
}

std::string TypeOfExtension(std::string_view extension) {
  if (extension == kInstructionsExtension) return std::string(kInstructionsType);
  return std::string(TypeName(TypeOf(extension)));
}

// The logical name of a file that is a template of the workspace; otherwise the name of
// the file.
Result<std::string> NameOfPath(const std::string& path, std::string_view extension,
                               workspace::Workspace* workspace) {
  const std::string_view file = FileNameOf(path);
  std::string plain(file.substr(0, file.size() - extension.size()));
  if (workspace->path().empty() || extension == kInstructionsExtension) return plain;
  const bool is_absolute = path.starts_with('/');
  const Result<std::string> resolved =
      ResolvePath(is_absolute ? path : workspace->path() + '/' + path);
  if (!resolved) return plain;
  const Catalog& catalog = *TRY(workspace->catalog());
  for (const Entry& entry : catalog.entries()) {
    if (catalog.AbsolutePath(entry) == *resolved) return std::string(entry.logical_name());
  }
  return plain;
}

Result<Incoming> ReadNamed(const Params& params, workspace::Workspace* workspace,
                           const Limits& limits) {
  const Catalog& catalog = *TRY(workspace->catalog());
  const Entry& entry = *TRY(catalog.Find(TRY(params.String("name"))));
  Document document = TRY(LoadDocument(catalog, entry, limits));
  Incoming incoming;
  incoming.request.name = entry.logical_name();
  incoming.request.type = TypeName(entry.type);
  incoming.request.extension = entry.extension();
  incoming.request.text = std::move(document.text);
  incoming.shown = std::move(document.name);
  incoming.is_file = true;
  return incoming;
}

// {path, text, name?}, or {name, text, type}
Result<Incoming> ReadText(const Params& params, workspace::Workspace* workspace) {
  Incoming incoming;
  PushRequest& request = incoming.request;
  const std::string path(TRY(params.String("path", "")));
  request.text = TRY(params.String("text"));
  request.name = TRY(params.String("name", ""));
  request.extension = ExtensionOf(path);
  if (params.has("type")) {
    const size_t type = TRY(params.Choice(
        "type", {"jinja", "handlebars", "sections", "chat", "task", "model", kInstructionsType}));
    if (request.extension.empty() || TypeOfExtension(request.extension) != kUsual[type].type) {
      request.extension = kUsual[type].extension;
    }
  }
  if (request.extension.empty()) {
    return Report(Code::kInvalidParams,
                  path.empty() ? "a text needs a `path` or a `type`"
                               : "the extension of " + Quoted(path) + " does not tell its type",
                  "name its type");
  }
  request.type = TypeOfExtension(request.extension);
  incoming.is_file = !path.empty();
  if (request.name.empty() && incoming.is_file) {
    request.name = TRY(NameOfPath(path, ExtensionOf(path), workspace));
  }
  incoming.shown = path.ends_with(request.extension) ? path : request.name + request.extension;
  return incoming;
}

// The document of a request, as it is checked.
StoredDocument Unstored(const PushRequest& request) {
  StoredDocument document;
  document.name = request.name;
  document.type = request.type;
  document.text = request.text;
  document.info.extension = request.extension;
  return document;
}

// The `version` that a chat template gives itself, which is not the store's.
std::optional<int64_t> OwnVersion(std::string_view text, const Limits& limits) {
  const Result<Tree> tree = ReadYaml(Source("", text), limits);
  const NodeId version = tree ? tree->Find(Tree::root(), "version") : kNoNode;
  return version == kNoNode ? std::nullopt : WholeNumber((*tree)[version].value);
}

// It must not go down, and says nothing where it stays though the text changes, which is a
// `*warning`.
Result<void> CompareOwnVersion(const PushRequest& request, std::string_view newest,
                               const Limits& limits, std::optional<Diagnostic>* warning) {
  if (newest == request.text) return {};
  const std::optional<int64_t> before = OwnVersion(newest, limits);
  const std::optional<int64_t> now = OwnVersion(request.text, limits);
  if (!before || !now || *now > *before) return {};
  if (*now < *before) {
    return Report(Code::kVersionNotIncreasing,
                  "the `version` of " + Quoted(request.name) + " is " + std::to_string(*now) +
                      "; the newest in the store has " + std::to_string(*before));
  }
  *warning = Report(Code::kVersionUnchanged, "the text of " + Quoted(request.name) +
                                                 " changed, its `version` " + std::to_string(*now) +
                                                 " did not");
  return {};
}

// Pushes a chat template after comparing its version with that of the newest.  What it was
// compared with is its base, so a push by others in between fails inside of the transaction,
// and it is compared again.
Result<Pushed> PushComparing(Store* store, PushRequest request, const Invocation& call) {
  constexpr int kMostTries = 20;
  const bool knows_base = request.base.has_value();
  for (int tries = 1;; ++tries) {
    const Result<StoredDocument> newest = store->Read({request.name, 0, {}}, call.limits.file);
    std::optional<Diagnostic> warning;
    if (newest) TRY(CompareOwnVersion(request, newest->text, call.limits, &warning));
    if (!knows_base && newest) request.base = newest->info.version;
    if (!knows_base && !newest && newest.error().code() == Describe(Code::kTemplateNotFound).code) {
      request.base = 0;
    }
    Result<Pushed> pushed = store->Push(request);
    const bool is_overtaken =
        !pushed && !knows_base && pushed.error().code() == Describe(Code::kStalePush).code;
    if (is_overtaken && tries < kMostTries) continue;
    if (pushed && warning) call.warnings->push_back(*std::move(warning));
    return pushed;
  }
}

}  // namespace

// {workspace?, name} or {workspace?, path, text, name?} or {workspace?, name, text, type},
// message?, author?, base?, time?, labels?, always = false ->
// {store, name, version, digest, created}
Result<Value> PushDocument(const Invocation& given) {
  const CallWithStores with_stores(given);
  const Invocation& call = *with_stores;
  const Params params = Params::Of(call);
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  Incoming incoming = TRY(params.has("text") ? ReadText(params, &workspace)
                                             : ReadNamed(params, &workspace, call.limits));
  PushRequest& request = incoming.request;
  request.message = TRY(params.String("message", ""));
  request.author = TRY(AuthorOf(params, &workspace));
  request.time = TRY(TimeOf(params));
  request.labels = TRY(StringsOf(params, "labels"));
  request.always = TRY(params.Bool("always", false));
  const Value parameter = params.has("workspace") ? TRY(params.Any("workspace")) : Value();
  TRY(check::RefuseInvalid(Unstored(request), incoming.shown, parameter, call));

  workspace::OpenStore* opened = TRY(workspace.store(Access::kCreate));
  Store& store = opened->store();
  const workspace::Project* project = incoming.is_file ? TRY(workspace.project()) : nullptr;
  std::optional<workspace::StoreNotes> notes;
  if (project) notes = workspace::StoreNotes::Of(*project, call.limits);
  if (params.has("base")) {
    request.base = TRY(params.Int("base"));
  } else if (notes) {
    request.base = notes->Find(store.id(), request.name);
  }
  const bool is_chat = request.type == TypeName(TemplateType::kChat);
  const Pushed pushed = TRY(is_chat ? PushComparing(&store, request, call) : store.Push(request));
  opened->Forget();
  if (notes) notes->Set(store.id(), request.name, pushed.version, call.warnings);
  return NewPushRecord(call.heap, store, request.name, pushed, Sha256Of(request.text));
}

}  // namespace galley::api
