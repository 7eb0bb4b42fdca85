// A record of a version is the same in every operation that gives one.
#include "api/store_records.h"

#include "base/try.h"
#include "base/utc_time.h"
#include "diag/display.h"
#include "diag/report.h"
#include "value/record.h"

namespace galley::api {

Result<std::string> AuthorOf(const Params& params, workspace::Workspace* workspace) {
  if (params.has("author")) return std::string(TRY(params.String("author")));
  const workspace::Project* project = TRY(workspace->project());
  if (!project) return "unknown";
  const std::string& configured = project->configuration.Text(ConfigKey::kAuthor);
  if (!configured.empty()) return configured;
  return project->host.user.empty() ? "unknown" : project->host.user;
}

Result<int64_t> TimeOf(const Params& params) {
  if (!params.has("time")) return CurrentUtc();
  const std::optional<int64_t> time = ParseUtc(TRY(params.String("time")));
  if (time) return *time;
  return Report(Code::kInvalidParams,
                Quoted(params.PathOf("time")) + " must be a time such as `2026-11-15T09:30:00Z`");
}

Result<std::vector<std::string>> StringsOf(const Params& params, std::string_view name) {
  std::vector<std::string> strings;
  if (!params.has(name)) return strings;
  for (const Value& each : TRY(params.List(name))) strings.emplace_back(each.as_string());
  return strings;
}

Value NewStoredText(Heap* heap, std::string_view text) {
  return heap->NewString(ToValidUtf8(text));
}

Value NewVersionRecord(Heap* heap, const VersionInfo& info, std::string_view name,
                       const std::vector<StoredLabel>& labels) {
  std::vector<Value> own;
  for (const StoredLabel& label : LabelsOf(name, labels)) {
    if (label.version == info.version) own.push_back(NewStoredText(heap, label.label));
  }
  return NewRecord(heap, {{"version", Value::Int(info.version)},
                          {"digest", NewStoredText(heap, info.digest)},
                          {"extension", NewStoredText(heap, info.extension)},
                          {"author", NewStoredText(heap, info.author)},
                          {"message", NewStoredText(heap, info.message)},
                          {"time", heap->NewString(FormatUtc(info.time))},
                          {"size", Value::Int(static_cast<int64_t>(info.size))},
                          {"labels", heap->NewList(own)}});
}

Value NewPushRecord(Heap* heap, const Store& store, std::string_view name, const Pushed& pushed,
                    std::string_view digest) {
  return NewRecord(heap, {{"store", NewStoredText(heap, store.shown())},
                          {"name", heap->NewString(name)},
                          {"version", Value::Int(pushed.version)},
                          {"digest", heap->NewString(digest)},
                          {"created", Value::Bool(pushed.is_new)}});
}

}  // namespace galley::api
