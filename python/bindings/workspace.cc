// The functions of a workspace are borrowed: its Python object keeps them (galley/_workspace.py).
#include "workspace.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <array>
#include <utility>

#include "callables.h"
#include "errors.h"
#include "value_reader.h"
#include "value_writer.h"

namespace galley::python {
namespace {

namespace nb = nanobind;

using LimitMember = uint64_t Limits::*;
constexpr std::pair<std::string_view, LimitMember> kLimits[] = {
    {"file", &Limits::file},
    {"context", &Limits::context},
    {"request", &Limits::request},
    {"nesting", &Limits::nesting},
    {"tokens", &Limits::tokens},
    {"chain", &Limits::chain},
    {"arguments", &Limits::arguments},
    {"keys", &Limits::keys},
    {"yaml_nodes", &Limits::yaml_nodes},
    {"inheritance", &Limits::inheritance},
    {"units", &Limits::units},
    {"roots", &Limits::roots},
    {"files", &Limits::files},
    {"directory_depth", &Limits::directory_depth},
    {"name", &Limits::name},
    {"segments", &Limits::segments},
    {"steps", &Limits::steps},
    {"heap", &Limits::heap},
    {"output", &Limits::output},
    {"messages", &Limits::messages},
    {"depth", &Limits::depth},
    {"string", &Limits::string},
    {"list", &Limits::list},
    {"regex", &Limits::regex},
};

constexpr std::array<std::string_view, 4> kLanguages = {"jinja", "handlebars", "sections", "chat"};

void SetLimit(Limits* limits, std::string_view name, uint64_t value) {
  for (const auto& [known, member] : kLimits) {
    if (known != name) continue;
    limits->*member = value;
    return;
  }
  throw nb::value_error(("no limit is called `" + std::string(name) + "`").c_str());
}

WorkspaceHandle Open(const std::optional<std::string>& root, const nb::dict& options,
                     const nb::dict& limits, nb::handle rules) {
  const Context given = NewParams(options, rules.ptr(), "options");
  const Json values = given.values();
  WorkspaceOptions open;
  open.project_root = values.Find("project_root").as_string();
  open.config = values.Find("config").as_string();
  open.store = values.Find("store").as_string();
  open.settings = values.Find("settings");
  open.jinja = values.Find("jinja");
  open.handlebars = values.Find("handlebars");
  open.limits = ReadLimits(limits);
  if (root) open.root = *root;
  Workspace made = ValueOf(root ? Workspace::Open(open) : Workspace::InMemory(open));
  return {std::make_shared<WorkspaceState>(WorkspaceState{std::move(made), rules.ptr(), {}})};
}

using Adder = Result<void> (Workspace::*)(std::string_view, HostFunction);

template <Adder kAdd, CallableKind kKind = CallableKind::kFunction>
void Add(WorkspaceHandle& self, const std::string& name, nb::handle function) {
  WorkspaceState& state = *self.state;
  ValueOf((state.workspace.*kAdd)(name, NewHostFunction(function.ptr(), state.rules, kKind)));
  state.has_block_helpers |= kKind == CallableKind::kBlockHelper;
  state.has_name_takers |= TakesNames(function.ptr());
}

void AddLoader(WorkspaceHandle& self, const std::string& language, nb::handle function) {
  WorkspaceState& state = *self.state;
  ValueOf(state.workspace.AddLoader(
      ReadLanguage(language),
      NewHostFunction(function.ptr(), state.rules, CallableKind::kFunction)));
}

// What a tokenizer written in Python counts; 0 where it raised, which ends the render later.
uint64_t Estimate(std::string_view text, void* data) {
  const nb::gil_scoped_acquire lock;
  const auto& tokenizer = *static_cast<const WorkspaceState::Tokenizer*>(data);
  const Ref given = NewText(text);
  const Ref count =
      given ? Ref::Steal(PyObject_CallFunctionObjArgs(tokenizer.function, given.get(), nullptr))
            : Ref();
  const long long tokens = count ? PyLong_AsLongLong(count.get()) : -1;
  if (tokens >= 0) return static_cast<uint64_t>(tokens);
  if (!PyErr_Occurred()) {
    PyErr_SetString(PyExc_ValueError, "a tokenizer counted fewer tokens than none");
  }
  RenderScope::Keep("the tokenizer `" + tokenizer.name + "`");
  return 0;
}

void AddTokenizer(WorkspaceHandle& self, const std::string& name, nb::handle function) {
  WorkspaceState& state = *self.state;
  WorkspaceState::Tokenizer& kept =
      state.tokenizers.emplace_back(WorkspaceState::Tokenizer{name, function.ptr()});
  ValueOf(state.workspace.AddTokenizer({kept.name, Estimate, &kept}));
}

// The result of an operation, a dict, and its warnings.
std::pair<nb::object, nb::object> Call(const WorkspaceHandle& self, const std::string& method,
                                       const nb::dict& params) {
  const WorkspaceState& state = *self.state;
  Context given = NewParams(params, state.rules, "params");
  RenderScope scope;
  Result<Reply> reply = [&] {
    const nb::gil_scoped_release unlocked;
    return state.workspace.Call(method, std::move(given));
  }();
  if (!reply || scope.has_raised()) {
    scope.SetError(reply ? nullptr : &reply.error());
    ThrowSet();
  }
  Ref result = OrThrow(ToPython(reply->result()));
  Ref warnings = OrThrow(NewDiagnostics(reply->warnings()));
  return {nb::steal(result.Release()), nb::steal(warnings.Release())};
}

void AddTemplate(WorkspaceHandle& self, const std::string& name, const std::string& source) {
  ValueOf(self.state->workspace.AddTemplate(name, source));
}

void Refresh(WorkspaceHandle& self) {
  Result<void> done = [&] {
    const nb::gil_scoped_release unlocked;
    return self.state->workspace.Refresh();
  }();
  ValueOf(done);
}

}  // namespace

Limits ReadLimits(const nb::dict& limits) {
  Limits read;
  for (const auto& [name, value] : limits) {
    SetLimit(&read, nb::cast<std::string>(name), nb::cast<uint64_t>(value));
  }
  return read;
}

Language ReadLanguage(std::string_view name) {
  for (size_t at = 0; at < kLanguages.size(); ++at) {
    if (kLanguages[at] == name) return static_cast<Language>(at);
  }
  throw nb::value_error(("no language is called `" + std::string(name) + "`").c_str());
}

Context NewParams(const nb::dict& values, PyObject* rules, std::string_view name) {
  Context context;
  Kept kept;
  ValueWriter writer(&context, rules, &kept);
  for (const auto& [key, value] : values) {
    const std::string text = nb::cast<std::string>(key);
    context.Key(text);
    if (!writer.Write(value.ptr(), std::string(name) + "." + text)) ThrowSet();
  }
  if (const Error* error = context.error()) Throw(*error);
  // What was borrowed may go before the context does.
  if (kept.empty()) return context;
  Context copied;
  const Json all = context.values();
  for (size_t at = 0; at < all.size(); ++at) copied.Set(all.key(at), all.item(at));
  return copied;
}

void DefineWorkspace(nb::module_& module) {
  nb::class_<WorkspaceHandle>(module, "Workspace", nb::dynamic_attr(), nb::is_weak_referenceable())
      .def_static("open", &Open, nb::arg("root").none(), nb::arg("options"), nb::arg("limits"),
                  nb::arg("rules"),
                  nb::sig("def open(root: str | None, options: dict[str, object], "
                          "limits: dict[str, int], rules: object) -> Workspace"))
      .def("add_template", &AddTemplate, nb::arg("name"), nb::arg("source"))
      .def("refresh", &Refresh)
      .def("add_filter", &Add<&Workspace::AddFilter>, nb::arg("name"), nb::arg("function"))
      .def("add_test", &Add<&Workspace::AddTest>, nb::arg("name"), nb::arg("function"))
      .def("add_global", &Add<&Workspace::AddGlobal>, nb::arg("name"), nb::arg("function"))
      .def("add_helper", &Add<&Workspace::AddHelper>, nb::arg("name"), nb::arg("function"))
      .def("add_block_helper", &Add<&Workspace::AddBlockHelper, CallableKind::kBlockHelper>,
           nb::arg("name"), nb::arg("function"))
      .def("add_source", &Add<&Workspace::AddSource>, nb::arg("name"), nb::arg("function"))
      .def("add_tokenizer", &AddTokenizer, nb::arg("name"), nb::arg("function"))
      .def("add_loader", &AddLoader, nb::arg("language"), nb::arg("function"))
      .def("call", &Call, nb::arg("method"), nb::arg("params"),
           nb::sig("def call(self, method: str, params: dict[str, typing.Any]) -> "
                   "tuple[dict[str, typing.Any], list[typing.Any]]"));
}

}  // namespace galley::python
