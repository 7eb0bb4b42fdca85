// FunctionCaller: how a function of the program is called, inside of a template or out.
#ifndef GALLEY_WORKSPACE_FUNCTION_CALLER_H_
#define GALLEY_WORKSPACE_FUNCTION_CALLER_H_

#include <span>
#include <string_view>

#include "base/catch_all.h"
#include "engine/library/host_callables.h"
#include "galley/function_call.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley {

struct FunctionCall::State {
  std::string_view name;
  std::span<const Value> arguments;
  Value named;
  Heap* heap;
  HostCall* host;  // null outside of a template
  Value result = {};
  bool failed = false;
};

// What may make a FunctionCall.
struct FunctionCaller {
  using State = FunctionCall::State;

  // What `function`, which takes a FunctionCall&, gives: undefined where it failed.
  template <class Function>
  static Value Run(const Function& function, State* state) noexcept {
    FunctionCall call(state);
    CatchAll([&] { function(call); }, [&] { call.Fail("it threw an exception"); });
    return state->failed ? Value() : state->result;
  }
};

}  // namespace galley

#endif  // GALLEY_WORKSPACE_FUNCTION_CALLER_H_
