// `data.merge`: the data of a render from files and single values, one over the
// other.
#include "workspace/data.h"

#include <span>
#include <string>
#include <string_view>

#include "api/operation.h"
#include "base/try.h"
#include "diag/report.h"
#include "format/json_data.h"
#include "value/record.h"
#include "workspace/parameter_types.h"
#include "workspace/params.h"

namespace galley::api {
namespace {

// A value that was written as JSON by itself; the message says which one.
Result<Value> ReadJsonValue(std::string_view path, std::string_view text, const Invocation& call) {
  const Source source("<json>", text, Nature::kData);
  Result<Value> value = ReadJsonData(source, call.heap, call.limits);
  if (value) return value;
  return Report(Code::kInputInvalid, "the value of " + Quoted(path) + " is not JSON",
                "a text is JSON in quotes: '\"text\"'");
}

Result<void> AddLayer(const Params& layer, const Invocation& call, workspace::MergedData* data) {
  if (layer.has("path")) {
    const std::string_view path = TRY(layer.String("path"));
    if (path.empty()) {
      return Report(Code::kInvalidParams, Quoted(layer.PathOf("path")) + " must not be empty");
    }
    return data->Set(path, layer.has("json")
                               ? TRY(ReadJsonValue(path, TRY(layer.String("json")), call))
                               : TRY(layer.Any("value")));
  }
  const std::string name(TRY(layer.String("name", "<data>")));
  const Source source(name, TRY(layer.String("text")), Nature::kData);
  workspace::DataFormat format = workspace::FormatOfData(source);
  if (layer.has("format")) {
    format =
        static_cast<workspace::DataFormat>(TRY(layer.Choice("format", {"json", "yaml", "toml"})));
  }
  const Value value =
      TRY(workspace::ReadDataAs(format, source, call.heap, call.limits, call.warnings));
  if (!value.is_map()) {
    return Report(Code::kInvalidData, source, {},
                  "data is a map, and this is of type " + std::string(KindName(value.kind())));
  }
  data->Merge(value);
  return {};
}

}  // namespace

// {layers: [{text, name?, format?} or {path, value} or {path, json}]} -> {data}; later ones win,
// maps are merged
Result<Value> MergeData(const Invocation& call) {
  const Params params = Params::Of(call);
  workspace::MergedData data;
  const std::span<const Value> layers = TRY(params.List("layers"));
  for (size_t at = 0; at < layers.size(); ++at) {
    const Params layer =
        TRY(Params::In(layers[at], params.PathOf("layers") + '[' + std::to_string(at) + ']',
                       workspace::kLayerFields));
    TRY(AddLayer(layer, call, &data));
  }
  return NewRecord(call.heap, {{"data", data.Finish(call.heap)}});
}

}  // namespace galley::api
