// Looks names up in the index first, then among given files and in the store.  Nothing is opened
// here.
#include "discover/catalog.h"

#include <utility>

#include "base/try.h"
#include "diag/registry.h"
#include "discover/name.h"
#include "discover/name_problems.h"
#include "discover/walk.h"
#include "files/memory_files.h"

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

void Catalog::Give(GivenFile file) {
  if (!given_) given_ = std::make_unique<GivenFiles>();
  const size_t slash = file.path.rfind('/');
  const std::string name = slash == std::string::npos ? "" : file.path.substr(0, slash + 1);
  const auto add = [&](std::shared_ptr<const Files> files) {
    const auto number = static_cast<uint32_t>(roots_.size());
    roots_.push_back(
        {Tier::kFile, 0, name, file.directory, RootState::kSearched, std::move(files), {}});
    return number;
  };
  auto own = std::make_shared<MemoryFiles>();
  // A name that no file can have is found missing when the file is read.
  static_cast<void>(own->Add(std::string_view(file.path).substr(name.size()), file.text));
  const uint32_t root = add(std::move(own));
  const uint32_t beside = file.beside ? add(file.beside) : root;
  given_->Add(std::move(file), extensions_, root, beside);
}

const Entry* Catalog::FindBehind(std::string_view name, bool is_name) const {
  if (!given_) return nullptr;
  if (const Entry* given = given_->Find(name, true)) return given;
  return is_name ? given_->FindBeside(name, extensions_) : nullptr;
}

Result<const Entry*> Catalog::Find(std::string_view name, Explanation explanation) const {
  if (const Entry* given = FindGiven(name)) return given;
  if (stored_) {
    const Entry* entry = TRY(stored_->Find(name));
    if (entry) return entry;
  }
  const std::string fault = FindNameFault(name, limits_);
  const NameIndex::Match match =
      fault.empty() ? names_.Find(name, entries_) : NameIndex::Match{kNoPosition, false};
  if (match.entry == kNoPosition) {
    if (const Entry* behind = FindBehind(name, fault.empty())) return behind;
  }
  if (!fault.empty()) return InvalidName(name, fault);
  const bool in_full = explanation == Explanation::kFull;
  if (match.entry == kNoPosition) return in_full ? UnknownName(name, *this) : UnknownName(name);
  if (!match.is_ambiguous) return &entries_[match.entry];
  const Tier tier = entries_[match.entry].tier;
  return in_full ? AmbiguousName(name, tier, *this) : AmbiguousName(name, tier);
}

bool Catalog::IsMissing(std::string_view name) const {
  if (FindGiven(name)) return false;
  if (stored_) {
    const Result<const Entry*> entry = stored_->Find(name);
    if (!entry) return entry.error().code() == Describe(Code::kTemplateNotFound).code;
    if (*entry) return false;
  }
  if (!FindNameFault(name, limits_).empty()) return false;
  return names_.Find(name, entries_).entry == kNoPosition && !FindBehind(name, true);
}

std::vector<const Entry*> Catalog::FindAll(std::string_view name) const {
  std::vector<const Entry*> found;
  if (const Entry* given = FindGiven(name)) found.push_back(given);
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
  if (const Entry* behind = found.empty() ? FindBehind(name, true) : nullptr) {
    found.push_back(behind);
  }
  return found;
}

std::string_view Catalog::ReachableAs(const Entry& entry) const {
  if (entry.tier == Tier::kStore || entry.tier == Tier::kFile) return entry.logical_name();
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
