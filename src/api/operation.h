// Operations: what a door can ask for.  Each is one row of operations.def: its parameters
// and its result as data, and the function behind it.
//
// A function runs on parameters that the row allows: the names are known, what is required
// is there, and the types that the table knows are right.
#ifndef GALLEY_API_OPERATION_H_
#define GALLEY_API_OPERATION_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "galley/result.h"
#include "value/value.h"
#include "workspace/field.h"
#include "workspace/invocation.h"
#include "workspace/params.h"

namespace galley::api {

// What every operation is given.
using workspace::Field;
using workspace::Invocation;
using workspace::Params;

// What a caller must be allowed to do.
enum class Scope : uint8_t { kRead, kRender, kWrite };

// The parameters of a call, as JSON.
struct Example {
  std::string_view params;
  bool runs_anywhere;  // else it needs files or a store
};

// The result is a map.  It may point into the parameters.
using OperationFunction = Result<Value> (*)(const Invocation& call);

struct Operation {
  std::string_view name;
  Scope scope;
  std::string_view about;
  std::span<const Field> parameters;
  std::span<const Field> result;
  Example example;
  OperationFunction run;
};

// All operations, sorted by name.
std::span<const Operation> AllOperations() noexcept;

// `read`, `render` or `write`.
std::string_view ScopeName(Scope scope) noexcept;

// The one called `name`.  Fails with unknown-method.
Result<const Operation*> FindOperation(std::string_view name);

// Whether `params`, a map or undefined, are parameters that the operation may be run on.
// Messages call them as the command does where `options` are its parameters, not empty.
// Fails with invalid-params.
Result<void> CheckParameters(const Operation& operation, const Value& params,
                             std::span<const Field> options = {});

// The functions behind the table.
#define OPERATION(function, ...) Result<Value> function(const Invocation& call);
#include "api/operations.def"
#undef OPERATION

}  // namespace galley::api

#endif  // GALLEY_API_OPERATION_H_
