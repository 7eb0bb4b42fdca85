// Rendering one compiled text template: the one place that turns options into a
// request of the virtual machine, whether a template came from the parameters or from
// a catalog.
#ifndef GALLEY_WORKSPACE_RENDER_TEXT_H_
#define GALLEY_WORKSPACE_RENDER_TEXT_H_

#include <string>

#include "engine/code/code.h"
#include "engine/code/loader.h"
#include "engine/vm/machine.h"
#include "galley/result.h"
#include "value/value.h"
#include "workspace/handlebars_options.h"
#include "workspace/invocation.h"
#include "workspace/jinja_options.h"

namespace galley::workspace {

// Without a `loader` the template stands alone.  `data` is a map, or undefined; so are
// `globals`.
Result<std::string> RenderJinjaUnit(const Unit& unit, Loader* loader, const JinjaOptions& options,
                                    const Value& data, const Value& globals,
                                    const Invocation& call);

// The same for Handlebars, by `machine`, which has the log afterwards.
Result<std::string> RenderHandlebarsUnit(const Unit& unit, Loader* loader,
                                         const HandlebarsOptions& options, const Value& data,
                                         const Invocation& call, Machine* machine);

// How a template of Handlebars is compiled for a call: with the helpers of its caller.
handlebars::CompileOptions CompilationFor(const HandlebarsOptions& options, const Invocation& call);

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_RENDER_TEXT_H_
