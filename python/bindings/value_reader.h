// Values of the engine as objects of Python.
#ifndef GALLEY_PYTHON_VALUE_READER_H_
#define GALLEY_PYTHON_VALUE_READER_H_

#include <memory>

#include "galley/function_call.h"
#include "galley/json.h"
#include "ref.h"

namespace galley::python {

// A call from a template, as long as it lasts: functions that came with it may be called.
struct ActiveCall {
  FunctionCall* call;  // null once it returned
  PyObject* rules;     // of the workspace; lives as long as the call
};

// A copy of `value`; null where an exception is set.  Markup, what is undefined and functions
// become what the rules of the call make of them; without a call a text, None and None.
Ref ToPython(const Json& value, const std::shared_ptr<ActiveCall>& active = nullptr) noexcept;

}  // namespace galley::python

#endif  // GALLEY_PYTHON_VALUE_READER_H_
