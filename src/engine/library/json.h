// JSON as Python's json.dumps prints it.
#ifndef GALLEY_ENGINE_LIBRARY_JSON_H_
#define GALLEY_ENGINE_LIBRARY_JSON_H_

#include <string_view>

#include "base/json_text.h"
#include "engine/library/builtin.h"
#include "value/value.h"

namespace galley {

struct JsonLayout {
  bool indented = false;  // one item a line, `indent` once for each level
  std::string_view indent;
  std::string_view item_separator = ", ";
  std::string_view key_separator = ": ";
  JsonEscapes escapes;
  bool sort_keys = false;
};

// The text of `value`, with `marks`.  Fails for what has no JSON, for keys that
// have none, and for keys without an order where they are to be sorted.
Value ToJson(CallContext& cx, const Value& value, const JsonLayout& layout, uint8_t marks);

}  // namespace galley

#endif  // GALLEY_ENGINE_LIBRARY_JSON_H_
