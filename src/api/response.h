// Results and errors as JSON text, the same for every door.
#ifndef GALLEY_API_RESPONSE_H_
#define GALLEY_API_RESPONSE_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "base/writer.h"
#include "galley/diagnostic.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "value/value.h"

namespace galley::api {

// How long a response may be: all the text that an operation may write, each
// byte of it escaped, and all the values it may make.
uint64_t MaxResponse(const Limits& limits) noexcept;

// The result of an operation, with its warnings as `diagnostics`.  Fails with
// limit-output where `*out` overflows; it then holds a part.
Result<void> PrintResult(const Value& result, std::span<const Diagnostic> warnings,
                         const Limits& limits, BufferWriter* out);

// `{"diagnostics":[...]}`.
void PrintDiagnostics(std::span<const Diagnostic> diagnostics, Writer* out);

}  // namespace galley::api

#endif  // GALLEY_API_RESPONSE_H_
