// The workspace as Python holds it: `galley._galley.Workspace`.
#ifndef GALLEY_PYTHON_WORKSPACE_H_
#define GALLEY_PYTHON_WORKSPACE_H_

#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "galley/workspace.h"
#include "ref.h"

namespace galley::python {

// Shared by the Python object and by the templates that were loaded from it, since functions
// that count tokens must outlive the workspace.
struct WorkspaceState {
  struct Tokenizer {
    std::string name;
    PyObject* function;  // kept by the Python object
  };

  galley::Workspace workspace;
  PyObject* rules;  // kept by the Python object
  std::deque<Tokenizer> tokenizers;
  // The body of a block may read whatever its helper hands it.
  bool has_block_helpers = false;
  // Functions that may ask what any name means.
  bool has_name_takers = false;
};

struct WorkspaceHandle {
  std::shared_ptr<WorkspaceState> state;
};

// The limits that a dict names, on top of the defaults; throws for a name that is none.
Limits ReadLimits(const nanobind::dict& limits);

// A language by its name; throws for a name that is none.
Language ReadLanguage(std::string_view name);

// A context that holds `values`, a dict, for parameters and options.
Context NewParams(const nanobind::dict& values, PyObject* rules, std::string_view name);

void DefineWorkspace(nanobind::module_& module);

}  // namespace galley::python

#endif  // GALLEY_PYTHON_WORKSPACE_H_
