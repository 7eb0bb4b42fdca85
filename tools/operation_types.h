// The types of operations for the packages of other languages, made from the table of
// operations, so that a package cannot promise what the library does not do.
#ifndef GALLEY_TOOLS_OPERATION_TYPES_H_
#define GALLEY_TOOLS_OPERATION_TYPES_H_

#include <string>

namespace galley {

// python/galley/_operations.pyi: `Call`, the type of Workspace.call.
std::string PythonTypes();
// js/src/operation_types.ts: `Operations`, parameters and results by the name.
std::string TypeScriptTypes();

}  // namespace galley

#endif  // GALLEY_TOOLS_OPERATION_TYPES_H_
