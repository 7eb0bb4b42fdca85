// `galley._galley.Template`, which galley/_template.py derives from.
#ifndef GALLEY_PYTHON_TEMPLATE_H_
#define GALLEY_PYTHON_TEMPLATE_H_

#include "ref.h"

namespace galley::python {

void DefineTemplate(nanobind::module_& module);

}  // namespace galley::python

#endif  // GALLEY_PYTHON_TEMPLATE_H_
