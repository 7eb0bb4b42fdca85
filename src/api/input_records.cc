// Inputs of templates as lists of maps, in the order in which they are first read.
#include "api/input_records.h"

#include "value/record.h"

namespace galley::api {
namespace {

Value NewPlace(Heap* heap, const Input::Place& place) {
  return NewRecord(heap, {{"file", heap->NewString(place.file)},
                          {"line", Value::Int(place.position.line)},
                          {"column", Value::Int(place.position.column)}});
}

}  // namespace

std::string_view TypeOf(const Input& input) noexcept {
  return input.type.empty() ? input.used_as : input.type;
}

Value NewInputList(Heap* heap, const Inputs& inputs) {
  return NewListOf(heap, inputs.list.size(), [&](size_t at) {
    const Input& input = inputs.list[at];
    const auto text = [&](std::string_view of) {
      return of.empty() ? Value() : heap->NewString(of);
    };
    const Value places = NewListOf(heap, input.places.size(), [&](size_t place) {
      return NewPlace(heap, input.places[place]);
    });
    return NewRecord(heap, {{"name", heap->NewString(input.name)},
                            {"type", text(TypeOf(input))},
                            {"required", Value::Bool(input.required)},
                            {"places", places}});
  });
}

std::vector<std::string> NamesOf(const Inputs& inputs) {
  std::vector<std::string> names;
  for (const Input& input : inputs.list) names.push_back(input.name);
  return names;
}

}  // namespace galley::api
