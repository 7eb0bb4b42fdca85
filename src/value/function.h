// What a Value of kind function points to: a macro, a built-in, a bound method,
// or one of the small objects of a template language (namespace, loop, ...).
// The engine derives its own from this; values only know how to name one.
#ifndef GALLEY_VALUE_FUNCTION_H_
#define GALLEY_VALUE_FUNCTION_H_

#include <cstdint>
#include <string_view>

namespace galley {

class Value;

struct Function {
  uint32_t type;                 // the engine's tag for what it derives
  std::string_view name;         // as it prints: `<function name>`
  bool bare = false;             // prints as its name alone
  const Value* holds = nullptr;  // a map: prints as `<name {...}>`
};

}  // namespace galley

#endif  // GALLEY_VALUE_FUNCTION_H_
