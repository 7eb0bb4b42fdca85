// Layers are merged into numbered maps, so that merging does not recurse; values are made at the
// end.
#include "workspace/data.h"

#include <string>
#include <utility>

#include "base/try.h"
#include "diag/registry.h"
#include "diag/report.h"
#include "format/json.h"
#include "format/json_data.h"
#include "format/toml.h"
#include "format/yaml.h"
#include "value/map.h"

namespace galley::workspace {

void MergedData::Merge(const Value& map) {
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

Result<void> MergedData::Set(std::string_view path, const Value& value) {
  if (path.empty() || path.front() == '.' || path.back() == '.' ||
      path.find("..") != path.npos) {
    return Report(Code::kInputInvalid, "a key of " + Quoted(path) + " is empty");
  }
  uint32_t map = 0;
  size_t begin = 0;
  for (size_t dot; (dot = path.find('.', begin)) != path.npos; begin = dot + 1) {
    const std::string key(path.substr(begin, dot - begin));
    const Item& item = maps_[map][key];
    if (item.map == kLeaf && !item.leaf.is_undefined() && !item.leaf.is_none()) {
      return Report(Code::kInputInvalid,
                    Quoted(path) + " cannot be set: " + Quoted(path.substr(0, dot)) +
                        " is of type " + std::string(KindName(item.leaf.kind())),
                    "set all of " + Quoted(path.substr(0, dot)));
    }
    map = MapAt(map, key);
  }
  maps_[map][std::string(path.substr(begin))] = {kLeaf, value};
  return {};
}

Value MergedData::Finish(Heap* heap) const {
  std::vector<Value> made(maps_.size());
  for (size_t at = maps_.size(); at-- > 0;) made[at] = MakeMap(maps_[at], made, heap);
  return made.front();
}

uint32_t MergedData::MapAt(uint32_t map, std::string_view key) {
  Item& item = maps_[map][std::string(key)];
  if (item.map != kLeaf) return item.map;
  const auto made = static_cast<uint32_t>(maps_.size());
  item.map = made;
  maps_.emplace_back();  // `item` may be gone
  return made;
}

Value MergedData::MakeMap(const Items& items, const std::vector<Value>& made, Heap* heap) {
  MapEntry* entries = heap->NewEntries(items.size());
  if (!entries) return Value();
  size_t size = 0;
  for (const auto& [key, item] : items) {
    entries[size++] = {heap->NewString(key), item.map == kLeaf ? item.leaf : made[item.map]};
  }
  return heap->NewMap(entries, size);
}

namespace {

// What a strict reader says of the first key that stands twice, as a warning.
void WarnOfRepeatedKey(Error error, std::vector<Diagnostic>* warnings) {
  Diagnostic warning = std::move(error.diagnostics().front());
  warning.severity = Severity::kWarning;
  warning.hint = "the last one counts";
  warnings->push_back(std::move(warning));
}

bool IsRepeatedKey(const Error& error) {
  return error.code() == Describe(Code::kDuplicateKey).code;
}

Result<Value> ReadJsonWithRepeats(const Source& source, Heap* heap, const Limits& limits,
                                  std::vector<Diagnostic>* warnings) {
  JsonDataReader reader;
  Result<Value> value = reader.Read(source, heap, limits);
  if (!value || reader.repeated_keys().empty()) return value;
  Limits as_document = limits;  // it was measured as data
  as_document.file = limits.context;
  as_document.yaml_nodes = UINT64_MAX;
  Result<Tree> tree = ReadJson(source, as_document);
  if (!tree && IsRepeatedKey(tree.error())) {
    WarnOfRepeatedKey(std::move(tree).error(), warnings);
  }
  return value;
}

Result<Value> ReadYamlWithRepeats(const Source& source, Heap* heap, const Limits& limits,
                                  std::vector<Diagnostic>* warnings) {
  Result<Value> value = ReadYamlData(source, heap, limits);
  if (value || !IsRepeatedKey(value.error())) return value;
  WarnOfRepeatedKey(std::move(value).error(), warnings);
  const MayRepeatKeys everywhere = [](const Tree&, NodeId) { return true; };
  return ToData(TRY(ReadYaml(source, limits, everywhere)), source, heap);
}

}  // namespace

DataFormat FormatOfData(const Source& source) noexcept {
  const std::string& name = source.name();
  if (name.ends_with(".toml")) return DataFormat::kToml;
  if (name.ends_with(".yaml") || name.ends_with(".yml")) return DataFormat::kYaml;
  const size_t first = source.text().find_first_not_of(" \t\r\n");
  const bool is_json =
      name.ends_with(".json") || (first != std::string_view::npos && source.text()[first] == '{');
  return is_json ? DataFormat::kJson : DataFormat::kYaml;
}

Result<Value> ReadData(const Source& source, Heap* heap, const Limits& limits) {
  switch (FormatOfData(source)) {
    case DataFormat::kToml:
      return ReadTomlData(source, heap, limits);
    case DataFormat::kJson:
      return ReadJsonData(source, heap, limits);
    case DataFormat::kYaml:
      break;
  }
  return ReadYamlData(source, heap, limits);
}

Result<Value> ReadDataAs(DataFormat format, const Source& source, Heap* heap, const Limits& limits,
                         std::vector<Diagnostic>* warnings) {
  switch (format) {
    case DataFormat::kToml:
      return ReadTomlData(source, heap, limits);
    case DataFormat::kJson:
      return ReadJsonWithRepeats(source, heap, limits, warnings);
    case DataFormat::kYaml:
      break;
  }
  return ReadYamlWithRepeats(source, heap, limits, warnings);
}

Value MergeMaps(const Value& under, const Value& over, Heap* heap) {
  MergedData data;
  data.Merge(under);
  data.Merge(over);
  return data.Finish(heap);
}

}  // namespace galley::workspace
