#include "discover/catalog.h"

#include <utility>

#include "base/try.h"
#include "diag/registry.h"
#include "discover/name.h"
#include "discover/name_problems.h"
#include "discover/walk.h"

namespace galley {
namespace {

std::string Join(const std::string& directory, std::string_view path) {
  if (directory.empty() || directory == ".") return std::string(path);
  return directory + (directory.ends_with('/') ? "" : "/") + std::string(path);
}

}  // namespace

Result<Catalog> Catalog::Discover(std::vector<Root> roots, Extensions extensions,
                                  const Limits& limits, std::vector<Diagnostic>* notices) {
  Catalog catalog(std::move(roots), std::move(extensions), limits);
  Walk walk(&catalog, limits, notices);
  for (uint32_t at = 0; at < catalog.roots_.size(); ++at) {
    if (catalog.roots_[at].state == RootState::kSearched) TRY(walk.Run(at));
  }
  walk.Finish();
  catalog.names_.Build(catalog.entries_, catalog.extensions_);
  return catalog;
}

void Catalog::Attach(std::shared_ptr<StoredEntries> stored) {
  stored_root_.files = stored->files();
  stored_ = std::move(stored);
}

Result<const Entry*> Catalog::Find(std::string_view name, Explanation explanation) const {
  if (stored_) {
    const Entry* entry = TRY(stored_->Find(name));
    if (entry) return entry;
  }
  const std::string fault = FindNameFault(name, limits_);
  if (!fault.empty()) return InvalidName(name, fault);
  const NameIndex::Match match = names_.Find(name, entries_);
  const bool in_full = explanation == Explanation::kFull;
  if (match.entry == kNoPosition) return in_full ? UnknownName(name, *this) : UnknownName(name);
  if (!match.is_ambiguous) return &entries_[match.entry];
  const Tier tier = entries_[match.entry].tier;
  return in_full ? AmbiguousName(name, tier, *this) : AmbiguousName(name, tier);
}

bool Catalog::IsMissing(std::string_view name) const {
  if (stored_) {
    const Result<const Entry*> entry = stored_->Find(name);
    if (!entry) return entry.error().code() == Describe(Code::kTemplateNotFound).code;
    if (*entry) return false;
  }
  return FindNameFault(name, limits_).empty() && names_.Find(name, entries_).entry == kNoPosition;
}

std::vector<const Entry*> Catalog::FindAll(std::string_view name) const {
  std::vector<const Entry*> found;
  if (stored_) {
    const Result<const Entry*> entry = stored_->Find(name);
    if (entry && *entry) found.push_back(*entry);
  }
  if (!FindNameFault(name, limits_).empty()) return found;
  const bool is_full = name.find('/') != std::string_view::npos;
  const bool has_extension = extensions_.Match(name) > 0;
  for (const Entry& entry : entries_) {
    const std::string_view full = has_extension ? entry.relative_path : entry.logical_name();
    if ((is_full ? full : full.substr(entry.base_begin)) == name) found.push_back(&entry);
  }
  return found;
}

std::string_view Catalog::ReachableAs(const Entry& entry) const {
  if (entry.tier == Tier::kStore) return entry.logical_name();
  for (const std::string_view name : {entry.logical_name(), entry.relative_path}) {
    if (!FindNameFault(name, limits_).empty()) continue;
    const NameIndex::Match match = names_.Find(name, entries_);
    if (match.entry == kNoPosition || match.is_ambiguous) continue;
    if (&entries_[match.entry] == &entry) return name;
  }
  return {};
}

std::string Catalog::AbsolutePath(const Entry& entry) const {
  return Join(RootOf(entry).path, entry.relative_path);
}

std::string Catalog::ShownPath(const Entry& entry) const {
  return Join(RootOf(entry).name, entry.relative_path);
}

}  // namespace galley
