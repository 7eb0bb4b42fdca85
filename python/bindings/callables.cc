// Functions of a workspace borrow what they call: the Python object of the workspace keeps it,
// where the garbage collector sees it, so that a workspace and a function that refers to it
// can go together.
#include "callables.h"

#include <nanobind/stl/string.h>

#include <memory>
#include <string>

#include "errors.h"
#include "template_function.h"
#include "value_reader.h"
#include "value_writer.h"

namespace galley::python {
namespace {

namespace nb = nanobind;

thread_local RenderScope* current_scope = nullptr;

struct Callable {
  PyObject* function;
  PyObject* rules;
  CallableKind kind;
  Ref owned;  // the function, where nobody else keeps it
};

// Positional arguments as a tuple.
Ref Arguments(const FunctionCall& call, const std::shared_ptr<ActiveCall>& active,
              CallableKind kind) noexcept {
  const auto size = static_cast<Py_ssize_t>(call.size());
  const Py_ssize_t first = kind == CallableKind::kWithCall ? 1 : 0;
  Ref tuple = Ref::Steal(PyTuple_New(first + size));
  if (first == 1) {
    Ref names = tuple ? NewTemplateNames(active) : Ref();
    if (!names || PyTuple_SetItem(tuple.get(), 0, names.Release()) != 0) return {};
  }
  for (Py_ssize_t at = 0; tuple && at < size; ++at) {
    Ref argument = ToPython(call.argument(static_cast<size_t>(at)), active);
    if (!argument || PyTuple_SetItem(tuple.get(), first + at, argument.Release()) != 0) return {};
  }
  return tuple;
}

// Keyword arguments; `body` and `inverse`, functions, for a block helper.
Ref Named(FunctionCall& call, const std::shared_ptr<ActiveCall>& active, CallableKind kind) {
  const Json named = call.all_named();
  Ref dict = named.is_map() ? ToPython(named, active) : Ref::Steal(PyDict_New());
  if (!dict || kind != CallableKind::kBlockHelper) return dict;
  const auto render = [active](bool inverse) {
    if (!active->call) return std::string();
    FunctionCall& from = *active->call;
    return std::string(inverse ? from.RenderInverse(from.context())
                               : from.RenderBody(from.context()));
  };
  const nb::object body = nb::cpp_function([render] { return render(false); });
  const nb::object inverse = nb::cpp_function([render] { return render(true); });
  if (PyDict_SetItemString(dict.get(), "body", body.ptr()) != 0) return {};
  if (PyDict_SetItemString(dict.get(), "inverse", inverse.ptr()) != 0) return {};
  return dict;
}

bool Return(PyObject* result, FunctionCall& call, PyObject* rules) {
  Context context;
  Kept kept;
  context.Key("result");
  ValueWriter writer(&context, rules, &kept);
  if (!writer.Write(result, std::string("what `") + std::string(call.name()) + "` gives")) {
    return false;
  }
  if (const Error* error = context.error()) {
    SetError(*error);
    return false;
  }
  if (writer.was_undefined()) return true;
  call.Return(context.values().Find("result"));
  if (writer.has_functions()) RenderScope::Keep(std::move(context));
  return true;
}

// The most usual results go without a context of their own.
bool ReturnPlain(PyObject* result, FunctionCall& call) {
  if (PyUnicode_CheckExact(result)) {
    Py_ssize_t size = 0;
    const char* text = PyUnicode_AsUTF8AndSize(result, &size);
    if (text) call.Return(std::string_view(text, static_cast<size_t>(size)));
    return text != nullptr;
  }
  if (result == Py_None) return call.Return(Json()), true;
  // There is no such thing; it is undefined.
  if (result == Py_NotImplemented) return true;
  if (PyBool_Check(result)) return call.Return(result == Py_True), true;
  return false;
}

bool Invoke(const Callable& callable, FunctionCall& call,
            const std::shared_ptr<ActiveCall>& active) {
  const Ref arguments = Arguments(call, active, callable.kind);
  const Ref named = arguments ? Named(call, active, callable.kind) : Ref();
  if (!named) return false;
  const Ref result = Ref::Steal(PyObject_Call(callable.function, arguments.get(), named.get()));
  if (!result) return false;
  if (ReturnPlain(result.get(), call)) return true;
  return !PyErr_Occurred() && Return(result.get(), call, callable.rules);
}

// In Jinja2 a function that has no more to give is undefined.
bool EndsQuietly(PyObject* rules) noexcept {
  if (!PyErr_ExceptionMatches(PyExc_StopIteration)) return false;
  PyObject* quiet = PyDict_GetItemString(rules, "quiet");
  if (quiet) PyErr_Clear();
  return quiet != nullptr;
}

void Run(FunctionCall& call, void* data) {
  const nb::gil_scoped_acquire lock;
  const auto& callable = *static_cast<const Callable*>(data);
  const auto active = std::make_shared<ActiveCall>(ActiveCall{&call, callable.rules});
  bool done = false;
  try {
    done = Invoke(callable, call, active);
  } catch (nb::python_error& error) {
    error.restore();
  }
  active->call = nullptr;
  if (done || EndsQuietly(callable.rules)) return;
  const std::string what = "`" + std::string(call.name()) + "`";
  RenderScope::Keep(what);
  call.Fail(what + " raised an exception");
}

void Destroy(void* data) {
  // Once the interpreter ended, nobody can drop its references any more.
  if (!Py_IsInitialized()) return;
  const nb::gil_scoped_acquire lock;
  delete static_cast<Callable*>(data);
}

Diagnostic Raised(const std::string& what, PyObject* exception) {
  const Ref type = Ref::Share(reinterpret_cast<PyObject*>(Py_TYPE(exception)));
  const Ref name = Ref::Steal(PyObject_GetAttrString(type.get(), "__name__"));
  const char* text = name ? PyUnicode_AsUTF8AndSize(name.get(), nullptr) : nullptr;
  PyErr_Clear();
  Diagnostic diagnostic;
  diagnostic.code = "helper-failed";
  diagnostic.message = what + " raised " + (text ? text : "an exception");
  return diagnostic;
}

}  // namespace

// A function that wants to know names says so.
bool TakesNames(PyObject* callable) noexcept {
  PyObject* type = reinterpret_cast<PyObject*>(Py_TYPE(callable));
  return PyObject_HasAttrString(type, "galley_takes_call") == 1;
}

namespace {

CallableKind KindOf(PyObject* callable, CallableKind kind) noexcept {
  return TakesNames(callable) ? CallableKind::kWithCall : kind;
}

}  // namespace

HostFunction NewHostFunction(PyObject* callable, PyObject* rules, CallableKind kind) {
  return HostFunction(Run, new Callable{callable, rules, KindOf(callable, kind), {}}, Destroy);
}
HostFunction NewOwnedFunction(PyObject* callable, PyObject* rules) {
  const CallableKind kind = KindOf(callable, CallableKind::kFunction);
  return HostFunction(Run, new Callable{callable, rules, kind, Ref::Share(callable)}, Destroy);
}

RenderScope::RenderScope() noexcept : outer_(std::exchange(current_scope, this)) {}
RenderScope::~RenderScope() { current_scope = outer_; }

void RenderScope::Keep(std::string_view what) noexcept {
  PyObject* type = nullptr;
  PyObject* value = nullptr;
  PyObject* trace = nullptr;
  PyErr_Fetch(&type, &value, &trace);
  PyErr_NormalizeException(&type, &value, &trace);
  if (value && trace) PyException_SetTraceback(value, trace);
  const Ref held_type = Ref::Steal(type);
  const Ref held_trace = Ref::Steal(trace);
  Ref held = Ref::Steal(value);
  if (!current_scope || current_scope->raised_ || !held) return;
  current_scope->raised_ = std::move(held);
  current_scope->what_ = what;
}

void RenderScope::Keep(Context context) {
  if (current_scope) current_scope->contexts_.push_back(std::move(context));
}

void RenderScope::SetError(const Error* error) noexcept {
  if (!raised_) return python::SetError(*error);
  // What is no error, such as an interrupt from the keyboard, goes on as it is.
  if (!PyObject_IsInstance(raised_.get(), PyExc_Exception)) {
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(raised_.get())), raised_.get());
    return;
  }
  if (error && error->code() == "helper-failed") {
    return python::SetError(*error, raised_.get());
  }
  python::SetError(Error(Raised(what_, raised_.get())), raised_.get());
}

}  // namespace galley::python
