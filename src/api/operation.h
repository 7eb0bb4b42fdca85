// Operations: what a door can ask for.  Each is defined once: parameters in, a
// result or diagnostics out.
//
// To add one, write its function in the file of its family and its row in
// operations.def.
#ifndef GALLEY_API_OPERATION_H_
#define GALLEY_API_OPERATION_H_

#include <span>
#include <string_view>
#include <vector>

#include "galley/diagnostic.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley {

class HostHelpers;   // engine/library/host_helpers.h
struct CallOptions;  // galley/operations.h
class StoreSession;  // api/store_session.h

// One call of an operation.
struct Invocation {
  // What the caller sent: a map, or undefined where it sent nothing.  Read it
  // through Params.
  Value params;
  // The limits in force, which those of the call have lowered already.
  const Limits& limits;
  // Where the result is made.  The caller checks whether it ran out.
  Heap* heap;
  // Where what the caller should know goes, though the operation succeeds.
  std::vector<Diagnostic>* warnings;
  // Helpers that the caller brought along, or null.
  const HostHelpers* helpers = nullptr;
  // What else it brought along, or null.
  const CallOptions* options = nullptr;
  // The stores that stay open after the call, or null.
  StoreSession* stores = nullptr;
  // The parameters as they were sent, where a map in them holds a key twice, which
  // `params` cannot show and documents among them must not do; else empty.
  std::string_view text_with_repeated_keys = {};
};

// The result is a map.  It may point into the parameters.
using OperationFunction = Result<Value> (*)(const Invocation& call);

struct Operation {
  std::string_view name;
  OperationFunction run;
  std::string_view about;
};

// All operations, sorted by name.
std::span<const Operation> AllOperations() noexcept;

// The functions behind the table.
#define OPERATION(name, function, about) Result<Value> function(const Invocation& call);
#include "api/operations.def"
#undef OPERATION

}  // namespace galley

#endif  // GALLEY_API_OPERATION_H_
