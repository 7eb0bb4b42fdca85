#include "api/links.h"

#include <unordered_set>
#include <utility>

#include "api/handlebars_options.h"
#include "api/jinja_options.h"
#include "base/try.h"
#include "diag/report.h"
#include "engine/handlebars/inspect.h"

namespace galley {
namespace {

// Puts a problem that has no place yet where `span` is.
void PlaceAt(const Source& source, Span span, Error* error) {
  Diagnostic& reason = error->diagnostics().front();
  Diagnostic placed = Report(Code::kInternal, source, span, std::move(reason.message));
  placed.code = reason.code;
  placed.notes = std::move(reason.notes);
  placed.hint = std::move(reason.hint);
  reason = std::move(placed);
}

Link Resolve(const Catalog& catalog, const Entry& from, const Source& source,
             const Reference& reference, Explanation explanation) {
  Link link{reference, nullptr, {}};
  Result<const Entry*> found = catalog.Find(reference.name, explanation);
  if (found) {
    link.target = *found;
    if (link.target->type == from.type) return link;
    link.problem =
        Report(Code::kWrongTemplateType,
               Quoted(reference.name) + " is of type " + std::string(TypeName(link.target->type)) +
                   ", and the template of " + std::string(TypeName(from.type)));
  } else {
    link.problem = std::move(found).error();
  }
  PlaceAt(source, reference.span, &*link.problem);
  return link;
}

jinja::SyntaxOptions JinjaSyntax() { return JinjaOptions::OfWorkspace().syntax; }

// In the words of Jinja: partials are includes, and inline partials are blocks.
Result<jinja::Inspection> InspectHandlebars(const Source& source, const Limits& limits) {
  handlebars::Inspection found =
      TRY(handlebars::Inspect(source, HandlebarsOptions::OfWorkspace().compile, limits));
  jinja::Inspection told;
  told.variables = std::move(found.variables);
  told.includes = std::move(found.partials);
  told.blocks = std::move(found.inlines);
  told.is_dynamic = found.is_dynamic;
  told.references = std::move(found.references);
  return told;
}

// What a document names.  One that does not compile is a problem, but may name others
// all the same.
std::vector<Reference> ReferencesOf(const Document& document, const Limits& limits,
                                    LinkedTemplate* read) {
  Result<jinja::Inspection> found = InspectDocument(document, limits);
  if (found) {
    if (document.entry->type == TemplateType::kHandlebars) read->inlines = std::move(found->blocks);
    return std::move(found->references);
  }
  read->problem = std::move(found).error();
  if (document.entry->type != TemplateType::kJinja) return {};
  Result<std::vector<Reference>> references =
      jinja::FindReferences(document.source(), JinjaSyntax(), limits);
  return references ? *std::move(references) : std::vector<Reference>();
}

// Names that lead nowhere and are explained in full; nobody reads more.
constexpr size_t kMostExplained = 100;

LinkedTemplate ReadTemplate(const Catalog& catalog, const Entry& entry, const Limits& limits,
                            size_t* explained) {
  LinkedTemplate read;
  read.entry = &entry;
  Result<Document> document = LoadDocument(catalog, entry, limits);
  if (!document) {
    read.problem = std::move(document).error();
    return read;
  }
  for (const Reference& reference : ReferencesOf(*document, limits, &read)) {
    const Explanation explanation =
        *explained < kMostExplained ? Explanation::kFull : Explanation::kBrief;
    read.links.push_back(Resolve(catalog, entry, document->source(), reference, explanation));
    *explained += read.links.back().problem.has_value();
  }
  read.text = std::move(document->text);
  return read;
}

}  // namespace

std::string_view ReferenceName(ReferenceKind kind) noexcept {
  switch (kind) {
    case ReferenceKind::kExtends:
      return "extends";
    case ReferenceKind::kInclude:
      return "include";
    case ReferenceKind::kImport:
      return "import";
  }
  return "";
}

Result<jinja::Inspection> InspectDocument(const Document& document, const Limits& limits) {
  switch (document.entry->type) {
    case TemplateType::kJinja:
      return jinja::Inspect(document.source(), JinjaSyntax(), limits);
    case TemplateType::kHandlebars:
      return InspectHandlebars(document.source(), limits);
    default:
      return jinja::Inspection();
  }
}

std::vector<LinkedTemplate> ReadLinks(const Catalog& catalog, std::vector<const Entry*> entries,
                                      bool follow, const Limits& limits) {
  std::unordered_set<const Entry*> known(entries.begin(), entries.end());
  std::vector<LinkedTemplate> read;
  size_t explained = 0;
  for (size_t at = 0; at < entries.size(); ++at) {
    read.push_back(ReadTemplate(catalog, *entries[at], limits, &explained));
    if (!follow) continue;
    for (const Link& link : read.back().links) {
      if (link.target && known.insert(link.target).second) entries.push_back(link.target);
    }
  }
  return read;
}

}  // namespace galley
