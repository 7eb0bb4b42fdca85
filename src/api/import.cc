// import.template: a document of another tool as one of ours.
#include "import/import.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/operation.h"
#include "base/try.h"
#include "diag/report.h"
#include "value/map.h"
#include "value/record.h"
#include "workspace/params.h"

namespace galley::api {
namespace {

Result<const importing::Format*> ReadFormat(const Params& params) {
  if (!params.has("format")) return nullptr;
  const std::string_view name = TRY(params.String("format"));
  if (const importing::Format* format = importing::FindFormat(name)) return format;
  std::vector<std::string_view> names;
  for (const importing::Format& each : importing::AllFormats()) names.push_back(each.name);
  return Report(Code::kInvalidParams,
                Quoted(params.PathOf("format")) + " is no format that can be imported",
                SuggestNearest(name, names));
}

Result<importing::Imported> ImportText(const Params& params, Heap* scratch,
                                       const Invocation& call) {
  const importing::Format* format = TRY(ReadFormat(params));
  const std::string_view text = TRY(params.String("text"));
  const Source source(std::string(TRY(params.String("file", "<text>"))), text);
  importing::Job job(source, TRY(params.String("name", "")), call.limits, scratch, call.warnings);
  return importing::Import(format, &job);
}

Result<importing::Imported> ImportFolder(const Params& params, Heap* scratch,
                                         const Invocation& call) {
  const importing::Format* format = TRY(ReadFormat(params));
  if (params.has("text") || (format && format->name != "instructions")) {
    return Report(Code::kInvalidParams,
                  "`params.files` is a folder of rules: no text, and the format `instructions`");
  }
  std::vector<importing::GivenFile> files;
  for (const MapEntry& entry : EntriesOf(TRY(params.Map("files")))) {
    if (!entry.value.is_string()) {
      return Report(Code::kInvalidParams, "`params.files` must be a map of texts");
    }
    files.push_back({entry.key.as_string(), entry.value.as_string()});
  }
  return importing::ImportInstructionFolder(std::move(files), call.limits, scratch, call.warnings);
}

}  // namespace

// {text or files: {path: text}, format?, name?, file = "<text>"} ->
//   {text, type, name?, warnings: [code], files: [{name, text}]}; `file` is how messages call the
//   text and may tell the format
Result<Value> ImportTemplate(const Invocation& call) {
  const Params params = Params::Of(call);
  Heap scratch(call.limits);
  const size_t before = call.warnings->size();
  const importing::Imported imported =
      TRY(params.has("files") ? ImportFolder(params, &scratch, call)
                              : ImportText(params, &scratch, call));
  Heap* heap = call.heap;
  const size_t warned = call.warnings->size() - before;
  return NewRecord(
      heap, {{"text", heap->NewString(imported.text)},
             {"type", heap->NewString(imported.type)},
             {"name", imported.name.empty() ? Value() : heap->NewString(imported.name)},
             {"warnings", NewListOf(heap, warned,
                                    [&](size_t at) {
                                      const Diagnostic& warning = (*call.warnings)[before + at];
                                      return NewRecord(
                                          heap, {{"code", heap->NewString(warning.code)},
                                                 {"message", heap->NewString(warning.message)}});
                                    })},
             {"files", NewListOf(heap, imported.files.size(), [&](size_t at) {
                return NewRecord(heap, {{"name", heap->NewString(imported.files[at].name)},
                                        {"text", heap->NewString(imported.files[at].text)}});
              })}});
}

}  // namespace galley::api
