// A document among the parameters is written out as the file that it would be, so that it is
// checked, and its mistakes are told, as those of any file.
#include "workspace/chat_template.h"

#include <utility>

#include "base/try.h"
#include "compile/catalog_set.h"
#include "compile/chat.h"
#include "compile/leaves.h"
#include "diag/report.h"
#include "format/json.h"
#include "format/text.h"
#include "format/value_document.h"
#include "format/yaml.h"
#include "galley/operations.h"
#include "load/document.h"
#include "load/template_loader.h"
#include "value/map.h"
#include "workspace/added_sources.h"
#include "workspace/caller_sources.h"
#include "workspace/parameter_types.h"
#include "workspace/template_version.h"

namespace galley::workspace {
namespace {

// The sources that may be named, where the caller says which there are.
Result<std::optional<OrderedMap<bool>>> ReadAllowedSources(const Params& params,
                                                           const Invocation& call) {
  OrderedMap<bool> names;
  if (!params.has("allowedSources")) {
    if (!GivenRegistry(call) || GivenRegistry(call)->names().empty()) return std::nullopt;
    for (const std::string_view name : GivenRegistry(call)->names()) {
      names.Insert(std::string(name), true);
    }
    return names;
  }
  for (const Value& name : TRY(params.List("allowedSources"))) {
    if (!name.is_string()) {
      return Report(Code::kInvalidParams,
                    Quoted(params.PathOf("allowedSources")) + " must be a list of strings");
    }
    names.Insert(std::string(name.as_string()), true);
  }
  return names;
}

// Only some doors can ask their caller back.
Result<void> CheckCallbacks(const Params& params, const Invocation& call) {
  if (!TRY(params.Bool("callbacks", false)) || GivenRegistry(call)) return {};
  return Report(Code::kInvalidParams, "`params.callbacks`: nobody can be asked for sources here",
                "give them in `sources`, or send the request to `galley rpc`");
}

// What a document among the parameters may hold: that was measured when they were read.
Limits AsRead(const Limits& limits) {
  Limits as_read = limits;
  as_read.file = limits.request;
  return as_read;
}

// A document in a request is held to the limit of one in a file.  Printed with an item a
// line it is longer than an author would have written it.
constexpr uint64_t kPrintedLonger = 4;

// `template` is a document, or names one of a workspace.
bool IsReference(const Value& value) {
  return FindItem(value, "workspace") || (value.size() == 1 && FindItem(value, "name"));
}

Result<ParsedDocument> LoadEntry(const Catalog& catalog, const Entry& entry, const Limits& limits) {
  if (entry.type != TemplateType::kChat) {
    return Report(Code::kWrongTemplateType, Quoted(catalog.ShownPath(entry)) + " is of type " +
                                                std::string(TypeName(entry.type)) +
                                                "; a chat template is needed");
  }
  Document document = TRY(LoadDocument(catalog, entry, limits));
  return ParsedDocument{std::move(document.name), std::move(document.text),
                        *std::move(document.tree)};
}

// A document that no catalog lists, from where the workspace begins.
Result<ParsedDocument> LoadFile(Workspace* workspace, std::string_view path, const Limits& limits) {
  const TemplateLoader loader = TRY(workspace->loader());
  const TemplatePlace place = TRY(loader.Locate(path, nullptr, TemplateType::kChat));
  const std::string text = TRY(loader.Read(place));
  const Source source(place.name, text);
  TRY(CheckText(source, limits));
  Tree tree = TRY(path.ends_with(".json") ? ReadJson(source, limits, MayRepeatInChat)
                                          : ReadYaml(source, limits, MayRepeatInChat));
  return ParsedDocument{place.name, text, std::move(tree)};
}

// The kind of that name: the catalog's own, or a built-in one; null where there is
// none.
Result<std::unique_ptr<chat::TaskKind>> FindTaskKind(std::string_view task, const Catalog* catalog,
                                                     const Invocation& call) {
  if (catalog && !task.empty()) {
    const Result<const Entry*> entry = catalog->Find(std::string(task) + ".task.yaml");
    if (entry) {
      return LoadTaskKind(*catalog, **entry, call);
    }
    if (entry.error().code() == Describe(Code::kTemplateAmbiguous).code) return entry.error();
  }
  return chat::BuiltinTaskKind(task);
}

// What leaf strings include comes from the catalog.
std::shared_ptr<Loader> LeafLoader(const Tree& tree, const Catalog* catalog, bool strict,
                                   const Invocation& call) {
  if (!catalog) return nullptr;
  const chat::LeafLanguage language = chat::LanguageOf(tree);
  const TemplateType type =
      language == chat::LeafLanguage::kJinja ? TemplateType::kJinja : TemplateType::kHandlebars;
  return std::make_shared<CatalogSet>(
      *catalog, type, chat::LeafTemplates(language, call.limits, call.helpers, strict), call.limits,
      call.units);
}

Result<CheckedTemplate> CompileDocument(const ParsedDocument& document, const Catalog* catalog,
                                        const TemplateTerms& terms, const Invocation& call) {
  CheckedTemplate checked;
  const std::string_view task = chat::TaskOf(document.tree);
  checked.code = FindCallerTask(task, call);
  Result<std::unique_ptr<chat::TaskKind>> kind =
      checked.code ? ReadCallerTask(*checked.code, call) : FindTaskKind(task, catalog, call);
  if (kind) checked.kind = std::move(*kind);
  chat::CompileOptions options;
  options.task = terms.task;
  options.kind = checked.kind.get();
  options.kind_problem = kind ? nullptr : &kind.error();
  options.allowed_sources = terms.allowed_sources;
  options.has_registry =
      terms.has_registry || (kind && checked.code && checked.code->sources->names().empty());
  options.needs_registry = terms.needs_registry;
  if (call.sources) {
    options.data = call.sources;
    options.is_added = [](std::string_view source, const void* data) {
      return static_cast<const AddedSources*>(data)->Has(source);
    };
  }
  const bool strict = terms.strict || chat::IsStrict(document.tree);
  options.loader = LeafLoader(document.tree, catalog, strict, call);
  options.helpers = call.helpers;
  options.strict = terms.strict;
  options.limits = call.limits;
  checked.artifact =
      TRY(chat::CompileChat(document.source(), document.tree, options, call.warnings));
  return checked;
}

}  // namespace

Result<ParsedDocument> ReadInline(std::string_view name, const Value& value, const Invocation& call,
                                  MayRepeatKeys may_repeat) {
  Limits limits = call.limits;
  limits.file = limits.request;
  if (call.limits.file < limits.request / kPrintedLonger) {
    limits.file = call.limits.file * kPrintedLonger;
  }
  ValueDocument document = TRY(WriteDocument(name, value, limits, call.repeated_keys, may_repeat));
  return ParsedDocument{std::string(name), std::move(document.text), std::move(document.tree)};
}

Result<ParsedDocument> ReadWritten(const Params& params, std::string_view name,
                                   const Invocation& call) {
  const Params given = TRY(params.Object(name, kDocumentTextFields));
  const bool is_json =
      given.has("format") && TRY(given.Choice("format", {"json", "yaml"})) == size_t{0};
  const std::string file(TRY(given.String("name", name)));
  std::string text(TRY(given.String("text")));
  const Source source(file, text);
  const Limits limits = AsRead(call.limits);
  Tree tree = TRY(is_json ? ReadJson(source, limits) : ReadYaml(source, limits));
  return ParsedDocument{file, std::move(text), std::move(tree)};
}

Result<std::unique_ptr<chat::TaskKind>> LoadTaskKind(const Catalog& catalog, const Entry& entry,
                                                     const Invocation& call) {
  const Document document = TRY(LoadDocument(catalog, entry, call.limits));
  std::string_view name = entry.file_name();
  name.remove_suffix(entry.extension().size());
  // A store keeps documents under names of its own, with their versions; standard input has none.
  const bool is_nameless = entry.relative_path.starts_with("store:") || entry.relative_path == "-";
  return chat::ReadTaskKind(is_nameless ? std::nullopt : std::optional(name), document.source(),
                            *document.tree, call.warnings);
}

SourceRegistry* GivenRegistry(const Invocation& call) noexcept {
  return call.options ? call.options->sources : nullptr;
}

Result<TemplateTerms> ReadTerms(const Params& params, bool needs_registry, const Invocation& call) {
  TRY(CheckCallbacks(params, call));
  TemplateTerms terms;
  if (params.has("task")) terms.task = TRY(params.String("task"));
  terms.allowed_sources = TRY(ReadAllowedSources(params, call));
  terms.has_registry = params.has("sources") || GivenRegistry(call);
  terms.needs_registry = needs_registry;
  terms.strict = TRY(params.Bool("strict", false));
  return terms;
}

bool IsFilePath(const Catalog& catalog, std::string_view name) {
  if (catalog.FindGiven(name)) return false;  // it is found as names are
  if (name.starts_with("./") || name.starts_with("../")) return true;
  return name.ends_with(".yaml") && catalog.IsMissing(name);
}

Result<CheckedTemplate> CompileEntry(const Catalog& catalog, const Entry& entry,
                                     const TemplateTerms& terms, const Invocation& call) {
  const ParsedDocument document = TRY(LoadEntry(catalog, entry, call.limits));
  CheckedTemplate checked = TRY(CompileDocument(document, &catalog, terms, call));
  checked.file = document.name;
  return checked;
}

Result<CheckedTemplate> CompileNamed(std::shared_ptr<Workspace> workspace, std::string_view name,
                                     const TemplateTerms& terms, const Invocation& call) {
  const Catalog& catalog = *TRY(workspace->catalog());
  const ParsedDocument document =
      TRY(IsFilePath(catalog, name) ? LoadFile(workspace.get(), name, call.limits)
                                    : LoadEntry(catalog, *TRY(catalog.Find(name)), call.limits));
  NoteVersion(document.name, document.text);
  CheckedTemplate checked = TRY(CompileDocument(document, &catalog, terms, call));
  checked.workspace = std::move(workspace);
  checked.file = document.name;
  return checked;
}

Result<CheckedTemplate> CompileTemplate(const Params& params, const TemplateTerms& terms,
                                        const Invocation& call) {
  const Value value = TRY(params.Map("template"));
  if (!IsReference(value)) {
    const ParsedDocument document = TRY(ReadInline("template", value, call, MayRepeatInChat));
    return CompileDocument(document, nullptr, terms, call);
  }
  const Params reference = TRY(Params::In(value, params.PathOf("template"), kTemplateFields));
  const std::string_view name = TRY(reference.String("name"));
  return CompileNamed(std::make_shared<Workspace>(TRY(Workspace::Open(reference, call))), name,
                      terms, call);
}

}  // namespace galley::workspace
