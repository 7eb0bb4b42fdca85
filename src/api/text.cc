// Text templates: `text.render` and `text.inspect`.
#include <string>
#include <vector>

#include "api/input_records.h"
#include "api/operation.h"
#include "base/try.h"
#include "compile/text_set.h"
#include "engine/handlebars/inspect.h"
#include "engine/jinja/inspect.h"
#include "engine/library/builtin.h"
#include "handles/handlebars_inputs.h"
#include "handles/jinja_inputs.h"
#include "value/map.h"
#include "value/record.h"
#include "workspace/params.h"
#include "workspace/render_text.h"
#include "workspace/template_version.h"

namespace galley::api {
namespace {

constexpr std::string_view kSourceName = "template";

enum class Language : size_t { kJinja, kHandlebars };

Result<Language> ReadLanguage(const Params& params) {
  return static_cast<Language>(TRY(params.Choice("language", {"jinja", "handlebars"})));
}

Value NewNames(Heap* heap, const std::vector<std::string>& names) {
  return NewListOf(heap, names.size(), [&](size_t at) { return heap->NewString(names[at]); });
}

Value NewBuiltin(Heap* heap, const Builtin& builtin) {
  const Value parameters = NewListOf(heap, builtin.parameters.size(), [&](size_t at) {
    const Parameter& parameter = builtin.parameters[at];
    return heap->NewString(std::string(parameter.name) + (parameter.required ? "" : "?"));
  });
  return NewRecord(heap, {{"name", Value::String(builtin.name)}, {"parameters", parameters}});
}

Value NewBuiltins(Heap* heap, const std::vector<std::string_view>& names,
                  const Builtin* (*find)(std::string_view name) noexcept) {
  return NewListOf(heap, names.size(),
                   [&](size_t at) { return NewBuiltin(heap, *find(names[at])); });
}

Result<void> AddTemplates(const Params& params, TextSet* set) {
  if (!params.has("templates")) return {};
  const Value templates = TRY(params.StringMap("templates"));
  for (const MapEntry& entry : EntriesOf(templates)) {
    set->Add(entry.key.as_string(), entry.value.as_string());
  }
  return {};
}

Result<Value> RenderJinja(const Invocation& call, const Params& params) {
  const workspace::JinjaOptions options = TRY(workspace::ReadJinjaOptions(params));
  TextSet set(JinjaCompilation{options.syntax, options.autoescape}, call.limits);
  TRY(AddTemplates(params, &set));
  const Unit unit = TRY(set.Compile(kSourceName, TRY(params.String("source"))));
  const Value globals = params.has("globals") ? TRY(params.Map("globals")) : Value::Undefined();
  const std::string text =
      TRY(workspace::RenderJinjaUnit(unit, &set, options, TRY(params.Map("data")), globals, call));
  return NewRecord(call.heap, {{"text", call.heap->NewString(text)}});
}

// What the level of a log record is called: a name, or its number.
std::string_view LevelName(const Value& level) noexcept {
  constexpr std::string_view kNames[] = {"debug", "info", "warn", "error"};
  if (level.is_int() && level.as_int() >= 0 && level.as_int() < 4) return kNames[level.as_int()];
  for (const std::string_view name : kNames) {
    if (level.is_string() && level.as_string() == name) return name;
  }
  return kNames[1];
}

// Undefined where nothing was logged.
Value NewLog(Heap* heap, std::span<const LogRecord> log) {
  if (log.empty()) return Value::Undefined();
  return NewListOf(heap, log.size(), [&](size_t at) {
    return NewRecord(heap, {{"level", Value::String(LevelName(log[at].level))},
                            {"message", heap->NewString(log[at].message.as_string())}});
  });
}

Result<Value> RenderHandlebars(const Invocation& call, const Params& params) {
  const workspace::HandlebarsOptions options = TRY(workspace::ReadHandlebarsOptions(params));
  TextSet set(workspace::CompilationFor(options, call), call.limits);
  TRY(AddTemplates(params, &set));
  const Unit unit = TRY(set.Compile(kSourceName, TRY(params.String("source"))));
  Machine machine;
  const std::string text = TRY(workspace::RenderHandlebarsUnit(
      unit, &set, options, TRY(params.Any("data")), call, &machine));
  return NewRecord(
      call.heap, {{"text", call.heap->NewString(text)}, {"log", NewLog(call.heap, machine.log())}});
}

Result<Value> InspectJinja(const Invocation& call, const Params& params) {
  const workspace::JinjaOptions options = TRY(workspace::ReadJinjaOptions(params));
  const Source source(std::string(kSourceName), TRY(params.String("source")));
  const jinja::Inspection found = TRY(jinja::Inspect(source, options.syntax, call.limits));
  TextSet compiler(JinjaCompilation{options.syntax, options.autoescape}, call.limits);
  const Unit unit = TRY(compiler.Compile(kSourceName, source.text()));
  handles::InputList reads;
  handles::AddJinjaInputs(unit, options.syntax, options.syntax, call.limits, nullptr, &reads);
  const Inputs inputs = reads.Take();
  const Value extends =
      found.extends.empty() ? Value::None() : call.heap->NewString(found.extends.front());
  return NewRecord(call.heap, {{"variables", NewNames(call.heap, NamesOf(inputs))},
                               {"inputs", NewInputList(call.heap, inputs)},
                               {"extends", extends},
                               {"includes", NewNames(call.heap, found.includes)},
                               {"imports", NewNames(call.heap, found.imports)},
                               {"blocks", NewNames(call.heap, found.blocks)},
                               {"macros", NewNames(call.heap, found.macros)},
                               {"dynamic", Value::Bool(found.is_dynamic)}});
}

// Partials are includes, and inline partials are blocks.
Result<Value> InspectHandlebars(const Invocation& call, const Params& params) {
  const workspace::HandlebarsOptions options = TRY(workspace::ReadHandlebarsOptions(params));
  const Source source(std::string(kSourceName), TRY(params.String("source")));
  const handlebars::Inspection found =
      TRY(handlebars::Inspect(source, options.compile, call.limits));
  TextSet compiler(workspace::CompilationFor(options, call), call.limits);
  const Unit unit = TRY(compiler.Compile(kSourceName, source.text()));
  handles::InputList reads;
  handles::AddHandlebarsInputs(unit, options.compile, call.limits, nullptr, &reads);
  const Inputs inputs = reads.Take();
  return NewRecord(call.heap, {{"variables", NewNames(call.heap, NamesOf(inputs))},
                               {"inputs", NewInputList(call.heap, inputs)},
                               {"extends", Value::None()},
                               {"includes", NewNames(call.heap, found.partials)},
                               {"imports", Value::List({})},
                               {"blocks", NewNames(call.heap, found.inlines)},
                               {"macros", Value::List({})},
                               {"helpers", NewNames(call.heap, found.helpers)},
                               {"dynamic", Value::Bool(found.is_dynamic)}});
}

}  // namespace

// {language, source, data, globals?, templates?, options?} -> {text, log?}
Result<Value> RenderText(const Invocation& call) {
  const Params params = Params::Of(call);
  const bool is_jinja = TRY(ReadLanguage(params)) == Language::kJinja;
  workspace::NoteVersion(kSourceName, TRY(params.String("source")));
  return is_jinja ? RenderJinja(call, params) : RenderHandlebars(call, params);
}

// {language, source, options?} -> {variables, inputs, extends, includes, imports, blocks, macros,
// helpers?, dynamic}
Result<Value> InspectText(const Invocation& call) {
  const Params params = Params::Of(call);
  const bool is_jinja = TRY(ReadLanguage(params)) == Language::kJinja;
  return is_jinja ? InspectJinja(call, params) : InspectHandlebars(call, params);
}

// {language} -> {filters, tests, functions} or {helpers}, each a list of {name, parameters};
// a parameter that may be left out ends with `?`
Result<Value> ListTextNames(const Invocation& call) {
  const Params params = Params::Of(call);
  Heap* heap = call.heap;
  if (TRY(ReadLanguage(params)) == Language::kHandlebars) {
    return NewRecord(heap, {{"helpers", NewBuiltins(heap, HelperNames(), FindHelper)}});
  }
  return NewRecord(heap, {{"filters", NewBuiltins(heap, FilterNames(), FindFilter)},
                          {"tests", NewBuiltins(heap, TestNames(), FindTest)},
                          {"functions", NewBuiltins(heap, GlobalNames(), FindGlobal)}});
}

}  // namespace galley::api
