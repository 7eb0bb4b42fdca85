// Every getter says which field of which map is wrong.
#include "tokenize/definition_json.h"

#include "base/try.h"
#include "diag/report.h"
#include "format/json_data.h"

namespace galley {

Result<DefinitionFields> DefinitionFields::Of(const Value& value, std::string_view where) {
  if (value.is_map()) return DefinitionFields(value, where);
  return Report(Code::kTokenizerInvalid, Quoted(where) + " is not a map");
}

const Value* DefinitionFields::Find(std::string_view name) const noexcept {
  const Value* found = FindItem(map_, name);
  return found && !found->is_none() ? found : nullptr;
}

Diagnostic DefinitionFields::Wrong(std::string_view name, std::string_view expected) const {
  return Report(Code::kTokenizerInvalid,
                Quoted(name) + " of " + Quoted(where_) + " must be " + std::string(expected));
}

Result<std::string_view> DefinitionFields::Text(std::string_view name) const {
  const Value* value = Find(name);
  if (!value || !value->is_string()) return Wrong(name, "a string");
  return value->as_string();
}

Result<bool> DefinitionFields::Bool(std::string_view name, bool fallback) const {
  const Value* value = Find(name);
  if (!value) return fallback;
  if (!value->is_bool()) return Wrong(name, "true or false");
  return value->as_bool();
}

Result<uint32_t> DefinitionFields::Number(std::string_view name) const {
  const Value* value = Find(name);
  if (!value || !value->is_int() || value->as_int() < 0 || value->as_int() > INT32_MAX) {
    return Wrong(name, "a number");
  }
  return static_cast<uint32_t>(value->as_int());
}

Result<uint32_t> DefinitionFields::Number(std::string_view name, uint32_t fallback) const {
  return has(name) ? Number(name) : Result<uint32_t>(fallback);
}

Result<std::span<const Value>> DefinitionFields::List(std::string_view name) const {
  const Value* value = Find(name);
  if (!value || !value->is_list()) return Wrong(name, "a list");
  return value->items();
}

Result<DefinitionFields> DefinitionFields::Fields(std::string_view name) const {
  const Value* value = Find(name);
  if (!value || !value->is_map()) return Wrong(name, "a map");
  return DefinitionFields(*value, name);
}

Result<Value> ReadDefinitionJson(std::string_view text, Heap* heap, const Limits& limits) {
  const Source source("tokenizer", text, Nature::kData);
  JsonDataReader reader;
  const Value value = TRY(reader.Read(source, heap, limits));
  if (!reader.repeated_keys().empty()) {
    return Report(Code::kTokenizerInvalid, "a key stands twice in a map of the definition");
  }
  return value;
}

Diagnostic UnsupportedInDefinition(std::string_view kind, std::string_view name) {
  return Report(Code::kTokenizerUnsupported,
                "the " + std::string(kind) + " " + Quoted(name) + " is not implemented");
}

}  // namespace galley
