// Tools: the functions that a model may call, as templates and requests define them.
#ifndef GALLEY_COMPILE_TOOL_H_
#define GALLEY_COMPILE_TOOL_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "galley/result.h"
#include "value/value.h"

namespace galley {

// Points into the value it was read from.
struct Tool {
  std::string_view name;
  std::string_view description;  // absent where data() is null
  Value parameters;              // a map: JSON Schema
  Value strict;                  // a bool, or undefined
};

// What a tool may be called: 64 of `A-Za-z0-9_-`, or 128 with `.` and `:` too, which only some
// providers take.
enum class ToolNames : uint8_t { kNarrow, kWide };

// The tools {name, description?, parameters, strict?} of a list.  Fails with invalid-tool: a
// name, the shape of a schema, two of one name; tools are named by index.
Result<std::vector<Tool>> ReadTools(const Value& list, ToolNames names);

// `auto`, `none`, `required` or {name}, one of `tools`; undefined where there is none.  Fails
// with invalid-tool.
Result<void> CheckToolChoice(const Value& choice, std::span<const Tool> tools);

}  // namespace galley

#endif  // GALLEY_COMPILE_TOOL_H_
