// What may see the inside of a Json: a value, or null for none.
#ifndef GALLEY_VALUE_JSON_ACCESS_H_
#define GALLEY_VALUE_JSON_ACCESS_H_

#include "galley/json.h"

namespace galley {

struct JsonAccess {
  static const Value* ValueOf(const Json& json) noexcept { return json.value_; }
  // Of a value that lives as long as what `json` is part of.
  static Json Of(const Value* value) noexcept { return Json(value); }
};

}  // namespace galley

#endif  // GALLEY_VALUE_JSON_ACCESS_H_
