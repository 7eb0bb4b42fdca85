// Text templates: `text.render` and `text.inspect`.
#include <string>
#include <vector>

#include "api/jinja_options.h"
#include "api/operation.h"
#include "api/params.h"
#include "api/record.h"
#include "base/try.h"
#include "base/writer.h"
#include "compile/text_set.h"
#include "engine/jinja/inspect.h"
#include "engine/vm/machine.h"
#include "value/map.h"

namespace galley {
namespace {

constexpr std::string_view kSourceName = "template";

Value NewNames(Heap* heap, const std::vector<std::string>& names) {
  return NewListOf(heap, names.size(), [&](size_t at) { return heap->NewString(names[at]); });
}

Result<void> AddTemplates(const Params& params, TextSet* set) {
  if (!params.has("templates")) return {};
  const Value templates = TRY(params.StringMap("templates"));
  for (const MapEntry& entry : EntriesOf(templates)) {
    set->Add(entry.key.as_string(), entry.value.as_string());
  }
  return {};
}

}  // namespace

// {language, source, data, globals?, templates?, options?} -> {text}
Result<Value> RenderText(const Invocation& call) {
  const Params params =
      TRY(Params::Of(call, {"language", "source", "data", "globals", "templates", "options"}));
  TRY(params.Choice("language", {"jinja"}));
  const JinjaOptions options = TRY(ReadJinjaOptions(params));
  TextSet set(options.syntax, options.autoescape, call.limits);
  TRY(AddTemplates(params, &set));
  const Unit unit = TRY(set.Compile(kSourceName, TRY(params.String("source"))));

  RenderRequest request;
  request.unit = &unit;
  request.data = params.has("data") ? TRY(params.Map("data")) : Value::Undefined();
  request.globals = params.has("globals") ? TRY(params.Map("globals")) : Value::Undefined();
  request.policy = options.policy;
  request.policy.newline = options.syntax.newline_sequence;
  request.autoescape = options.autoescape;
  request.chat_template_globals = options.chat_template;
  request.limits = call.limits;
  request.loader = &set;
  BufferWriter out(call.limits.output);
  Machine machine;
  TRY(machine.Render(request, &out));
  return NewRecord(call.heap, {{"text", call.heap->NewString(out.view())}});
}

// {language, source, options?} -> {variables, extends, includes, imports, blocks, macros, dynamic}
Result<Value> InspectText(const Invocation& call) {
  const Params params = TRY(Params::Of(call, {"language", "source", "options"}));
  TRY(params.Choice("language", {"jinja"}));
  const JinjaOptions options = TRY(ReadJinjaOptions(params));
  const Source source(std::string(kSourceName), TRY(params.String("source")));
  const jinja::Inspection found = TRY(jinja::Inspect(source, options.syntax, call.limits));
  const Value extends =
      found.extends.empty() ? Value::None() : call.heap->NewString(found.extends.front());
  return NewRecord(call.heap, {{"variables", NewNames(call.heap, found.variables)},
                               {"extends", extends},
                               {"includes", NewNames(call.heap, found.includes)},
                               {"imports", NewNames(call.heap, found.imports)},
                               {"blocks", NewNames(call.heap, found.blocks)},
                               {"macros", NewNames(call.heap, found.macros)},
                               {"dynamic", Value::Bool(found.is_dynamic)}});
}

}  // namespace galley
