// `data.merge`: the data of a render from files and single values, one over the
// other.
#include "api/data.h"

#include <string>
#include <string_view>
#include <vector>

#include "api/operation.h"
#include "api/params.h"
#include "base/ordered_map.h"
#include "base/try.h"
#include "diag/report.h"
#include "format/json_data.h"
#include "format/toml.h"
#include "format/yaml.h"
#include "value/map.h"
#include "value/record.h"

namespace galley {
namespace {

// Maps that grow; everything else is a leaf.  A map is numbered after the one it
// lies in, so that the result is made from the last to the first.
class MergedData {
 public:
  MergedData() { maps_.emplace_back(); }

  // Lays `map` over what is there: maps are merged, all else is replaced.
  void Merge(const Value& map) {
    std::vector<std::pair<uint32_t, Value>> pending = {{0, map}};
    while (!pending.empty()) {
      const auto [into, from] = pending.back();
      pending.pop_back();
      for (const MapEntry& entry : EntriesOf(from)) {
        const std::string_view key = entry.key.as_string();
        if (entry.value.is_map()) {
          pending.emplace_back(MapAt(into, key), entry.value);
        } else {
          maps_[into][std::string(key)] = {kLeaf, entry.value};
        }
      }
    }
  }

  // Sets what `path`, keys joined by dots, leads to.
  void Set(std::string_view path, const Value& value) {
    uint32_t map = 0;
    for (size_t dot; (dot = path.find('.')) != std::string_view::npos;) {
      map = MapAt(map, path.substr(0, dot));
      path.remove_prefix(dot + 1);
    }
    maps_[map][std::string(path)] = {kLeaf, value};
  }

  Value Finish(Heap* heap) const {
    std::vector<Value> made(maps_.size());
    for (size_t at = maps_.size(); at-- > 0;) made[at] = MakeMap(maps_[at], made, heap);
    return made.front();
  }

 private:
  static constexpr uint32_t kLeaf = UINT32_MAX;

  struct Item {
    uint32_t map = kLeaf;  // the number of a map
    Value leaf;
  };
  using Items = OrderedMap<Item>;

  // The map under `key`, made where there is none.
  uint32_t MapAt(uint32_t map, std::string_view key) {
    Item& item = maps_[map][std::string(key)];
    if (item.map != kLeaf) return item.map;
    const auto made = static_cast<uint32_t>(maps_.size());
    item.map = made;
    maps_.emplace_back();  // `item` may be gone
    return made;
  }

  static Value MakeMap(const Items& items, const std::vector<Value>& made, Heap* heap) {
    MapEntry* entries = heap->NewEntries(items.size());
    if (!entries) return Value();
    size_t size = 0;
    for (const auto& [key, item] : items) {
      entries[size++] = {heap->NewString(key), item.map == kLeaf ? item.leaf : made[item.map]};
    }
    return heap->NewMap(entries, size);
  }

  std::vector<Items> maps_;
};

Result<void> AddLayer(const Params& layer, Heap* heap, const Limits& limits, MergedData* data) {
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
  const Value value = TRY(ReadData(source, heap, limits));
  if (!value.is_map()) {
    return Report(Code::kInvalidData, source, {},
                  "data is a map, and this is of type " + std::string(KindName(value.kind())));
  }
  data->Merge(value);
  return {};
}

}  // namespace

Result<Value> ReadData(const Source& source, Heap* heap, const Limits& limits) {
  const std::string& name = source.name();
  if (name.ends_with(".toml")) return ReadTomlData(source, heap, limits);
  const size_t first = source.text().find_first_not_of(" \t\r\n");
  const bool is_json =
      name.ends_with(".json") || (first != std::string_view::npos && source.text()[first] == '{');
  const bool is_yaml = name.ends_with(".yaml") || name.ends_with(".yml");
  if (is_json && !is_yaml) return ReadJsonData(source, heap, limits);
  return ReadYamlData(source, heap, limits);
}

Value MergeMaps(const Value& under, const Value& over, Heap* heap) {
  MergedData data;
  data.Merge(under);
  data.Merge(over);
  return data.Finish(heap);
}

// {layers: [{text, name?} or {path, value}]} -> {data}; later ones win, maps are merged
Result<Value> MergeData(const Invocation& call) {
  const Params params = TRY(Params::Of(call, {"layers"}));
  MergedData data;
  const std::span<const Value> layers = TRY(params.List("layers"));
  for (size_t at = 0; at < layers.size(); ++at) {
    const Params layer =
        TRY(Params::In(layers[at], params.PathOf("layers") + '[' + std::to_string(at) + ']',
                       {"text", "name", "path", "value"}));
    TRY(AddLayer(layer, call.heap, call.limits, &data));
  }
  return NewRecord(call.heap, {{"data", data.Finish(call.heap)}});
}

}  // namespace galley
