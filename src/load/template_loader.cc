// Tries what a reference may be in a fixed order: a path, a name of the catalog, an id.  Ids are
// read from the documents when the first one is asked for.
#include "load/template_loader.h"

#include <memory>
#include <optional>
#include <utility>

#include "base/try.h"
#include "diag/report.h"
#include "files/disk_files.h"
#include "files/relative_path.h"
#include "load/section_document.h"

namespace galley {
namespace {

bool Is(const Error& error, Code code) noexcept { return error.code() == Describe(code).code; }

std::string Join(std::string_view directory, std::string_view path) {
  if (directory.empty() || directory == ".") return std::string(path);
  return std::string(directory) + (directory.ends_with('/') ? "" : "/") + std::string(path);
}

// How the paths of stored templates begin.
constexpr std::string_view kStoredPath = "store:";

bool IsDotted(std::string_view reference) noexcept {
  return reference.starts_with("./") || reference.starts_with("../");
}

bool IsDocumentName(std::string_view reference) noexcept {
  return reference.ends_with(".yaml") || reference.ends_with(".yml") ||
         reference.ends_with(".json");
}

Diagnostic NotFound(std::string_view reference) {
  return Report(Code::kTemplateNotFound, Quoted(reference) + " does not exist");
}

Diagnostic LeadsOut(std::string_view reference) {
  return Report(Code::kUnsafePath, Quoted(reference) + " leads out of its root",
                "a template extends others of its own root by path, and all others by name");
}

// On disk links lead to a file by many paths.
std::string IdentityOf(std::string path) {
  if (!path.starts_with('/')) return path;
  Result<std::string> real = ResolvePath(path);
  return real ? *std::move(real) : path;
}

}  // namespace

TemplateLoader::TemplateLoader(const Catalog& catalog, const Limits& limits)
    : catalog_(catalog), limits_(limits) {
  roots_.push_back({nullptr, "", "", ""});
  for (const Root& root : catalog.roots()) {
    // One that is not searched keeps its number.
    roots_.push_back(
        {root.files.get(), root.directory, root.path, root.name, root.tier == Tier::kFile});
  }
  const std::shared_ptr<const Files> stored =
      catalog.stored() ? catalog.stored()->files() : nullptr;
  roots_.push_back({stored.get(), "", "", ""});
}

TemplateLoader::TemplateLoader(const Catalog& catalog, const Files& files, const std::string& top,
                               std::string start, const Limits& limits)
    : TemplateLoader(catalog, limits) {
  start_ = std::move(start);
  roots_[0] = {&files, "", top, ""};
}

std::string TemplateLoader::PathIn(const TemplatePlace& place) const {
  return Join(roots_[place.root].directory, place.path);
}

TemplatePlace TemplateLoader::PlaceOf(std::string_view full) const {
  uint32_t best = 0;
  const bool is_in_workspace = roots_[0].files && IsBelow(full, roots_[0].path);
  for (uint32_t at = 1; at + 1 < roots_.size(); ++at) {
    const SearchedRoot& root = roots_[at];
    const bool holds = root.files && IsBelow(full, root.path);
    if (!holds) continue;
    if (root.is_given) {
      // The one of a file's own directory follows that of the file.
      if (best == 0 ? !is_in_workspace : roots_[best].is_given) best = at;
      continue;
    }
    const SearchedRoot& other = roots_[best];
    if (!other.files || other.is_given || root.path.size() > other.path.size()) best = at;
  }
  const SearchedRoot& root = roots_[best];
  std::string path(PathBelow(full, root.path));
  std::string name = Join(root.name, path);
  return {best, std::move(path), IdentityOf(std::string(full)), std::move(name)};
}

Result<TemplatePlace> TemplateLoader::LocatePath(std::string_view reference,
                                                 const TemplatePlace* from) const {
  const SearchedRoot& root = roots_[from ? from->root : 0];
  if (reference.find('\0') != reference.npos) return NotFound(reference);
  std::optional<std::string> path;
  if (!reference.starts_with('/')) {
    path = JoinPath(from ? DirectoryOf(from->path) : start_, reference);
  } else if (root.path.starts_with('/') && IsBelow(reference, root.path)) {
    path = JoinPath("", PathBelow(reference, root.path));
  }
  if (!path) return LeadsOut(reference);

  TemplatePlace place = PlaceOf(Join(root.path, *path));
  const Result<FileKind> kind = roots_[place.root].files->Stat(PathIn(place));
  if (kind && *kind == FileKind::kFile) return place;
  if (!kind && Is(kind.error(), Code::kFileOutsideRoot)) return LeadsOut(reference);
  return NotFound(reference);
}

Result<TemplatePlace> TemplateLoader::LocateName(std::string_view name, TemplateType type) const {
  const Entry& entry = *TRY(catalog_.Find(name));
  if (entry.type != type) {
    return Report(Code::kInvalidTemplate, Quoted(catalog_.ShownPath(entry)) + " is of type " +
                                              std::string(TypeName(entry.type)) +
                                              "; here it must be of type " +
                                              std::string(TypeName(type)));
  }
  return PlaceOf(entry);
}

TemplatePlace TemplateLoader::PlaceOf(const Entry& entry) const {
  const bool is_stored = entry.tier == Tier::kStore;
  if (entry.tier == Tier::kFile && roots_[0].files) {
    // What lies in the workspace may name all that lies there.
    const std::string full = catalog_.AbsolutePath(entry);
    if (full.starts_with('/') && IsBelow(full, roots_[0].path)) {
      TemplatePlace place = PlaceOf(full);
      place.name = catalog_.ShownPath(entry);
      return place;
    }
  }
  const auto root = is_stored ? static_cast<uint32_t>(roots_.size() - 1) : entry.root + 1;
  return {root, std::string(entry.relative_path), IdentityOf(catalog_.AbsolutePath(entry)),
          catalog_.ShownPath(entry)};
}

Result<TemplatePlace> TemplateLoader::LocateStored(std::string_view reference,
                                                   const TemplatePlace& from,
                                                   TemplateType type) const {
  std::string_view path = from.path;
  if (path.starts_with(kStoredPath)) path.remove_prefix(kStoredPath.size());
  const std::optional<std::string> name = JoinPath(DirectoryOf(path), reference);
  if (!name) return LeadsOut(reference);
  return LocateName(std::string(kStoredPath) + *name, type);
}

Result<TemplatePlace> TemplateLoader::Locate(std::string_view reference, const TemplatePlace* from,
                                             TemplateType type) const {
  const bool is_dotted = IsDotted(reference);
  if (!from && catalog_.FindGiven(reference)) return LocateName(reference, type);
  if (reference.starts_with(kStoredPath)) return LocateName(reference, type);
  if (!is_dotted && !IsDocumentName(reference)) return LocateNamed(reference, type);
  if (from && from->root + 1 == roots_.size()) return LocateStored(reference, *from, type);
  Result<TemplatePlace> place = LocatePath(reference, from);
  const bool is_missing = !place && Is(place.error(), Code::kTemplateNotFound);
  if (is_dotted || !is_missing) return place;
  // What is no path may be a name with its extension; a text that cannot be a name
  // was meant as a path.
  Result<TemplatePlace> named = LocateNamed(reference, type);
  return !named && Is(named.error(), Code::kInvalidTemplateName) ? place : named;
}

Result<TemplatePlace> TemplateLoader::LocateNamed(std::string_view reference,
                                                  TemplateType type) const {
  Result<TemplatePlace> named = LocateName(reference, type);
  const bool is_unknown = !named && (Is(named.error(), Code::kTemplateNotFound) ||
                                     Is(named.error(), Code::kInvalidTemplateName));
  if (!is_unknown || type != TemplateType::kSections) return named;
  return LocateId(reference, std::move(named).error());
}

Result<TemplatePlace> TemplateLoader::LocateId(std::string_view id, Error failure) const {
  if (!ids_) ReadIds();
  const std::vector<TemplatePlace>* found = ids_->Find(id);
  if (!found) return failure;
  if (found->size() == 1) return found->front();
  Diagnostic problem =
      Report(Code::kTemplateAmbiguous, Quoted(id) + " is the id of several section templates",
             "name the one that is meant, or give it an id of its own");
  for (const TemplatePlace& each : *found) problem.notes.push_back(each.name);
  return problem;
}

// Of several templates of one name only those of the closest tier count, as for names.
void TemplateLoader::ReadIds() const {
  ids_.emplace();
  OrderedMap<Tier, std::string_view> tiers;
  for (const Entry& entry : catalog_.entries()) {
    if (entry.type != TemplateType::kSections) continue;
    if (*tiers.Insert(entry.logical_name(), entry.tier).first != entry.tier) continue;
    AddId(PlaceOf(entry));
  }
  // Whoever brings files along gives them by their paths, and their names say nothing.
  if (roots_[0].files && roots_[0].path.empty()) ReadIdsOfFiles();
}

void TemplateLoader::ReadIdsOfFiles() const {
  std::vector<std::string> directories = {""};
  for (size_t at = 0; at < directories.size(); ++at) {
    Listing listing(limits_.files);
    const std::string directory = directories[at];
    if (!roots_[0].files->List(directory, &listing)) continue;
    for (size_t each = 0; each < listing.size(); ++each) {
      std::string path = Join(directory, listing.name(each));
      const bool is_known = catalog_.extensions().Match(path) > 0;
      if (listing.kind(each) == FileKind::kDirectory) {
        directories.push_back(std::move(path));
      } else if (!is_known && IsDocumentName(path)) {
        AddId(PlaceOf(path));
      }
    }
  }
}

void TemplateLoader::AddId(TemplatePlace place) const {
  const Result<std::string> text = Read(place);
  std::string id = text ? ReadTemplateId(*text, limits_) : std::string();
  if (!id.empty()) ids_->Insert(std::move(id), {}).first->push_back(std::move(place));
}

Result<std::string> TemplateLoader::Read(const TemplatePlace& place) const {
  Result<std::string> text = roots_[place.root].files->Read(PathIn(place), limits_.file);
  if (text) return text;
  if (Is(text.error(), Code::kFileNotFound) || Is(text.error(), Code::kFileNotRegular)) {
    return NotFound(place.name);
  }
  if (Is(text.error(), Code::kFileOutsideRoot)) return LeadsOut(place.name);
  return text;
}

}  // namespace galley
