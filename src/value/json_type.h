// The types that people declare values to be, as JSON Schema calls them.
#ifndef GALLEY_VALUE_JSON_TYPE_H_
#define GALLEY_VALUE_JSON_TYPE_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "value/value.h"

namespace galley {

enum class JsonType : uint8_t { kString, kNumber, kBoolean, kArray, kObject };

// By the numbers of the types.
inline constexpr std::array<std::string_view, 5> kJsonTypeNames = {"string", "number", "boolean",
                                                                   "array", "object"};

constexpr std::string_view JsonTypeName(JsonType type) noexcept {
  return kJsonTypeNames[static_cast<size_t>(type)];
}
std::optional<JsonType> FindJsonType(std::string_view name) noexcept;

// Whether a value, of a document or of a caller, is of that type.
bool Fits(const Value& value, JsonType type) noexcept;

}  // namespace galley

#endif  // GALLEY_VALUE_JSON_TYPE_H_
