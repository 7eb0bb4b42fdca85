// Resolves each section template; a parent that is wrong is told once, not for each of its
// children.
#include "check/sections_check.h"

#include <string>

#include "base/ordered_map.h"
#include "load/template_loader.h"
#include "resolve/inherit.h"

namespace galley::check {

void CheckSections(const Catalog& catalog, const std::vector<LinkedTemplate>& read,
                   const Limits& limits, std::vector<Diagnostic>* findings, ProgressCount* done) {
  const TemplateLoader loader(catalog, limits);
  OrderedMap<bool> told;  // an ancestor of many is odd once
  for (const LinkedTemplate& each : read) {
    if (each.problem || each.entry->type != TemplateType::kSections) continue;
    std::vector<Diagnostic> found;
    Meter meter(limits);
    const Result<FlatTemplate> flat =
        ResolveSectionsAt(loader, loader.PlaceOf(*each.entry), false, limits, &meter, &found);
    if (!flat) found.insert(found.begin(), flat.error().diagnostics().front());
    for (Diagnostic& one : found) {
      if (told.Insert(FormatJson(one), true).second) findings->push_back(std::move(one));
    }
    done->Tell(each.entry->logical_name());
  }
}

}  // namespace galley::check
