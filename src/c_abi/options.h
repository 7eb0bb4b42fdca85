// The option structures of the interface, read into those of C++.
//
// A structure may be shorter than ours, from a program that was compiled before it grew, or
// longer, from one that was compiled after that; then what we do not know must be 0.
#ifndef GALLEY_C_ABI_OPTIONS_H_
#define GALLEY_C_ABI_OPTIONS_H_

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>

#include "base/try.h"
#include "galley/context.h"
#include "galley/galley_c.h"
#include "galley/json.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "galley/template.h"

namespace galley::c_abi {

// Fails with invalid-params where the structure is no such, or asks for what we do not have.
Result<void> CheckStruct(const void* given, size_t given_size, size_t known_size);

// A copy of the options with 0 for what is not there; null: none.
template <class T>
Result<T> ReadStruct(const T* given) {
  T read;
  std::memset(&read, 0, sizeof(T));
  if (!given) return read;
  TRY(CheckStruct(given, given->struct_size, sizeof(T)));
  std::memcpy(&read, given, std::min(given->struct_size, sizeof(T)));
  return read;
}

// Keeps the value of a JSON text under `name`, unless the text is empty.
void SetJsonOption(std::string_view name, std::string_view text, Context* kept);
// What was kept, a map, valid until something else is.  Fails where a text was no JSON.
Result<Json> ValuesOf(const Context& kept);

// Fails with invalid-params for a number that stands for no language.
Result<Language> ReadLanguage(int32_t language);

// `base` with the limits that a JSON map names.  Fails with invalid-params.
Result<Limits> ReadLimits(std::string_view json, const Limits& base);

}  // namespace galley::c_abi

#endif  // GALLEY_C_ABI_OPTIONS_H_
