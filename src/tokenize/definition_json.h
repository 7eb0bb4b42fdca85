// The fields of a definition that is written in JSON, with what to say when one is wrong.
#ifndef GALLEY_TOKENIZE_DEFINITION_JSON_H_
#define GALLEY_TOKENIZE_DEFINITION_JSON_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "galley/limits.h"
#include "galley/result.h"
#include "value/heap.h"
#include "value/map.h"
#include "value/value.h"

namespace galley {

// A map in a definition; `where` names it in messages.  Views values that outlive it.
class DefinitionFields {
 public:
  // Fails with tokenizer-invalid where `value` is no map.
  static Result<DefinitionFields> Of(const Value& value, std::string_view where);

  // Null where the field is absent or null.
  const Value* Find(std::string_view name) const noexcept;
  bool has(std::string_view name) const noexcept { return Find(name) != nullptr; }

  // These fail with tokenizer-invalid; one without a fallback must be there.
  Result<std::string_view> Text(std::string_view name) const;
  Result<bool> Bool(std::string_view name, bool fallback) const;
  Result<uint32_t> Number(std::string_view name) const;
  Result<uint32_t> Number(std::string_view name, uint32_t fallback) const;
  Result<std::span<const Value>> List(std::string_view name) const;
  Result<DefinitionFields> Fields(std::string_view name) const;

  Diagnostic Wrong(std::string_view name, std::string_view expected) const;

 private:
  DefinitionFields(const Value& map, std::string_view where) : map_(map), where_(where) {}

  Value map_;
  std::string_view where_;
};

// Reads `text` into `heap`.  Fails as ReadJsonData does, and with tokenizer-invalid where a
// key stands twice.
Result<Value> ReadDefinitionJson(std::string_view text, Heap* heap, const Limits& limits);

// Makes `name is not implemented` with the code tokenizer-unsupported.
Diagnostic UnsupportedInDefinition(std::string_view kind, std::string_view name);

}  // namespace galley

#endif  // GALLEY_TOKENIZE_DEFINITION_JSON_H_
