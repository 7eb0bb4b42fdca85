// Texts point into the catalog wherever they are parts of the path.
#include "workspace/entry_record.h"

#include "value/record.h"

namespace galley::workspace {

Value NewEntryRecord(Heap* heap, const Catalog& catalog, const Entry& entry) {
  // Every other text is a part of the path, so only that is copied.
  const Value path = heap->NewString(catalog.AbsolutePath(entry));
  const std::string_view text = path.as_string();
  const size_t size = entry.relative_path.size();
  if (text.size() < size) return Value();  // the heap is exhausted
  const std::string_view relative = text.substr(text.size() - size);
  const size_t reachable = catalog.ReachableAs(entry).size();
  return NewRecord(
      heap, {{"logical_name", Value::String(relative.substr(0, entry.base_end))},
             {"tier", Value::String(TierName(entry.tier))},
             {"relative_path", Value::String(relative)},
             {"absolute_path", path},
             {"root_index", Value::Int(catalog.RootOf(entry).index)},
             {"extension", Value::String(relative.substr(entry.base_end))},
             {"type", Value::String(TypeName(entry.type))},
             {"reachable_as",
              reachable > 0 ? Value::String(relative.substr(0, reachable)) : Value::None()}});
}

}  // namespace galley::workspace
