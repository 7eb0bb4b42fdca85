// Text templates: `text.render` and `text.inspect`.
#include <string>
#include <vector>

#include "api/operation.h"
#include "api/params.h"
#include "api/record.h"
#include "base/try.h"
#include "base/writer.h"
#include "compile/text_set.h"
#include "engine/handlebars/inspect.h"
#include "engine/jinja/inspect.h"
#include "engine/vm/machine.h"
#include "value/map.h"

namespace galley {
namespace {

constexpr std::string_view kSourceName = "template";

enum class Language : size_t { kJinja, kHandlebars };

Result<Language> ReadLanguage(const Params& params) {
  return static_cast<Language>(TRY(params.Choice("language", {"jinja", "handlebars"})));
}

// All that `options` may say of Jinja.
struct JinjaOptions {
  jinja::SyntaxOptions syntax;
  RenderPolicy policy;
  bool autoescape = false;
  bool chat_template = false;
};

Result<void> ReadDelimiter(const Params& options, std::string_view name, std::string* delimiter) {
  *delimiter = TRY(options.String(name, *delimiter));
  return {};
}

Result<void> ReadDelimiters(const Params& options, jinja::SyntaxOptions* syntax) {
  TRY(ReadDelimiter(options, "block_start_string", &syntax->block_start));
  TRY(ReadDelimiter(options, "block_end_string", &syntax->block_end));
  TRY(ReadDelimiter(options, "variable_start_string", &syntax->variable_start));
  TRY(ReadDelimiter(options, "variable_end_string", &syntax->variable_end));
  TRY(ReadDelimiter(options, "comment_start_string", &syntax->comment_start));
  TRY(ReadDelimiter(options, "comment_end_string", &syntax->comment_end));
  TRY(ReadDelimiter(options, "line_statement_prefix", &syntax->line_statement_prefix));
  TRY(ReadDelimiter(options, "line_comment_prefix", &syntax->line_comment_prefix));
  TRY(ReadDelimiter(options, "newline_sequence", &syntax->newline_sequence));
  return {};
}

Result<void> ReadExtensions(const Params& options, jinja::SyntaxOptions* syntax) {
  const uint32_t chosen = TRY(options.Choices("extensions", {"do", "loopcontrols", "generation"}));
  syntax->do_statement |= (chosen & 1) != 0;
  syntax->loop_controls |= (chosen & 2) != 0;
  syntax->generation |= (chosen & 4) != 0;
  return {};
}

Value NewNames(Heap* heap, const std::vector<std::string>& names) {
  return NewListOf(heap, names.size(), [&](size_t at) { return heap->NewString(names[at]); });
}

Result<JinjaOptions> ReadJinjaOptions(const Params& params) {
  const Params options = TRY(params.Object(
      "options",
      {"trim_blocks", "lstrip_blocks", "keep_trailing_newline", "newline_sequence", "autoescape",
       "undefined", "block_start_string", "block_end_string", "variable_start_string",
       "variable_end_string", "comment_start_string", "comment_end_string", "line_statement_prefix",
       "line_comment_prefix", "extensions", "profile", "now"}));
  JinjaOptions read;
  if (options.has("profile")) {
    TRY(options.Choice("profile", {"huggingface"}));
    read.chat_template = true;
    read.policy.html_json = false;
    read.syntax.trim_blocks = read.syntax.lstrip_blocks = true;
    read.syntax.do_statement = read.syntax.loop_controls = read.syntax.generation = true;
  }
  read.syntax.trim_blocks = TRY(options.Bool("trim_blocks", read.syntax.trim_blocks));
  read.syntax.lstrip_blocks = TRY(options.Bool("lstrip_blocks", read.syntax.lstrip_blocks));
  read.syntax.keep_trailing_newline = TRY(options.Bool("keep_trailing_newline", false));
  TRY(ReadDelimiters(options, &read.syntax));
  TRY(ReadExtensions(options, &read.syntax));
  read.autoescape = TRY(options.Bool("autoescape", false));
  read.policy.now = TRY(options.String("now", ""));
  if (options.has("undefined")) {
    const size_t choice =
        TRY(options.Choice("undefined", {"default", "strict", "chainable", "debug"}));
    read.policy.undefined = static_cast<UndefinedPolicy>(choice);
  }
  return read;
}

Result<void> AddTemplates(const Params& params, TextSet* set) {
  if (!params.has("templates")) return {};
  const Value templates = TRY(params.StringMap("templates"));
  for (const MapEntry& entry : EntriesOf(templates)) {
    set->Add(entry.key.as_string(), entry.value.as_string());
  }
  return {};
}

// All that `options` may say of Handlebars.
struct HandlebarsOptions {
  handlebars::CompileOptions compile;
  Value data;  // the @ variables
};

Result<HandlebarsOptions> ReadHandlebarsOptions(const Params& params) {
  const Params options = TRY(params.Object(
      "options", {"noEscape", "strict", "assumeObjects", "compat", "preventIndent",
                  "ignoreStandalone", "explicitPartialContext", "data", "structures"}));
  HandlebarsOptions read;
  handlebars::CompileOptions& compile = read.compile;
  compile.no_escape = TRY(options.Bool("noEscape", false));
  compile.strict = TRY(options.Bool("strict", false));
  compile.assume_objects = TRY(options.Bool("assumeObjects", false));
  compile.compat = TRY(options.Bool("compat", false));
  compile.prevent_indent = TRY(options.Bool("preventIndent", false));
  compile.ignore_standalone = TRY(options.Bool("ignoreStandalone", false));
  compile.explicit_partial_context = TRY(options.Bool("explicitPartialContext", false));
  if (options.has("data") && TRY(options.Any("data")).is_map()) {
    read.data = TRY(options.Map("data"));
  } else {
    compile.data = TRY(options.Bool("data", true));
  }
  if (options.has("structures")) {
    compile.json_structures = TRY(options.Choice("structures", {"json", "js"})) == 0;
  }
  compile.adds_numbers = !compile.json_structures;
  return read;
}

Result<Value> RenderJinja(const Invocation& call, const Params& params) {
  const JinjaOptions options = TRY(ReadJinjaOptions(params));
  TextSet set(JinjaCompilation{options.syntax, options.autoescape}, call.limits);
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
  const HandlebarsOptions options = TRY(ReadHandlebarsOptions(params));
  handlebars::CompileOptions compile = options.compile;
  compile.helpers = call.helpers;
  TextSet set(compile, call.limits);
  TRY(AddTemplates(params, &set));
  const Unit unit = TRY(set.Compile(kSourceName, TRY(params.String("source"))));

  RenderRequest request;
  request.unit = &unit;
  request.data = params.has("data") ? TRY(params.Any("data")) : NewRecord(call.heap, {});
  request.at_globals = options.data;
  request.helpers = call.helpers;
  request.limits = call.limits;
  request.loader = &set;
  BufferWriter out(call.limits.output);
  Machine machine;
  TRY(machine.Render(request, &out));
  return NewRecord(call.heap, {{"text", call.heap->NewString(out.view())},
                               {"log", NewLog(call.heap, machine.log())}});
}

Result<Value> InspectJinja(const Invocation& call, const Params& params) {
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

// Partials are includes, and inline partials are blocks.
Result<Value> InspectHandlebars(const Invocation& call, const Params& params) {
  const HandlebarsOptions options = TRY(ReadHandlebarsOptions(params));
  const Source source(std::string(kSourceName), TRY(params.String("source")));
  const handlebars::Inspection found =
      TRY(handlebars::Inspect(source, options.compile, call.limits));
  return NewRecord(call.heap, {{"variables", NewNames(call.heap, found.variables)},
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
  const Params params =
      TRY(Params::Of(call, {"language", "source", "data", "globals", "templates", "options"}));
  const bool is_jinja = TRY(ReadLanguage(params)) == Language::kJinja;
  return is_jinja ? RenderJinja(call, params) : RenderHandlebars(call, params);
}

// {language, source, options?} -> {variables, extends, includes, imports, blocks, macros, helpers?,
// dynamic}
Result<Value> InspectText(const Invocation& call) {
  const Params params = TRY(Params::Of(call, {"language", "source", "options"}));
  const bool is_jinja = TRY(ReadLanguage(params)) == Language::kJinja;
  return is_jinja ? InspectJinja(call, params) : InspectHandlebars(call, params);
}

}  // namespace galley
