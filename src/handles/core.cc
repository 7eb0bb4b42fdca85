// Options are read once, on top of those of workspaces, and point into values that the core
// keeps.
#include "handles/core.h"

#include <utility>

#include "base/try.h"
#include "handles/context_state.h"
#include "workspace/params.h"

namespace galley::handles {

Result<void> TextOptions::ReadJinja(const Json& options) {
  if (options.is_null()) return {};
  given.Key("jinja").OpenMap().Key("options").Copy(options).Close();
  const Value values = TRY(ContextAccess::Values(given));
  const workspace::Params params =
      TRY(workspace::Params::In(*FindItem(values, "jinja"), "jinja", {"options"}));
  jinja = TRY(workspace::ReadJinjaOptions(params, std::move(jinja)));
  return {};
}

Result<void> TextOptions::ReadHandlebars(const Json& options) {
  if (options.is_null()) return {};
  given.Key("handlebars").OpenMap().Key("options").Copy(options).Close();
  const Value values = TRY(ContextAccess::Values(given));
  const workspace::Params params =
      TRY(workspace::Params::In(*FindItem(values, "handlebars"), "handlebars", {"options"}));
  handlebars = TRY(workspace::ReadHandlebarsOptions(params, handlebars));
  return {};
}

Compilation TextOptions::CompilationOf(Language language) const {
  if (language == Language::kHandlebars) return handlebars.compile;
  return JinjaCompilation{jinja.syntax, jinja.autoescape};
}

RenderRequest TextOptions::RequestFor(const Unit& unit, Language language, const Limits& limits,
                                      Loader* loader) const {
  RenderRequest request;
  request.unit = &unit;
  request.limits = limits;
  request.loader = loader;
  request.host = jinja.syntax.host;
  if (language == Language::kHandlebars) {
    request.at_globals = handlebars.data;
    return request;
  }
  request.policy = jinja.policy;
  request.policy.newline = jinja.syntax.newline_sequence;
  request.autoescape = jinja.autoescape;
  request.chat_template_globals = jinja.chat_template;
  return request;
}

workspace::Invocation Core::NewCall(const Limits& call_limits, Heap* heap,
                                    std::vector<Diagnostic>* warnings) const {
  // What was compiled without functions of a program may be kept for others.
  const HostTable* helpers = functions.is_empty() ? nullptr : &functions;
  workspace::Invocation call{Value(), call_limits, heap, warnings, helpers, &brought};
  call.sources = &sources;
  call.units = &units;
  call.trace = trace.view();
  return call;
}

}  // namespace galley::handles
