// TemplateFunction: a macro or another function of a template in the hands of Python.
#ifndef GALLEY_PYTHON_TEMPLATE_FUNCTION_H_
#define GALLEY_PYTHON_TEMPLATE_FUNCTION_H_

#include <memory>

#include "value_reader.h"

namespace galley::python {

// An object that calls `function` as long as the call lasts that it came with.
Ref NewTemplateFunction(const Json& function, const std::shared_ptr<ActiveCall>& active) noexcept;

// An object whose `find` tells what a name means where the call stands.
Ref NewTemplateNames(const std::shared_ptr<ActiveCall>& active) noexcept;

void DefineTemplateFunction(nanobind::module_& module);

}  // namespace galley::python

#endif  // GALLEY_PYTHON_TEMPLATE_FUNCTION_H_
