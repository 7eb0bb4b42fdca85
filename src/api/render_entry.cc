#include "api/render_entry.h"

#include <utility>

#include "api/handlebars_options.h"
#include "api/jinja_options.h"
#include "api/sections.h"
#include "base/try.h"
#include "base/writer.h"
#include "compile/catalog_set.h"
#include "diag/report.h"
#include "engine/vm/machine.h"
#include "load/template_loader.h"
#include "resolve/inherit.h"

namespace galley {
namespace {

// Renders `unit`; without a `loader` it stands alone.
Result<std::string> RenderUnit(const Unit& unit, Loader* loader, const JinjaOptions& options,
                               const Params& params, const Invocation& call) {
  RenderRequest request;
  request.unit = &unit;
  request.data = params.has("data") ? TRY(params.Map("data")) : Value::Undefined();
  request.policy = options.policy;
  request.policy.newline = options.syntax.newline_sequence;
  request.autoescape = options.autoescape;
  request.chat_template_globals = options.chat_template;
  request.limits = call.limits;
  request.loader = loader;
  BufferWriter out(call.limits.output);
  Machine machine;
  TRY(machine.Render(request, &out));
  return out.ToString();
}

Result<std::string> RenderJinja(const Catalog& catalog, const Entry& entry, const Params& params,
                                const Invocation& call) {
  const JinjaOptions options = TRY(ReadJinjaOptions(params, JinjaOptions::OfWorkspace()));
  CatalogSet set(catalog, entry.type,
                 TextSet(JinjaCompilation{options.syntax, options.autoescape}, call.limits),
                 call.limits);
  const Unit& unit = *TRY(set.Load(entry));
  return RenderUnit(unit, &set, options, params, call);
}

Result<std::string> RenderHandlebars(const Catalog& catalog, const Entry& entry,
                                     const Params& params, const Invocation& call) {
  const HandlebarsOptions options =
      TRY(ReadHandlebarsOptions(params, HandlebarsOptions::OfWorkspace()));
  handlebars::CompileOptions compile = options.compile;
  compile.helpers = call.helpers;
  CatalogSet set(catalog, entry.type, TextSet(compile, call.limits), call.limits);
  RenderRequest request;
  request.unit = TRY(set.Load(entry));
  request.data = params.has("data") ? TRY(params.Any("data")) : Value::Map(nullptr, 0);
  request.at_globals = options.data;
  request.helpers = call.helpers;
  request.limits = call.limits;
  request.loader = &set;
  BufferWriter out(call.limits.output);
  Machine machine;
  TRY(machine.Render(request, &out));
  return out.ToString();
}

// Its data are the values.
Result<std::string> RenderSectionEntry(const Catalog& catalog, const Entry& entry,
                                       const Params& params, const Invocation& call) {
  const TemplateLoader loader(catalog, call.limits);
  const FlatTemplate flat = TRY(ResolveSectionsAt(loader, loader.PlaceOf(entry), false, call.limits,
                                                  &call.heap->meter(), call.warnings));
  return RenderFlat(flat, params.has("data") ? TRY(params.Map("data")) : Value::Map(nullptr, 0),
                    call);
}

Diagnostic CannotRender(const Catalog& catalog, const Entry& entry) {
  return Report(Code::kWrongTemplateType, Quoted(catalog.ShownPath(entry)) + " is of type " +
                                              std::string(TypeName(entry.type)) +
                                              ", which does not render to text");
}

}  // namespace

Result<std::string> RenderEntry(const Catalog& catalog, const Entry& entry, const Params& params,
                                const Invocation& call) {
  switch (entry.type) {
    case TemplateType::kJinja:
      return RenderJinja(catalog, entry, params, call);
    case TemplateType::kHandlebars:
      return RenderHandlebars(catalog, entry, params, call);
    case TemplateType::kSections:
      return RenderSectionEntry(catalog, entry, params, call);
    case TemplateType::kChat:
    case TemplateType::kTask:
      return CannotRender(catalog, entry);
  }
  return Report(Code::kInternal, "a type of template has no renderer");
}

Result<std::string> RenderLiteral(std::string_view name, std::string_view text,
                                  const Params& params, const Invocation& call) {
  const JinjaOptions options = TRY(ReadJinjaOptions(params, JinjaOptions::OfWorkspace()));
  TextSet compiler(JinjaCompilation{options.syntax, options.autoescape}, call.limits);
  const Unit unit = TRY(compiler.Compile(name, text));
  return RenderUnit(unit, nullptr, options, params, call);
}

}  // namespace galley
