// Each name is resolved as a render resolves it, and explained once if it leads nowhere.
#include "check/links.h"

#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/seeded_hash.h"
#include "base/try.h"
#include "compile/catalog_set.h"
#include "diag/report.h"
#include "engine/handlebars/inspect.h"
#include "load/template_loader.h"
#include "workspace/handlebars_options.h"
#include "workspace/jinja_options.h"

namespace galley::check {
namespace {

// Finds what names mean.  One that leads nowhere is explained once: that takes as long
// as the catalog is large, and templates tend to name the same thing.
class LinkResolver {
 public:
  LinkResolver(const Catalog& catalog, Explanation explanation, const Limits& limits)
      : catalog_(catalog), loader_(catalog, limits), explanation_(explanation) {}

  Link Resolve(const Entry& from, const Source& source, const Reference& reference) {
    Link link{reference, nullptr, {}};
    Result<const Entry*> found =
        from.type == TemplateType::kSections ? FindParent(from, reference) : Find(reference.name);
    if (found) {
      link.target = *found;
      if (link.target->type == from.type) return link;
      link.problem = WrongTypeFor(from.type, reference.name, *link.target);
    } else {
      link.problem = std::move(found).error();
    }
    Diagnostic& reason = link.problem->diagnostics().front();
    reason = ShowAt(std::move(reason), source, reference.span);
    return link;
  }

 private:
  // Names that are explained in full; nobody reads more.
  static constexpr size_t kMostExplained = 100;

  Result<const Entry*> Find(const std::string& name) {
    Result<const Entry*> found = catalog_.Find(name, Explanation::kBrief);
    if (found || explanation_ == Explanation::kBrief) return found;
    const auto known = unknown_.find(name);
    if (known != unknown_.end()) return known->second;
    if (unknown_.size() >= kMostExplained) return found;
    found = catalog_.Find(name);
    unknown_.emplace(name, found.error());
    return found;
  }

  // A section template may name its parent by a path as well.
  Result<const Entry*> FindParent(const Entry& from, const Reference& reference) {
    const TemplatePlace child = loader_.PlaceOf(from);
    const TemplatePlace place =
        TRY(loader_.Locate(reference.name, &child, TemplateType::kSections));
    if (places_.empty()) {
      for (const Entry& entry : catalog_.entries()) {
        if (entry.type == TemplateType::kSections) {
          places_.emplace(loader_.PlaceOf(entry).identity, &entry);
        }
      }
    }
    const auto parent = places_.find(place.identity);
    if (parent != places_.end()) return parent->second;
    return Report(Code::kTemplateNotFound, Quoted(reference.name) + " is not in the catalog");
  }

  const Catalog& catalog_;
  TemplateLoader loader_;
  Explanation explanation_;
  std::unordered_map<std::string, Error, SeededHash> unknown_;
  std::unordered_map<std::string, const Entry*, SeededHash>
      places_;  // section templates, once needed
};

jinja::SyntaxOptions JinjaSyntax() { return workspace::JinjaOptions::OfWorkspace().syntax; }

// In the words of Jinja: partials are includes, and inline partials are blocks.
Result<jinja::Inspection> InspectHandlebars(const Source& source, const Limits& limits) {
  handlebars::Inspection found =
      TRY(handlebars::Inspect(source, workspace::HandlebarsOptions::OfWorkspace().compile, limits));
  jinja::Inspection told;
  told.variables = std::move(found.variables);
  told.includes = std::move(found.partials);
  told.blocks = std::move(found.inlines);
  told.is_dynamic = found.is_dynamic;
  told.references = std::move(found.references);
  return told;
}

// The same of a section template: placeholders are its variables, sections its blocks.
jinja::Inspection InspectSections(const Tree& tree) {
  jinja::Inspection told;
  const auto keys_of = [&](std::string_view field) {
    std::vector<std::string> keys;
    const NodeId map = tree.Find(Tree::root(), field);
    if (map == kNoNode || !tree[map].is_map()) return keys;
    for (const NodeId id : tree.Children(map)) keys.emplace_back(tree[id].key);
    return keys;
  };
  told.variables = keys_of("placeholders");
  told.blocks = keys_of("sections");
  if (told.blocks.empty()) told.blocks = keys_of("template");
  const NodeId parent = tree.Find(Tree::root(), "extends");
  if (parent == kNoNode || !tree[parent].is_string()) return told;
  told.extends.emplace_back(tree[parent].value.as_string());
  told.references.push_back({ReferenceKind::kExtends, told.extends.front(), tree[parent].span});
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
  if (document.entry->type == TemplateType::kHandlebars) {
    handlebars::Inspection names = handlebars::FindReferences(document.source(), limits);
    read->inlines = std::move(names.inlines);
    return std::move(names.references);
  }
  if (document.entry->type != TemplateType::kJinja) return {};
  Result<std::vector<Reference>> references =
      jinja::FindReferences(document.source(), JinjaSyntax(), limits);
  return references ? *std::move(references) : std::vector<Reference>();
}

LinkedTemplate ReadTemplate(const Catalog& catalog, const Entry& entry, const Limits& limits,
                            LinkResolver* resolver) {
  LinkedTemplate read;
  read.entry = &entry;
  Result<Document> document = LoadDocument(catalog, entry, limits);
  if (!document) {
    read.problem = std::move(document).error();
    return read;
  }
  for (const Reference& reference : ReferencesOf(*document, limits, &read)) {
    read.links.push_back(resolver->Resolve(entry, document->source(), reference));
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
    case TemplateType::kSections:
      return InspectSections(*document.tree);
    default:
      return jinja::Inspection();
  }
}

std::vector<LinkedTemplate> ReadLinks(const Catalog& catalog, std::vector<const Entry*> entries,
                                      bool follow, Explanation explanation, const Limits& limits) {
  std::unordered_set<const Entry*> known(entries.begin(), entries.end());
  std::vector<LinkedTemplate> read;
  LinkResolver resolver(catalog, explanation, limits);
  for (size_t at = 0; at < entries.size(); ++at) {
    read.push_back(ReadTemplate(catalog, *entries[at], limits, &resolver));
    if (!follow) continue;
    for (const Link& link : read.back().links) {
      if (link.target && known.insert(link.target).second) entries.push_back(link.target);
    }
  }
  return read;
}

}  // namespace galley::check
