// Data for templates: read from texts, and laid over each other.
#ifndef GALLEY_WORKSPACE_DATA_H_
#define GALLEY_WORKSPACE_DATA_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/ordered_map.h"
#include "diag/source.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley::workspace {

// The value of a JSON, YAML or TOML text: what its name tells, or for a name that tells
// nothing how the text begins.
Result<Value> ReadData(const Source& source, Heap* heap, const Limits& limits);

enum class DataFormat : uint8_t { kJson, kYaml, kToml };
// What ReadData takes a text for.
DataFormat FormatOfData(const Source& source) noexcept;
// The same in a format; a map that holds a key twice, of which the last one counts, is a
// warning.
Result<Value> ReadDataAs(DataFormat format, const Source& source, Heap* heap, const Limits& limits,
                         std::vector<Diagnostic>* warnings);

// Maps laid over each other: maps are merged, all else is replaced.
class MergedData {
 public:
  MergedData() { maps_.emplace_back(); }

  // Lays `map` over what is there.
  void Merge(const Value& map);
  // Sets what `path`, keys joined by dots, leads to.  Fails with input-invalid where a key is
  // empty, or something that is no map has to give way.
  Result<void> Set(std::string_view path, const Value& value);

  Value Finish(Heap* heap) const;

 private:
  static constexpr uint32_t kLeaf = UINT32_MAX;

  // Maps grow; everything else is a leaf.
  struct Item {
    uint32_t map = kLeaf;  // the number of a map
    Value leaf;
  };
  using Items = OrderedMap<Item>;

  // The map under `key`, made where there is none.
  uint32_t MapAt(uint32_t map, std::string_view key);
  static Value MakeMap(const Items& items, const std::vector<Value>& made, Heap* heap);

  // A map is numbered after the one it lies in, so that the result is made from the
  // last to the first.
  std::vector<Items> maps_;
};

// `over` laid over `under`, both maps: maps are merged, all else is replaced.
Value MergeMaps(const Value& under, const Value& over, Heap* heap);

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_DATA_H_
