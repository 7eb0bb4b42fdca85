// Records: the maps with fixed names that results are made of.
#ifndef GALLEY_VALUE_RECORD_H_
#define GALLEY_VALUE_RECORD_H_

#include <initializer_list>
#include <string_view>

#include "value/heap.h"
#include "value/value.h"

namespace galley {

struct RecordField {
  std::string_view name;  // a literal: it is not copied
  Value value;            // undefined: the field is left out
};

// The names must differ.
Value NewRecord(Heap* heap, std::initializer_list<RecordField> fields) noexcept;

// {text, message? {role, content}}: what rendering gives; a message where there is a
// role for it.
Value NewTextOrMessage(Heap* heap, const Value& text, std::string_view role) noexcept;

// A list of `size` items that `make(index)` returns.
template <class Make>
Value NewListOf(Heap* heap, size_t size, Make make) {
  Value* items = heap->NewItems(size);
  if (!items) return Value::List({});
  for (size_t at = 0; at < size; ++at) items[at] = make(at);
  return Value::List({items, size});
}

}  // namespace galley

#endif  // GALLEY_VALUE_RECORD_H_
