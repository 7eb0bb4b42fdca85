// Rows of Arrow tables through a template, and `galley._galley.RenderedRows`.
#ifndef GALLEY_PYTHON_ROWS_H_
#define GALLEY_PYTHON_ROWS_H_

#include "galley/rows.h"
#include "ref.h"

namespace galley::python {

// Renders what an object hands out by `__arrow_c_stream__` or `__arrow_c_array__`; the
// interpreter's lock is released while rows are rendered.
nanobind::object RenderRows(const Template& tmpl, nanobind::handle data, RowOptions options);

void DefineRows(nanobind::module_& module);

}  // namespace galley::python

#endif  // GALLEY_PYTHON_ROWS_H_
