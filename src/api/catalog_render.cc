// `catalog.render`: a template of a workspace as text.
#include <string>
#include <string_view>

#include "api/handlebars_options.h"
#include "api/jinja_options.h"
#include "api/operation.h"
#include "api/params.h"
#include "api/sections.h"
#include "api/workspace.h"
#include "base/try.h"
#include "base/writer.h"
#include "compile/catalog_set.h"
#include "diag/report.h"
#include "engine/vm/machine.h"
#include "load/template_loader.h"
#include "resolve/inherit.h"
#include "value/record.h"

namespace galley {
namespace {

Result<Value> RenderJinja(const Catalog& catalog, const Entry& entry, const Params& params,
                          const Invocation& call) {
  const JinjaOptions options = TRY(ReadJinjaOptions(params, JinjaOptions::OfWorkspace()));
  CatalogSet set(catalog, entry.type,
                 TextSet(JinjaCompilation{options.syntax, options.autoescape}, call.limits),
                 call.limits);
  RenderRequest request;
  request.unit = TRY(set.Load(entry));
  request.data = params.has("data") ? TRY(params.Map("data")) : Value::Undefined();
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

Result<Value> RenderHandlebars(const Catalog& catalog, const Entry& entry, const Params& params,
                               const Invocation& call) {
  const HandlebarsOptions options =
      TRY(ReadHandlebarsOptions(params, HandlebarsOptions::OfWorkspace()));
  handlebars::CompileOptions compile = options.compile;
  compile.helpers = call.helpers;
  CatalogSet set(catalog, entry.type, TextSet(compile, call.limits), call.limits);
  RenderRequest request;
  request.unit = TRY(set.Load(entry));
  request.data = params.has("data") ? TRY(params.Any("data")) : NewRecord(call.heap, {});
  request.at_globals = options.data;
  request.helpers = call.helpers;
  request.limits = call.limits;
  request.loader = &set;
  BufferWriter out(call.limits.output);
  Machine machine;
  TRY(machine.Render(request, &out));
  return NewRecord(call.heap, {{"text", call.heap->NewString(out.view())}});
}

// Its data are the values.
Result<Value> RenderSectionEntry(const Catalog& catalog, const Entry& entry, const Params& params,
                                 const Workspace& workspace, const Invocation& call) {
  const TemplateLoader loader(catalog, workspace.files(), workspace.path(), call.limits);
  const FlatTemplate flat =
      TRY(ResolveSectionsAt(loader, loader.PlaceOf(entry), false, call.limits, call.warnings));
  const Value values = params.has("data") ? TRY(params.Map("data")) : Value::Map(nullptr, 0);
  return NewRecord(call.heap, {{"text", TRY(RenderFlat(flat, values, call))}});
}

Diagnostic CannotRender(const Catalog& catalog, const Entry& entry, std::string_view hint) {
  return Report(Code::kWrongTemplateType,
                Quoted(catalog.ShownPath(entry)) + " is of type " +
                    std::string(TypeName(entry.type)) + ", which does not render to text",
                std::string(hint));
}

}  // namespace

// {workspace?, name, data?, options?} -> {text}
Result<Value> RenderNamed(const Invocation& call) {
  const Params params = TRY(Params::Of(call, {"workspace", "name", "data", "options"}));
  const std::string_view name = TRY(params.String("name"));
  Workspace workspace = TRY(Workspace::Open(params, call));
  const Catalog& catalog = *TRY(workspace.catalog());
  const Entry& entry = *TRY(catalog.Find(name));
  switch (entry.type) {
    case TemplateType::kJinja:
      return RenderJinja(catalog, entry, params, call);
    case TemplateType::kHandlebars:
      return RenderHandlebars(catalog, entry, params, call);
    case TemplateType::kSections:
      return RenderSectionEntry(catalog, entry, params, workspace, call);
    case TemplateType::kChat:
    case TemplateType::kTask:
      return CannotRender(catalog, entry, "");
  }
  return Report(Code::kInternal, "a type of template has no renderer");
}

}  // namespace galley
