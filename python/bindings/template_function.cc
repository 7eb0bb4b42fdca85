// Both objects hold the call that they came with.  When that has ended it is null, and they fail or
// find nothing instead of reaching into a render that is gone.
#include "template_function.h"

#include <nanobind/stl/string.h>

#include <string>
#include <vector>

#include "errors.h"
#include "value_writer.h"

namespace galley::python {
namespace {

namespace nb = nanobind;

struct TemplateFunction {
  Json function;
  std::shared_ptr<ActiveCall> active;

  nb::object Call(const nb::args& args) const {
    if (!active->call) {
      PyErr_SetString(PyExc_RuntimeError, "a function of a template was called after its render");
      ThrowSet();
    }
    Context context;
    Kept kept;
    ValueWriter writer(&context, active->rules, &kept);
    context.Key("arguments").OpenList();
    for (const nb::handle each : args) {
      if (!writer.Write(each.ptr(), "argument")) ThrowSet();
    }
    context.Close();
    const Json list = context.values().Find("arguments");
    if (const Error* error = context.error()) Throw(*error);
    std::vector<Json> arguments;
    for (size_t at = 0; at < list.size(); ++at) arguments.push_back(list.item(at));
    return nb::steal(OrThrow(ToPython(active->call->Call(function, arguments), active)).Release());
  }
};

struct TemplateNames {
  std::shared_ptr<ActiveCall> active;

  nb::object Find(const std::string& name) const {
    const Json found = active->call ? active->call->variable(name) : Json();
    if (!active->call || found.is_undefined()) throw nb::key_error(name.c_str());
    return nb::steal(OrThrow(ToPython(found, active)).Release());
  }
};

}  // namespace

Ref NewTemplateNames(const std::shared_ptr<ActiveCall>& active) noexcept {
  try {
    return Ref::Steal(nb::cast(TemplateNames{active}).release().ptr());
  } catch (...) {
    PyErr_SetString(PyExc_MemoryError, "no room for the names of a template");
    return {};
  }
}

Ref NewTemplateFunction(const Json& function, const std::shared_ptr<ActiveCall>& active) noexcept {
  try {
    return Ref::Steal(nb::cast(TemplateFunction{function, active}).release().ptr());
  } catch (...) {
    PyErr_SetString(PyExc_MemoryError, "no room for a function of a template");
    return {};
  }
}

void DefineTemplateFunction(nb::module_& module) {
  nb::class_<TemplateNames>(module, "TemplateNames")
      .def("find", &TemplateNames::Find, nb::arg("name"),
           nb::sig("def find(self, name: str) -> typing.Any"));
  nb::class_<TemplateFunction>(module, "TemplateFunction",
                               "A macro, or another function of a template, which may be called "
                               "as long as the call lasts that it came with.")
      .def("__call__", &TemplateFunction::Call,
           nb::sig("def __call__(self, *args: typing.Any) -> typing.Any"));
}

}  // namespace galley::python
