// `file.read` and `file.write`: a template as its author sees it, for editors.
//
// What is written is a template or a test below the top of the project, and never over a
// text that the author has not seen.
#include <string>
#include <string_view>
#include <utility>

#include "api/operation.h"
#include "base/sha256.h"
#include "base/try.h"
#include "diag/report.h"
#include "files/disk_files.h"
#include "files/relative_path.h"
#include "format/text.h"
#include "value/record.h"
#include "workspace/entry_record.h"
#include "workspace/given_templates.h"
#include "workspace/params.h"
#include "workspace/workspace.h"

namespace galley::api {
namespace {

bool Is(const Error& error, Code code) { return error.code() == Describe(code).code; }

// As `file.write` takes it, or null.
Value PathRecord(const std::string& absolute, const std::string& top, Heap* heap) {
  if (top.empty()) return heap->NewString(absolute);
  if (absolute == top || !IsBelow(absolute, top)) return Value::None();
  return heap->NewString(PathBelow(absolute, top));
}

Result<Value> ReadNamed(std::string_view name, workspace::Workspace* workspace,
                        const Invocation& call) {
  const Catalog& catalog = *TRY(workspace->catalog());
  const Entry& entry = *TRY(catalog.Find(name));
  const Root& root = catalog.RootOf(entry);
  const std::string text =
      TRY(root.files->Read(root.PathOf(entry.relative_path), call.limits.file));
  TRY(CheckText(Source(catalog.ShownPath(entry), text), call.limits));
  const std::string top = TRY(workspace->top());
  const bool is_file = entry.tier != Tier::kStore;
  return NewRecord(
      call.heap,
      {{"path", is_file ? PathRecord(catalog.AbsolutePath(entry), top, call.heap) : Value::None()},
       {"text", call.heap->NewString(text)},
       {"digest", call.heap->NewString(Sha256Of(text))},
       {"entry", workspace::NewEntryRecord(call.heap, catalog, entry)}});
}

Result<std::string> ReadBelowTop(const std::string& path, workspace::Workspace* workspace,
                                 uint64_t most_bytes) {
  const std::string top = TRY(workspace->top());
  if (top == workspace->path()) return workspace->files().Read(path, most_bytes);
  return TRY(DiskFiles::Open(top)).Read(path, most_bytes);
}

bool IsTemplateOrTest(const std::string& path, const Catalog& catalog) {
  return path.ends_with(workspace::kTestExtension) || catalog.extensions().Match(path) > 0;
}

// Besides them what tests take their data from; no configuration, and no secrets beside it.
Result<void> CheckReadable(const std::string& path, const Params& params,
                           workspace::Workspace* workspace) {
  if (IsTemplateOrTest(path, *TRY(workspace->catalog()))) return {};
  for (const std::string_view extension : {".json", ".yaml", ".yml"}) {
    if (path.ends_with(extension)) return {};
  }
  return Report(Code::kInvalidParams,
                Quoted(params.PathOf("path")) + " is no template, no test and no data");
}

// Nothing else becomes writable by it: no hook, no configuration, no data.
Result<void> CheckWritable(const std::string& path, const Params& params,
                           workspace::Workspace* workspace) {
  if (IsTemplateOrTest(path, *TRY(workspace->catalog()))) return {};
  return Report(Code::kInvalidParams,
                Quoted(params.PathOf("path")) + " is the name of no template and of no test",
                "it ends with `.j2`, `.hbs`, `.chat.yaml` or another extension of templates");
}

// Fails with stale-push where the file is not what `base`, a digest or none, says.
Result<Overwrite> CheckBase(const DiskFiles& files, const std::string& path, const Value& base,
                            uint64_t most_bytes) {
  const Result<std::string> there = files.Read(path, most_bytes);
  if (!there && !Is(there.error(), Code::kFileNotFound)) return there.error();
  const bool is_new = !base.is_string();
  if (is_new && !there) return Overwrite::kRefuse;
  if (!is_new && there && Sha256Of(*there) == base.as_string()) return Overwrite::kReplace;
  const std::string_view what = is_new  ? " is there already"
                                : there ? " was changed since it was read"
                                        : " was removed since it was read";
  return Report(Code::kStalePush, Quoted(path) + std::string(what),
                "read it again, join the changes, and save that");
}

}  // namespace

// {workspace?, name or path} -> {path or null, text, digest, entry?}
Result<Value> ReadTemplateFile(const Invocation& call) {
  const Params params = Params::Of(call);
  if (params.has("name") == params.has("path")) {
    return Report(Code::kInvalidParams, "one of `params.name` and `params.path` is needed");
  }
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  if (params.has("name")) return ReadNamed(TRY(params.String("name")), &workspace, call);
  const std::string path(TRY(params.String("path")));
  TRY(CheckReadable(path, params, &workspace));
  const std::string text = TRY(ReadBelowTop(path, &workspace, call.limits.file));
  TRY(CheckText(Source(path, text), call.limits));
  return NewRecord(call.heap, {{"path", call.heap->NewString(path)},
                               {"text", call.heap->NewString(text)},
                               {"digest", call.heap->NewString(Sha256Of(text))}});
}

// {workspace?, path, text, base?: digest or null} -> {path, digest}
Result<Value> WriteTemplateFile(const Invocation& call) {
  const Params params = Params::Of(call);
  const std::string path(TRY(params.String("path")));
  const std::string_view text = TRY(params.String("text"));
  const Value base = params.has("base") ? TRY(params.Any("base")) : Value::None();
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  if (workspace.path().empty()) {
    return Report(Code::kInvalidParams, "files in memory are not saved");
  }
  TRY(CheckWritable(path, params, &workspace));
  TRY(CheckText(Source(path, text), call.limits));
  DiskFiles files = TRY(DiskFiles::Open(TRY(workspace.top())));
  const Overwrite overwrite = TRY(CheckBase(files, path, base, Limits::Ceiling().file));
  TRY(files.Write(path, text, overwrite));
  return NewRecord(call.heap, {{"path", call.heap->NewString(path)},
                               {"digest", call.heap->NewString(Sha256Of(text))}});
}

}  // namespace galley::api
