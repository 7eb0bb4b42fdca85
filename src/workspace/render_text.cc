// Fills a request of the machine; warnings and logs of the render go to the call.
#include "workspace/render_text.h"

#include "base/try.h"
#include "engine/vm/output.h"

namespace galley::workspace {

Result<std::string> RenderJinjaUnit(const Unit& unit, Loader* loader, const JinjaOptions& options,
                                    const Value& data, const Value& globals,
                                    const Invocation& call) {
  RenderRequest request;
  request.unit = &unit;
  request.data = data;
  request.globals = globals;
  request.policy = options.policy;
  request.policy.newline = options.syntax.newline_sequence;
  request.autoescape = options.autoescape;
  request.chat_template_globals = options.chat_template;
  request.limits = call.limits;
  request.loader = loader;
  Output out(call.limits.output);
  Machine machine;
  TRY(machine.Render(request, &out));
  return out.ToString();
}

Result<std::string> RenderHandlebarsUnit(const Unit& unit, Loader* loader,
                                         const HandlebarsOptions& options, const Value& data,
                                         const Invocation& call, Machine* machine) {
  RenderRequest request;
  request.unit = &unit;
  request.data = data;
  request.at_globals = options.data;
  request.host = call.helpers;
  request.limits = call.limits;
  request.loader = loader;
  Output out(call.limits.output);
  TRY(machine->Render(request, &out));
  return out.ToString();
}

handlebars::CompileOptions CompilationFor(const HandlebarsOptions& options,
                                          const Invocation& call) {
  handlebars::CompileOptions compile = options.compile;
  compile.host = call.helpers;
  return compile;
}

}  // namespace galley::workspace
