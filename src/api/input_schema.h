// The JSON Schema of what a template without placeholders reads.
#ifndef GALLEY_API_INPUT_SCHEMA_H_
#define GALLEY_API_INPUT_SCHEMA_H_

#include <optional>
#include <string_view>

#include "galley/template.h"
#include "handles/field_tree.h"
#include "value/heap.h"
#include "value/json_type.h"
#include "value/value.h"

namespace galley::api {

// What a value must be for the schema; nothing where it may be anything.
std::optional<JsonType> TypeAskedFor(const Input& input);

// The names that it reads, of the types that it declares or takes them for, with what is known
// of their insides.
Value NewInputSchema(Heap* heap, std::string_view title, const Inputs& inputs,
                     const handles::FieldTree& fields);

}  // namespace galley::api

#endif  // GALLEY_API_INPUT_SCHEMA_H_
