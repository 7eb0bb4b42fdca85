// The classes of exceptions and of diagnostics are written in Python, in galley/_errors.py; an
// error gets there as the list of its diagnostics.
#include "errors.h"

#include <string>

namespace galley::python {
namespace {

Ref Maker(const char* name) noexcept {
  const Ref module = Ref::Steal(PyImport_ImportModule("galley._errors"));
  return module ? Ref::Steal(PyObject_GetAttrString(module.get(), name)) : Ref();
}

Ref NewNotes(const std::vector<std::string>& notes) noexcept {
  Ref list = Ref::Steal(PyList_New(0));
  for (const std::string& note : notes) {
    const Ref text = list ? NewText(note) : Ref();
    if (!text || PyList_Append(list.get(), text.get()) != 0) return {};
  }
  return list;
}

Ref NewDiagnostic(PyObject* make, const Diagnostic& from) noexcept {
  const std::string text = FormatText(from, Colour::kNever);
  const Ref notes = NewNotes(from.notes);
  if (!notes) return {};
  const std::string_view severity = from.severity == Severity::kError ? "error" : "warning";
  const auto size = [](std::string_view each) { return static_cast<Py_ssize_t>(each.size()); };
  return Ref::Steal(PyObject_CallFunction(
      make, "s#s#s#s#IIIIs#Os#", from.code.data(), size(from.code), severity.data(), size(severity),
      from.message.data(), size(from.message), from.file.data(), size(from.file),
      from.range.start.line, from.range.start.column, from.range.end.line, from.range.end.column,
      from.hint.data(), size(from.hint), notes.get(), text.data(), size(text)));
}

}  // namespace

Ref NewDiagnostics(std::span<const Diagnostic> diagnostics) noexcept {
  Ref list = Ref::Steal(PyList_New(0));
  if (!list || diagnostics.empty()) return list;
  const Ref make = Maker("Diagnostic");
  if (!make) return {};
  for (const Diagnostic& each : diagnostics) {
    const Ref made = NewDiagnostic(make.get(), each);
    if (!made || PyList_Append(list.get(), made.get()) != 0) return {};
  }
  return list;
}

void SetError(const Error& error, PyObject* cause) noexcept {
  const Ref diagnostics = NewDiagnostics(error.diagnostics());
  const Ref make = diagnostics ? Maker("make_error") : Ref();
  if (!make) return;
  const Ref exception =
      Ref::Steal(PyObject_CallFunctionObjArgs(make.get(), diagnostics.get(), nullptr));
  if (!exception) return;
  if (cause) PyException_SetCause(exception.get(), Py_NewRef(cause));
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(exception.get())), exception.get());
}

void Throw(const Error& error) {
  SetError(error);
  ThrowSet();
}

}  // namespace galley::python
