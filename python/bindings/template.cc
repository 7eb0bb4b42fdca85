// A template as Python holds it.  A render converts what the template reads of its variables, and
// nothing else, into a context that stays warm between renders; the interpreter's lock is released
// while the engine works.
#include "template.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "callables.h"
#include "conversation.h"
#include "errors.h"
#include "galley/read_tree.h"
#include "galley/template.h"
#include "read_shape.h"
#include "rows.h"
#include "value_writer.h"
#include "workspace.h"

namespace galley::python {
namespace {

namespace nb = nanobind;

// What a render needs, warm from the last one.
struct Scratch {
  Context context;
  std::string out;
  Kept kept;
};

// A name that the template reads.
struct ReadName {
  Ref key;  // interned
  std::string text;
};

// What a render was given: a dict or null, and values by name, as a call of Python has them, which
// count where a name is in both.
class Given final : public Variables {
 public:
  // Both, or the latter two, may be null.
  explicit Given(PyObject* dict, PyObject* keys = nullptr, PyObject* const* arguments = nullptr)
      : values(dict), names(keys), named(arguments), count(keys ? PyTuple_Size(keys) : 0) {}

  // Null also where an exception is set.
  PyObject* Find(PyObject* key) const noexcept override {
    // The names of a call are nearly always interned.
    for (Py_ssize_t at = 0; at < count; ++at) {
      if (PyTuple_GetItem(names, at) == key) return named[at];
    }
    for (Py_ssize_t at = 0; at < count; ++at) {
      if (PyUnicode_Compare(PyTuple_GetItem(names, at), key) == 0) return named[at];
    }
    return values ? PyDict_GetItemWithError(values, key) : nullptr;
  }

  PyObject* const values;
  PyObject* const names;  // a tuple
  PyObject* const* const named;
  const Py_ssize_t count;  // of the names
};

// More than this is given back to the system after a render.
constexpr size_t kMostOutputKept = size_t{1} << 20;

class TemplateHandle {
 public:
  TemplateHandle(std::shared_ptr<WorkspaceState> workspace, Template made)
      : workspace_(std::move(workspace)), template_(std::move(made)) {
    const Inputs& inputs = template_.inputs();
    const bool is_open =
        template_.language() == Language::kHandlebars && workspace_->has_block_helpers;
    is_complete_ = inputs.is_complete && !is_open;
    writes_parts_ = template_.language() == Language::kJinja && !workspace_->has_name_takers;
    for (const Input& input : inputs.list) names_.push_back({NewInterned(input.name), input.name});
  }

  TemplateHandle(const TemplateHandle&) = delete;
  TemplateHandle& operator=(const TemplateHandle&) = delete;

  PyObject* Render(const Given& given, const RenderOptions& options);
  PyObject* RenderJinja(PyObject* values, PyObject* globals);
  Conversation RenderChat(PyObject* values, const ChatOptions& options);

  const Template& handle() const noexcept { return template_; }
  PyObject* rules() const noexcept { return workspace_->rules; }

 private:
  std::unique_ptr<Scratch> TakeScratch();
  void GiveScratch(std::unique_ptr<Scratch> scratch);
  void Fill(Context* context, Kept* kept, const Given& given);
  // The same for the names that are known to be read; false where all of them must be written
  // as a whole instead.
  bool FillNames(Context* context, Kept* kept, const Given& given);
  const ReadShape* ShapeOf(const ReadName& name, PyObject* value);
  PyObject* Run(std::unique_ptr<Scratch> scratch, const RenderOptions& options);
  // What was given under the name of a function of Jinja's own, which the inputs do not tell.
  void FillBuiltIns(Context* context, Kept* kept, PyObject* values);
  // Every value there is, for what may read any.
  void FillAll(Context* context, Kept* kept, const Given& given);

  std::shared_ptr<WorkspaceState> workspace_;
  Template template_;
  std::vector<ReadName> names_;
  bool is_complete_;
  std::optional<ReadShapes> shapes_;  // made for the first value that has parts
  bool writes_parts_;
  std::vector<std::unique_ptr<Scratch>> free_;
};

std::unique_ptr<Scratch> TemplateHandle::TakeScratch() {
  if (free_.empty()) return std::make_unique<Scratch>();
  std::unique_ptr<Scratch> taken = std::move(free_.back());
  free_.pop_back();
  return taken;
}

void TemplateHandle::GiveScratch(std::unique_ptr<Scratch> scratch) {
  scratch->context.Clear();
  scratch->kept.clear();
  if (scratch->out.capacity() <= kMostOutputKept) free_.push_back(std::move(scratch));
}

void TemplateHandle::Fill(Context* context, Kept* kept, const Given& given) {
  if (!is_complete_) return FillAll(context, kept, given);
  if (FillNames(context, kept, given)) return;
  writes_parts_ = false;
  context->Clear();
  kept->clear();
  static_cast<void>(FillNames(context, kept, given));
}

const ReadShape* TemplateHandle::ShapeOf(const ReadName& name, PyObject* value) {
  const bool is_scalar = PyUnicode_CheckExact(value) || PyLong_CheckExact(value) ||
                         value == Py_None || PyBool_Check(value) || PyFloat_CheckExact(value);
  if (!writes_parts_ || is_scalar) return nullptr;
  if (!shapes_) shapes_.emplace(FindReads(template_));
  return shapes_->Find(name.key.get());
}

bool TemplateHandle::FillNames(Context* context, Kept* kept, const Given& given) {
  ValueWriter writer(context, rules(), kept, &given);
  for (const ReadName& name : names_) {
    PyObject* value = given.Find(name.key.get());
    if (!value) {
      if (PyErr_Occurred()) ThrowSet();
      continue;
    }
    const Ref held = Ref::Share(value);
    context->Key(name.text);
    if (!writer.Write(held.get(), name.text, ShapeOf(name, held.get()))) ThrowSet();
  }
  // A function of the program may ask for any variable, and gets all of it.
  return !writer.has_left_out() || !writer.has_functions() || writer.has_read_iterator();
}

void TemplateHandle::FillBuiltIns(Context* context, Kept* kept, PyObject* values) {
  ValueWriter writer(context, rules(), kept);
  for (const char* name : {"range", "dict", "lipsum", "cycler", "joiner", "namespace"}) {
    PyObject* value = is_complete_ ? PyDict_GetItemString(values, name) : nullptr;
    if (!value) continue;
    context->Key(name);
    if (!writer.Write(value, name)) ThrowSet();
  }
}

void TemplateHandle::FillAll(Context* context, Kept* kept, const Given& given) {
  ValueWriter writer(context, rules(), kept);
  const auto write = [&](PyObject* key, PyObject* value) {
    const Ref held = Ref::Share(value);
    Py_ssize_t size = 0;
    const char* text = PyUnicode_AsUTF8AndSize(key, &size);
    if (!text) ThrowSet();
    const std::string_view name(text, static_cast<size_t>(size));
    context->Key(name);
    if (!writer.Write(held.get(), name)) ThrowSet();
  };
  PyObject* key = nullptr;
  PyObject* value = nullptr;
  Py_ssize_t position = 0;
  while (given.values && PyDict_Next(given.values, &position, &key, &value)) {
    if (PyUnicode_Check(key)) write(key, value);
  }
  // Of equal keys the last counts.
  for (Py_ssize_t at = 0; at < given.count; ++at) {
    write(PyTuple_GetItem(given.names, at), given.named[at]);
  }
}

PyObject* TemplateHandle::Render(const Given& given, const RenderOptions& options) {
  std::unique_ptr<Scratch> scratch = TakeScratch();
  Fill(&scratch->context, &scratch->kept, given);
  return Run(std::move(scratch), options);
}

PyObject* TemplateHandle::RenderJinja(PyObject* values, PyObject* globals) {
  std::unique_ptr<Scratch> scratch = TakeScratch();
  // Among the globals there may be functions that ask for variables.
  writes_parts_ = writes_parts_ && PyDict_Size(globals) == 0;
  Fill(&scratch->context, &scratch->kept, Given(values));
  FillBuiltIns(&scratch->context, &scratch->kept, values);
  if (PyDict_Size(globals) == 0) return Run(std::move(scratch), RenderOptions());
  // Macros of templates that are imported read them too, which the inputs do not tell.
  Context made;
  Kept kept;
  FillAll(&made, &kept, Given(globals));
  RenderOptions options;
  options.globals = made.values();
  if (const Error* error = made.error()) Throw(*error);
  return Run(std::move(scratch), options);
}

PyObject* TemplateHandle::Run(std::unique_ptr<Scratch> scratch, const RenderOptions& options) {
  RenderScope scope;
  const bool is_plain = !options.limits && options.undefined == Undefined::kAsConfigured &&
                        options.now.empty() && !options.globals.is_map();
  // Making the map is work for which the lock is not needed either.
  PyThreadState* unlocked = PyEval_SaveThread();
  static_cast<void>(scratch->context.values());
  scratch->out.clear();
  const Result<void> done = is_plain ? template_.RenderTo(scratch->context, &scratch->out)
                                     : template_.RenderTo(scratch->context, &scratch->out, options);
  PyEval_RestoreThread(unlocked);
  if (!done || scope.has_raised()) {
    scope.SetError(done ? nullptr : &done.error());
    GiveScratch(std::move(scratch));
    ThrowSet();
  }
  Ref text = NewText(scratch->out);
  GiveScratch(std::move(scratch));
  return OrThrow(std::move(text)).Release();
}

Conversation TemplateHandle::RenderChat(PyObject* values, const ChatOptions& options) {
  std::unique_ptr<Scratch> scratch = TakeScratch();
  Fill(&scratch->context, &scratch->kept, Given(values));
  RenderScope scope;
  Result<Conversation> made = [&] {
    const nb::gil_scoped_release unlocked;
    return template_.RenderChat(scratch->context, options);
  }();
  GiveScratch(std::move(scratch));
  if (!made || scope.has_raised()) {
    scope.SetError(made ? nullptr : &made.error());
    ThrowSet();
  }
  return *std::move(made);
}

Template Make(const WorkspaceState& state, const std::string& name,
              const std::optional<std::string>& source, const std::string& language,
              const nb::dict& options) {
  const Context given = NewParams(options, state.rules, "options");
  RenderScope scope;
  Result<Template> made = [&] {
    const nb::gil_scoped_release unlocked;
    if (!source) return state.workspace.Load(name);
    CompileOptions compile;
    compile.language = ReadLanguage(language);
    compile.name = name;
    const Json values = given.values();
    if (values.size() > 0) compile.options = values;
    return state.workspace.Compile(*source, compile);
  }();
  if (!made || scope.has_raised()) {
    scope.SetError(made ? nullptr : &made.error());
    ThrowSet();
  }
  return *std::move(made);
}

constexpr std::pair<std::string_view, Undefined> kPolicies[] = {
    {"", Undefined::kAsConfigured},       {"default", Undefined::kLenient},
    {"lenient", Undefined::kLenient},     {"strict", Undefined::kStrict},
    {"chainable", Undefined::kChainable}, {"debug", Undefined::kDebug}};

Undefined ReadPolicy(std::string_view name) {
  for (const auto& [known, policy] : kPolicies) {
    if (known == name) return policy;
  }
  throw nb::value_error(("no undefined policy is called `" + std::string(name) + "`").c_str());
}

// The variables that an object holds, as a dict.
Ref ValuesIn(PyObject* object) {
  if (PyDict_CheckExact(object)) return Ref::Share(object);
  const Ref module = OrThrow(Ref::Steal(PyImport_ImportModule("galley._values")));
  const Ref as_dict = OrThrow(Ref::Steal(PyObject_GetAttrString(module.get(), "as_dict")));
  return OrThrow(Ref::Steal(PyObject_CallFunctionObjArgs(as_dict.get(), object, nullptr)));
}

PyObject* RenderGiven(PyObject* self, PyObject* const* arguments, Py_ssize_t count,
                      PyObject* names) {
  if (count > 1 || !nb::inst_ready(self)) {
    PyErr_SetString(PyExc_TypeError, "a render takes one mapping, and variables by name");
    ThrowSet();
  }
  const Ref values = count == 1 ? ValuesIn(arguments[0]) : Ref();
  const Given given(values.get(), names, arguments + count);
  return nb::inst_ptr<TemplateHandle>(self)->Render(given, RenderOptions());
}

// Called by the interpreter itself, since it is called a million times a second.
PyObject* Render(PyObject* self, PyObject* const* arguments, Py_ssize_t count,
                 PyObject* names) noexcept {
  try {
    return RenderGiven(self, arguments, count, names);
  } catch (nb::python_error& error) {
    error.restore();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  return nullptr;
}

PyMethodDef kMethods[] = {
    {"render", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&Render)),
     METH_FASTCALL | METH_KEYWORDS,
     "render($self, values=..., /, **variables)\n--\n\n"
     "The text of the template, with the variables of a mapping, by name, or both."},
    {nullptr, nullptr, 0, nullptr}};
PyType_Slot kSlots[] = {{Py_tp_methods, kMethods}, {0, nullptr}};

nb::object RenderWith(TemplateHandle& self, const nb::dict& values, const std::string& undefined,
                      const std::string& now, const std::optional<nb::dict>& limits) {
  RenderOptions options;
  options.undefined = ReadPolicy(undefined);
  options.now = now;
  if (limits) options.limits = ReadLimits(*limits);
  return nb::steal(self.Render(Given(values.ptr()), options));
}

ConversationHandle RenderChat(TemplateHandle& self, const nb::dict& values,
                              const std::optional<uint64_t>& budget, const std::string& model,
                              const std::string& estimator, const nb::list& injections, bool squash,
                              bool explain, const std::optional<nb::dict>& limits) {
  nb::dict wrapped;
  wrapped["injections"] = injections;
  const Context given = NewParams(wrapped, self.rules(), "options");
  ChatOptions options;
  if (budget) options.budget = *budget;
  options.model = model;
  options.estimator = estimator;
  const Json list = given.values().Find("injections");
  if (list.size() > 0) options.injections = list;
  options.squash = squash;
  options.explain = explain;
  if (limits) options.limits = ReadLimits(*limits);
  return {std::make_shared<Conversation>(self.RenderChat(values.ptr(), options))};
}

nb::object RenderAllRows(const TemplateHandle& self, nb::handle data, const nb::dict& columns,
                         const std::optional<uint64_t>& budget, const std::string& model,
                         bool errors) {
  RowOptions options;
  for (const auto [variable, column] : columns) {
    options.columns.emplace_back(nb::cast<std::string>(variable), nb::cast<std::string>(column));
  }
  if (budget) options.chat.budget = *budget;
  options.chat.model = model;
  options.errors = errors;
  return RenderRows(self.handle(), data, std::move(options));
}

constexpr const char* kLanguageNames[] = {"jinja", "handlebars", "sections", "chat"};

nb::list InputsOf(const TemplateHandle& self) {
  nb::list list;
  for (const Input& input : self.handle().inputs().list) {
    nb::list places;
    for (const Input::Place& place : input.places) {
      places.append(nb::make_tuple(place.file, place.position.line, place.position.column));
    }
    list.append(nb::make_tuple(input.name, input.type, input.required, places));
  }
  return list;
}

}  // namespace

void DefineTemplate(nb::module_& module) {
  nb::class_<TemplateHandle>(module, "Template", nb::is_weak_referenceable(),
                             nb::type_slots(kSlots))
      .def(
          "__init__",
          [](TemplateHandle* self, const WorkspaceHandle& workspace, const std::string& name,
             const std::optional<std::string>& source, const std::string& language,
             const nb::dict& options) {
            Template made = Make(*workspace.state, name, source, language, options);
            new (self) TemplateHandle(workspace.state, std::move(made));
          },
          nb::arg("workspace"), nb::arg("name"), nb::arg("source").none(), nb::arg("language"),
          nb::arg("options"),
          nb::sig("def __init__(self, workspace: Workspace, name: str, source: str | None, "
                  "language: str, options: dict[str, object]) -> None"))
      .def_prop_ro("name",
                   [](const TemplateHandle& self) { return std::string(self.handle().name()); })
      .def_prop_ro("language",
                   [](const TemplateHandle& self) {
                     return kLanguageNames[static_cast<size_t>(self.handle().language())];
                   })
      .def(
          "list_warnings",
          [](const TemplateHandle& self) {
            return nb::steal(OrThrow(NewDiagnostics(self.handle().warnings())).Release());
          },
          nb::sig("def list_warnings(self) -> list[typing.Any]"))
      .def("list_inputs", &InputsOf,
           nb::sig("def list_inputs(self) -> "
                   "list[tuple[str, str, bool, list[tuple[str, int, int]]]]"))
      .def_prop_ro("reads_more",
                   [](const TemplateHandle& self) { return !self.handle().inputs().is_complete; })
      .def("render_under", &RenderWith, nb::arg("values"), nb::arg("undefined"), nb::arg("now"),
           nb::arg("limits").none(),
           nb::sig("def render_under(self, values: dict[str, typing.Any], undefined: str, "
                   "now: str, limits: dict[str, int] | None) -> str"))
      .def(
          "render_jinja",
          [](TemplateHandle& self, const nb::dict& values, const nb::dict& globals) {
            return nb::steal(self.RenderJinja(values.ptr(), globals.ptr()));
          },
          nb::arg("values"), nb::arg("globals"),
          nb::sig("def render_jinja(self, values: dict[str, typing.Any], "
                  "globals: dict[str, typing.Any]) -> str"))
      .def("render_rows", &RenderAllRows, nb::arg("data"), nb::arg("columns"),
           nb::arg("budget").none(), nb::arg("model"), nb::arg("errors"),
           nb::sig("def render_rows(self, data: object, columns: dict[str, str], "
                   "budget: int | None, model: str, errors: bool) -> RenderedRows"))
      .def("render_messages", &RenderChat, nb::arg("values"), nb::arg("budget").none(),
           nb::arg("model"), nb::arg("estimator"), nb::arg("injections"), nb::arg("squash"),
           nb::arg("explain"), nb::arg("limits").none(),
           nb::sig("def render_messages(self, values: dict[str, typing.Any], budget: int | None, "
                   "model: str, estimator: str, injections: list[typing.Any], squash: bool, "
                   "explain: bool, limits: dict[str, int] | None) -> Conversation"));
}

}  // namespace galley::python
