// What templates read, as values.
#ifndef GALLEY_API_INPUT_RECORDS_H_
#define GALLEY_API_INPUT_RECORDS_H_

#include <string>
#include <string_view>
#include <vector>

#include "galley/template.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley::api {

// What a schema says it is, or else what the template takes it for: `list`, `map`; empty
// where nothing tells.
std::string_view TypeOf(const Input& input) noexcept;

// [{name, type?, required, places: [{file, line, column}]}]
Value NewInputList(Heap* heap, const Inputs& inputs);
// The names alone.
std::vector<std::string> NamesOf(const Inputs& inputs);

}  // namespace galley::api

#endif  // GALLEY_API_INPUT_RECORDS_H_
