// import.template: a document of another tool as one of ours.
#include "import/import.h"

#include <string>
#include <string_view>
#include <vector>

#include "api/operation.h"
#include "base/try.h"
#include "diag/report.h"
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

}  // namespace

// {text, format?, name?, file = "<text>"} ->
//   {text, type, warnings: [code], files: [{name, text}]}; `file` is how messages call the text
//   and may tell the format
Result<Value> ImportTemplate(const Invocation& call) {
  const Params params = Params::Of(call);
  const importing::Format* format = TRY(ReadFormat(params));
  const std::string_view text = TRY(params.String("text"));
  const Source source(std::string(TRY(params.String("file", "<text>"))), text);
  Heap scratch(call.limits);
  const size_t before = call.warnings->size();
  importing::Job job(source, TRY(params.String("name", "")), call.limits, &scratch, call.warnings);
  const importing::Imported imported = TRY(importing::Import(format, &job));
  Heap* heap = call.heap;
  const size_t warned = call.warnings->size() - before;
  return NewRecord(
      heap,
      {{"text", heap->NewString(imported.text)},
       {"type", heap->NewString(imported.type)},
       {"warnings", NewListOf(heap, warned,
                              [&](size_t at) {
                                const Diagnostic& warning = (*call.warnings)[before + at];
                                return NewRecord(heap, {{"code", heap->NewString(warning.code)},
                                                        {"message", heap->NewString(warning.message)}});
                              })},
       {"files", NewListOf(heap, imported.files.size(), [&](size_t at) {
          return NewRecord(heap, {{"name", heap->NewString(imported.files[at].name)},
                                  {"text", heap->NewString(imported.files[at].text)}});
        })}});
}

}  // namespace galley::api
