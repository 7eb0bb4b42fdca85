// Fields that are undefined are left out, so optional parts of a result need no branches.
#include "value/record.h"

namespace galley {

Value NewRecord(Heap* heap, std::initializer_list<RecordField> fields) noexcept {
  MapEntry* entries = heap->NewEntries(fields.size());
  if (!entries) return Value();
  size_t size = 0;
  for (const RecordField& field : fields) {
    if (field.value.is_undefined()) continue;
    entries[size++] = {Value::String(field.name), field.value};
  }
  return heap->NewMap(entries, size);
}

Value NewTextOrMessage(Heap* heap, const Value& text, std::string_view role) noexcept {
  if (role.empty()) return NewRecord(heap, {{"text", text}});
  const Value message = NewRecord(heap, {{"role", Value::String(role)}, {"content", text}});
  return NewRecord(heap, {{"text", text}, {"message", message}});
}

}  // namespace galley
