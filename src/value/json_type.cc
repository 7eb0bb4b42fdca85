// What has no literal in JSON, such as infinity, is no number there.
#include "value/json_type.h"

#include <algorithm>
#include <cmath>

namespace galley {

std::optional<JsonType> FindJsonType(std::string_view name) noexcept {
  const auto found = std::find(kJsonTypeNames.begin(), kJsonTypeNames.end(), name);
  if (found == kJsonTypeNames.end()) return std::nullopt;
  return static_cast<JsonType>(found - kJsonTypeNames.begin());
}

bool Fits(const Value& value, JsonType type) noexcept {
  switch (type) {
    case JsonType::kString:
      return value.is_string();
    case JsonType::kNumber:
      return value.is_int() || (value.is_double() && std::isfinite(value.as_double()));
    case JsonType::kBoolean:
      return value.is_bool();
    case JsonType::kArray:
      return value.is_list();
    case JsonType::kObject:
      return value.is_map();
  }
  return false;
}

}  // namespace galley
