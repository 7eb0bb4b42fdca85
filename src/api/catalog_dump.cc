// `catalog.dump`: what a stage of the pipeline made of a template, for people.
#include <string>
#include <string_view>

#include "api/operation.h"
#include "base/try.h"
#include "base/writer.h"
#include "compile/dump_artifact.h"
#include "diag/report.h"
#include "engine/code/disassemble.h"
#include "engine/handlebars/compile.h"
#include "engine/jinja/compile.h"
#include "engine/jinja/dump_ast.h"
#include "engine/jinja/lexer.h"
#include "engine/jinja/parser.h"
#include "load/document.h"
#include "value/map.h"
#include "value/print.h"
#include "value/record.h"
#include "workspace/chat_template.h"
#include "workspace/handlebars_options.h"
#include "workspace/jinja_options.h"
#include "workspace/params.h"
#include "workspace/workspace.h"

namespace galley::api {
namespace {

// In the order of the names in DumpStage.
enum class Stage : uint8_t { kCatalog, kDocument, kFlat, kTokens, kAst, kCode, kArtifact };

std::string DumpEntries(const Catalog& catalog) {
  std::string text;
  for (const Root& root : catalog.roots()) {
    text += "root " + std::string(TierName(root.tier)) + '[' + std::to_string(root.index) + "] " +
            Quoted(root.name) + (root.state == RootState::kSearched ? "" : " not searched") + '\n';
  }
  for (const Entry& entry : catalog.entries()) {
    const std::string_view name = catalog.ReachableAs(entry);
    text += std::string(TierName(entry.tier)) + '[' + std::to_string(catalog.RootOf(entry).index) +
            "] " + Quoted(entry.relative_path) + ' ' + std::string(TypeName(entry.type)) +
            (name.empty() ? " unreachable" : " as " + Quoted(name)) + '\n';
  }
  return text;
}

// A document of data as the values that were read, any other as its text.
std::string DumpDocument(const Document& document, const Limits& limits) {
  if (!document.tree) return document.text;
  Heap heap(limits);
  BufferWriter out(limits.output);
  JsonStyle style;
  style.indent = 2;
  style.key_separator = ": ";
  PrintJson(document.tree->ToValue(Tree::root(), &heap), style, &out, &heap.meter());
  return out.ToString() + '\n';
}

Result<std::string> DumpJinja(const Document& document, Stage stage, const Limits& limits) {
  const Source source = document.source();
  const jinja::SyntaxOptions options = workspace::JinjaOptions::OfWorkspace().syntax;
  if (stage == Stage::kTokens) {
    jinja::TokenList read;
    jinja::Lex(source, jinja::OpeningFinder(options), limits, &read);
    if (read.error) return *std::move(read.error);
    return jinja::DumpTokens(source, read.tokens);
  }
  if (stage == Stage::kAst) return jinja::DumpTree(TRY(jinja::Parse(source, options, limits)));
  return Disassemble(TRY(jinja::Compile(source, options, false, limits)));
}

// A section template and all it extends, as one.
Result<Value> DumpFlat(const Params& params, const Invocation& call) {
  Invocation resolve = call;
  resolve.params = NewRecord(
      call.heap, {{"workspace", params.has("workspace") ? TRY(params.Map("workspace")) : Value()},
                  {"template", call.heap->NewString(TRY(params.String("name")))},
                  {"output", Value::String("yaml")}});
  const Value resolved = TRY(ResolveSectionTemplate(resolve));
  return NewRecord(call.heap, {{"text", *FindItem(resolved, "text")}});
}

Result<std::string> Dump(const Catalog& catalog, std::string_view name, Stage stage,
                         const Invocation& call) {
  const Limits& limits = call.limits;
  const Entry& entry = *TRY(catalog.Find(name));
  if (entry.type == TemplateType::kChat && stage == Stage::kArtifact) {
    workspace::TemplateTerms terms;
    terms.needs_registry = false;
    return chat::DumpArtifact(*TRY(workspace::CompileEntry(catalog, entry, terms, call)).artifact);
  }
  const Document document = TRY(LoadDocument(catalog, entry, limits));
  if (stage == Stage::kDocument) return DumpDocument(document, limits);
  if (entry.type == TemplateType::kJinja && stage != Stage::kArtifact)
    return DumpJinja(document, stage, limits);
  if (entry.type == TemplateType::kHandlebars && stage == Stage::kCode) {
    const handlebars::CompileOptions options = workspace::HandlebarsOptions::OfWorkspace().compile;
    return Disassemble(TRY(handlebars::Compile(document.source(), options, limits)));
  }
  return Report(Code::kWrongTemplateType, Quoted(document.name) + " is of type " +
                                              std::string(TypeName(entry.type)) +
                                              ", which has no such stage");
}

}  // namespace

// {workspace?, stage: catalog|document|flat|tokens|ast|code|artifact, name?} -> {text}
Result<Value> DumpStage(const Invocation& call) {
  const Params params = Params::Of(call);
  const auto stage = static_cast<Stage>(TRY(params.Choice(
      "stage", {"catalog", "document", "flat", "tokens", "ast", "code", "artifact"})));
  if (stage == Stage::kFlat) return DumpFlat(params, call);
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  const Catalog& catalog = *TRY(workspace.catalog());
  if (stage == Stage::kCatalog) TRY(workspace.WarnOfSkipped());
  const std::string text = stage == Stage::kCatalog
                               ? DumpEntries(catalog)
                               : TRY(Dump(catalog, TRY(params.String("name")), stage, call));
  return NewRecord(call.heap, {{"text", call.heap->NewString(text)}});
}

}  // namespace galley::api
