// `data.merge`: the data of a render from files and single values, one over the
// other.
#include <span>
#include <string>
#include <string_view>

#include "api/operation.h"
#include "base/try.h"
#include "diag/report.h"
#include "value/record.h"
#include "workspace/data.h"
#include "workspace/params.h"

namespace galley::api {
namespace {

Result<void> AddLayer(const Params& layer, Heap* heap, const Limits& limits,
                      workspace::MergedData* data) {
  if (layer.has("path")) {
    const std::string_view path = TRY(layer.String("path"));
    if (path.empty()) {
      return Report(Code::kInvalidParams, Quoted(layer.PathOf("path")) + " must not be empty");
    }
    data->Set(path, TRY(layer.Any("value")));
    return {};
  }
  const std::string name(TRY(layer.String("name", "<data>")));
  const Source source(name, TRY(layer.String("text")), Nature::kData);
  const Value value = TRY(workspace::ReadData(source, heap, limits));
  if (!value.is_map()) {
    return Report(Code::kInvalidData, source, {},
                  "data is a map, and this is of type " + std::string(KindName(value.kind())));
  }
  data->Merge(value);
  return {};
}

}  // namespace

// {layers: [{text, name?} or {path, value}]} -> {data}; later ones win, maps are merged
Result<Value> MergeData(const Invocation& call) {
  const Params params = Params::Of(call);
  workspace::MergedData data;
  const std::span<const Value> layers = TRY(params.List("layers"));
  for (size_t at = 0; at < layers.size(); ++at) {
    const Params layer =
        TRY(Params::In(layers[at], params.PathOf("layers") + '[' + std::to_string(at) + ']',
                       {"text", "name", "path", "value"}));
    TRY(AddLayer(layer, call.heap, call.limits, &data));
  }
  return NewRecord(call.heap, {{"data", data.Finish(call.heap)}});
}

}  // namespace galley::api
