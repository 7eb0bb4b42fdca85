// Operations: what a door can ask for.  Each is defined once: parameters in, a
// result or diagnostics out.
//
// To add one, write its function in the file of its family and its row in
// operations.def.
#ifndef GALLEY_API_OPERATION_H_
#define GALLEY_API_OPERATION_H_

#include <span>
#include <string_view>

#include "galley/result.h"
#include "value/value.h"
#include "workspace/invocation.h"
#include "workspace/params.h"

namespace galley::api {

// What every operation is given.
using workspace::Invocation;
using workspace::Params;

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

}  // namespace galley::api

#endif  // GALLEY_API_OPERATION_H_
