#include "load/template_loader.h"

#include <memory>
#include <optional>
#include <utility>

#include "base/try.h"
#include "diag/report.h"
#include "files/disk_files.h"
#include "files/relative_path.h"

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

bool IsYamlName(std::string_view reference) noexcept {
  return reference.ends_with(".yaml") || reference.ends_with(".yml");
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
    roots_.push_back({root.files.get(), root.directory, root.path, root.name});
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
  for (uint32_t at = 1; at + 1 < roots_.size(); ++at) {
    const SearchedRoot& root = roots_[at];
    const bool holds = root.files && IsBelow(full, root.path);
    const SearchedRoot& other = roots_[best];
    if (holds && (!other.files || root.path.size() > other.path.size())) best = at;
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
  const bool is_name = !is_dotted && !IsYamlName(reference);
  if (is_name || reference.starts_with(kStoredPath)) return LocateName(reference, type);
  if (from && from->root + 1 == roots_.size()) return LocateStored(reference, *from, type);
  Result<TemplatePlace> place = LocatePath(reference, from);
  const bool is_missing = !place && Is(place.error(), Code::kTemplateNotFound);
  if (is_dotted || !is_missing) return place;
  // What is no path may be a name with its extension; a text that cannot be a name
  // was meant as a path.
  Result<TemplatePlace> named = LocateName(reference, type);
  return !named && Is(named.error(), Code::kInvalidTemplateName) ? place : named;
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
