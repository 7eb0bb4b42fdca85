// The table of operations: what operations.def says, as arrays that are sorted by name.
#include "api/operation.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "diag/report.h"

namespace galley::api {
namespace {

// One more than there are, since an array holds at least one.
#define PARAMETERS(...) \
  { __VA_ARGS__ __VA_OPT__(, ) Field() }
#define RESULT PARAMETERS
#define EXAMPLE(...) \
  { #__VA_ARGS__, true }
#define EXAMPLE_ON_DISK(...) \
  { #__VA_ARGS__, false }

constexpr Scope kRead = Scope::kRead;
constexpr Scope kRender = Scope::kRender;
constexpr Scope kWrite = Scope::kWrite;

#define OPERATION(function, name, scope, about, parameters, result, example) \
  constexpr Field k##function##Parameters[] = parameters;                    \
  constexpr Field k##function##Result[] = result;
#include "api/operations.def"
#undef OPERATION

template <size_t size>
constexpr std::span<const Field> AllButLast(const Field (&fields)[size]) {
  return {fields, size - 1};
}

constexpr Operation kOperations[] = {
#define OPERATION(function, name, scope, about, parameters, result, example)                      \
  {name,    scope,   about, AllButLast(k##function##Parameters), AllButLast(k##function##Result), \
   example, function},
#include "api/operations.def"
#undef OPERATION
};

}  // namespace

std::span<const Operation> AllOperations() noexcept { return kOperations; }

std::string_view ScopeName(Scope scope) noexcept {
  constexpr std::string_view kNames[] = {"read", "render", "write"};
  return kNames[static_cast<size_t>(scope)];
}

Result<const Operation*> FindOperation(std::string_view name) {
  for (const Operation& operation : kOperations) {
    if (operation.name == name) return &operation;
  }
  std::vector<std::string_view> names;
  for (const Operation& operation : kOperations) names.push_back(operation.name);
  return Report(Code::kUnknownMethod, Quoted(name) + " is not a method",
                SuggestNearest(name, names));
}

Result<void> CheckParameters(const Operation& operation, const Value& params,
                             std::span<const Field> options) {
  return Params::Of(params, options).Check(operation.parameters, true);
}

}  // namespace galley::api
