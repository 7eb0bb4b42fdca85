// Explanations are built only when they are shown: they take as long as the catalog is large.
#include "discover/name_problems.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "diag/report.h"

namespace galley {
namespace {

// A list longer than this is read by nobody.
constexpr size_t kMostNotes = 100;
constexpr size_t kMostInHint = 3;

std::string_view StateText(RootState state) {
  switch (state) {
    case RootState::kSearched:
      return "";
    case RootState::kMissing:
      return " (missing)";
    case RootState::kNotDirectory:
      return " (not a directory)";
    case RootState::kRepeated:
      return " (given twice)";
  }
  return "";
}

std::vector<const Entry*> CandidatesIn(Tier tier, std::string_view name, const Catalog& catalog) {
  std::vector<const Entry*> candidates = catalog.FindAll(name);
  std::erase_if(candidates, [&](const Entry* entry) { return entry->tier != tier; });
  return candidates;
}

void AddToList(std::string_view item, std::string_view separator, std::string* list) {
  if (!list->empty()) list->append(separator);
  list->append(item);
}

// Which names tell the candidates apart, and which of them have none.
std::string HintAt(const std::vector<const Entry*>& candidates, const Catalog& catalog) {
  std::string names;
  std::string nameless;
  size_t named = 0;
  for (const Entry* entry : candidates) {
    const std::string_view name = catalog.ReachableAs(*entry);
    if (!name.empty()) {
      if (++named <= kMostInHint) AddToList(Quoted(name), " or ", &names);
    } else if (nameless.empty()) {
      nameless = Quoted(entry->relative_path);
    }
  }
  std::string hint = names.empty() ? "" : "write " + names;
  if (!nameless.empty()) {
    AddToList("no name leads to " + nameless + " alone: rename or move it", "; ", &hint);
  }
  return hint;
}

// Every name that could have been meant.
std::vector<std::string_view> AllNames(const Catalog& catalog) {
  std::vector<std::string_view> names;
  for (const Entry& entry : catalog.entries()) {
    const std::string_view name = catalog.ReachableAs(entry);
    if (name.empty()) continue;
    names.push_back(name);
    const bool has_short_name = entry.is_nested() && name == entry.logical_name() &&
                                catalog.Find(entry.base_name(), Explanation::kBrief);
    if (has_short_name) names.push_back(entry.base_name());
  }
  return names;
}

// A name that was written with too much: a directory, an extension, or both.
std::string SuggestPart(std::string_view name, const Catalog& catalog) {
  const std::string_view base = name.substr(name.rfind('/') + 1);
  for (const std::string_view whole : {base, name}) {
    for (size_t end = whole.size(); end != whole.npos && end > 0; end = whole.rfind('.', end - 1)) {
      const std::string_view part = whole.substr(0, end);
      if (part != name && catalog.Find(part, Explanation::kBrief)) {
        return "did you mean " + Quoted(part) + "?";
      }
    }
  }
  return "";
}

// Whether nobody has made a place for templates yet, nor given one by its path.
bool HasNoneOfItsOwn(const Catalog& catalog) {
  const auto is_missing = [](const Root& root) {
    return root.tier == Tier::kBuiltin || root.state == RootState::kMissing;
  };
  const auto is_builtin = [](const Entry& entry) { return entry.tier == Tier::kBuiltin; };
  const auto& roots = catalog.roots();
  const auto entries = catalog.entries();
  return !roots.empty() && std::all_of(roots.begin(), roots.end(), is_missing) &&
         std::all_of(entries.begin(), entries.end(), is_builtin);
}

// Whether `name` may have meant a file, or something in a directory, that was left out.
bool MayMean(std::string_view name, std::string_view skipped) {
  const auto is_it = [&](std::string_view path) {
    return path.starts_with(name) && (path.size() == name.size() || path[name.size()] == '.');
  };
  if (skipped.empty()) return false;  // the notice of how many more there are
  const bool is_inside = name.starts_with(skipped) && name.substr(skipped.size()).starts_with('/');
  return is_inside || is_it(skipped) || is_it(skipped.substr(skipped.rfind('/') + 1));
}

}  // namespace

Diagnostic InvalidName(std::string_view name, std::string_view fault) {
  return Report(Code::kInvalidTemplateName,
                Quoted(name) + " is no name of a template: a name " + std::string(fault));
}

Diagnostic UnknownName(std::string_view name) {
  return Report(Code::kTemplateNotFound, "no template is called " + Quoted(name));
}

Diagnostic UnknownName(std::string_view name, const Catalog& catalog) {
  Diagnostic problem = UnknownName(name);
  problem.hint = SuggestPart(name, catalog);
  if (problem.hint.empty()) problem.hint = SuggestNearest(name, AllNames(catalog));
  if (problem.hint.empty() && HasNoneOfItsOwn(catalog)) {
    problem.hint = "there are no templates here yet; `galley init` writes some to start from";
  }
  for (const Root& root : catalog.roots()) {
    std::string note = "searched in the " + std::string(TierName(root.tier)) +
                       " tier: " + Quoted(root.name) + std::string(StateText(root.state));
    // A file that was given by its path has a root of its own beside that of its directory.
    if (root.tier == Tier::kFile && !problem.notes.empty() && problem.notes.back() == note)
      continue;
    problem.notes.push_back(std::move(note));
  }
  if (catalog.roots().empty()) problem.notes.emplace_back("no roots are configured");
  for (const SkippedFile& skipped : catalog.skipped()) {
    if (MayMean(name, skipped.path)) problem.notes.push_back(skipped.notice.message);
  }
  return problem;
}

Diagnostic AmbiguousName(std::string_view name, Tier tier) {
  return Report(Code::kTemplateAmbiguous, Quoted(name) + " names several templates in the " +
                                              std::string(TierName(tier)) + " tier");
}

Diagnostic AmbiguousName(std::string_view name, Tier tier, const Catalog& catalog) {
  const std::vector<const Entry*> candidates = CandidatesIn(tier, name, catalog);
  Diagnostic problem = Report(Code::kTemplateAmbiguous,
                              Quoted(name) + " names " + std::to_string(candidates.size()) +
                                  " templates in the " + std::string(TierName(tier)) + " tier",
                              HintAt(candidates, catalog));
  for (const Entry* entry : candidates) {
    if (problem.notes.size() == kMostNotes) {
      problem.notes.push_back("and " + std::to_string(candidates.size() - kMostNotes) +
                              " more; `galley which " + std::string(name) + " --all` lists them");
      break;
    }
    problem.notes.push_back(Quoted(entry->relative_path) + " in root " +
                            Quoted(catalog.RootOf(*entry).name));
  }
  return problem;
}

std::string WhyUnreachable(const Entry& entry, const Catalog& catalog) {
  const Result<const Entry*> found = catalog.Find(entry.relative_path, Explanation::kBrief);
  if (!found) return found.error().diagnostics().front().message;
  return Quoted(entry.relative_path) + " means " + Quoted(catalog.ShownPath(**found)) + " of the " +
         std::string(TierName((*found)->tier)) + " tier";
}

}  // namespace galley
