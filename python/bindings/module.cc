// `galley._galley`: the public classes of the library in Python.  What is pleasant to use is
// written in Python above it, in galley/.
#include <string>

#include "conversation.h"
#include "galley/version.h"
#include "ref.h"
#include "rows.h"
#include "template.h"
#include "template_function.h"
#include "workspace.h"

namespace nb = nanobind;

NB_MODULE(_galley, module) {
  // Objects of one interpreter would be called from another.
  if (PyInterpreterState_GetID(PyInterpreterState_Get()) != 0) {
    PyErr_SetString(PyExc_ImportError, "galley works in the main interpreter only");
    throw nb::python_error();
  }
  // Workspaces that a program keeps in its modules live until it ends.
  nb::set_leak_warnings(false);
  module.def("version", [] { return nb::str(galley::Version().data(), galley::Version().size()); });
  galley::python::DefineWorkspace(module);
  galley::python::DefineRows(module);
  galley::python::DefineTemplate(module);
  galley::python::DefineConversation(module);
  galley::python::DefineTemplateFunction(module);
}
