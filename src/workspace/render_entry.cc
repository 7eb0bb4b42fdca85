// One branch for each type of template.
#include "workspace/render_entry.h"

#include <utility>

#include "base/try.h"
#include "compile/catalog_set.h"
#include "diag/report.h"
#include "engine/jinja/inspect.h"
#include "load/template_loader.h"
#include "resolve/inherit.h"
#include "workspace/render_text.h"
#include "workspace/section_template.h"
#include "workspace/template_version.h"

namespace galley::workspace {
namespace {

Result<Value> DataOf(const Params& params) {
  return params.has("data") ? TRY(params.Map("data")) : Value::Map(nullptr, 0);
}

Result<std::string> RenderJinja(const Catalog& catalog, const Entry& entry, const Params& params,
                                const Invocation& call) {
  const JinjaOptions options = TRY(ReadJinjaOptions(params, JinjaOptions::OfWorkspace()));
  CatalogSet set(catalog, entry.type,
                 TextSet(JinjaCompilation{options.syntax, options.autoescape}, call.limits),
                 call.limits, call.units);
  const Unit& unit = *TRY(set.Load(entry));
  return RenderJinjaUnit(unit, &set, options, TRY(DataOf(params)), Value(), call);
}

Result<std::string> RenderHandlebars(const Catalog& catalog, const Entry& entry, bool strict,
                                     const Params& params, const Invocation& call) {
  HandlebarsOptions defaults = HandlebarsOptions::OfWorkspace();
  defaults.compile.strict = strict;
  const HandlebarsOptions options = TRY(ReadHandlebarsOptions(params, defaults));
  CatalogSet set(catalog, entry.type, TextSet(CompilationFor(options, call), call.limits),
                 call.limits, call.units);
  const Unit& unit = *TRY(set.Load(entry));
  const Value data = params.has("data") ? TRY(params.Any("data")) : Value::Map(nullptr, 0);
  Machine machine;
  return RenderHandlebarsUnit(unit, &set, options, data, call, &machine);
}

// Its data are the values.
Result<std::string> RenderSectionEntry(const Catalog& catalog, const Entry& entry,
                                       const Params& params, const Invocation& call) {
  TRY(CheckSetNames(params));
  const TemplateLoader loader(catalog, call.limits);
  const FlatTemplate flat = TRY(ResolveSectionsAt(loader, loader.PlaceOf(entry), false, call.limits,
                                                  &call.heap->meter(), call.warnings));
  return RenderFlat(flat, TRY(CoerceSetValues(flat, TRY(DataOf(params)), params, call)), call);
}

Diagnostic CannotRender(const Catalog& catalog, const Entry& entry) {
  return Report(Code::kWrongTemplateType, Quoted(catalog.ShownPath(entry)) + " is of type " +
                                              std::string(TypeName(entry.type)) +
                                              ", which does not render to text");
}

}  // namespace

Result<std::string> RenderEntry(Workspace* workspace, const Entry& entry, const Params& params,
                                const Invocation& call) {
  const Catalog& catalog = *TRY(workspace->catalog());
  NoteVersion(catalog, entry, call.limits);
  switch (entry.type) {
    case TemplateType::kJinja:
      return RenderJinja(catalog, entry, params, call);
    case TemplateType::kHandlebars:
      return RenderHandlebars(catalog, entry, TRY(workspace->is_handlebars_strict()), params, call);
    case TemplateType::kSections:
      return RenderSectionEntry(catalog, entry, params, call);
    case TemplateType::kChat:
    case TemplateType::kTask:
    case TemplateType::kModel:
      return CannotRender(catalog, entry);
  }
  return Report(Code::kInternal, "a type of template has no renderer");
}

Result<void> CheckStandsAlone(const Source& source, const jinja::SyntaxOptions& syntax,
                              const Limits& limits) {
  const jinja::Inspection found = TRY(jinja::Inspect(source, syntax, limits));
  if (found.references.empty() && !found.is_dynamic) return {};
  const Span span = found.references.empty() ? Span{} : found.references.front().span;
  return Report(Code::kTemplateNotFound, source, span,
                "a template that stands alone cannot name another");
}

Result<std::string> RenderLiteral(std::string_view name, std::string_view text,
                                  const Params& params, const Invocation& call) {
  const JinjaOptions options = TRY(ReadJinjaOptions(params, JinjaOptions::OfWorkspace()));
  TRY(CheckStandsAlone(Source(std::string(name), text), options.syntax, call.limits));
  TextSet compiler(JinjaCompilation{options.syntax, options.autoescape}, call.limits);
  const Unit unit = TRY(compiler.Compile(name, text));
  return RenderJinjaUnit(unit, nullptr, options, TRY(DataOf(params)), Value(), call);
}

}  // namespace galley::workspace
