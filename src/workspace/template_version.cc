// One variable of the thread; who sets it puts the old one back.  A file is read once more for its
// version, so only what is traced pays.
#include "workspace/template_version.h"

#include <utility>

#include "base/sha256.h"
#include "base/try.h"
#include "workspace/chat_template.h"
#include "workspace/workspace.h"

namespace galley::workspace {
namespace {

// Where the version goes; null: nobody listens, or it is known already.  Of the thread, so that
// nobody between the door and the template has to hand it on.
thread_local std::string* wanted = nullptr;

void Tell(std::string version) { *std::exchange(wanted, nullptr) = std::move(version); }

// Whoever renders it says why it cannot be read.
void NotePlace(const TemplateLoader& loader, const TemplatePlace& place) {
  const Result<std::string> text = loader.Read(place);
  if (text) Tell(VersionOf(place.name, *text));
}

Result<TemplatePlace> Find(Workspace* workspace, std::string_view name,
                           const TemplateLoader& loader) {
  const Catalog& catalog = *TRY(workspace->catalog());
  if (IsFilePath(catalog, name)) return loader.Locate(name, nullptr, TemplateType::kChat);
  return loader.PlaceOf(*TRY(catalog.Find(name, Explanation::kBrief)));
}

Result<std::string> Read(Workspace* workspace, std::string_view name) {
  const TemplateLoader loader = TRY(workspace->loader());
  const TemplatePlace place = TRY(Find(workspace, name, loader));
  return VersionOf(place.name, TRY(loader.Read(place)));
}

}  // namespace

std::string VersionOf(std::string_view path, std::string_view text) {
  const size_t at = path.starts_with("store:") ? path.rfind('@') : path.npos;
  if (at == path.npos) return Sha256Of(text);
  return std::string(path.substr(at + 1, path.find('.', at) - at - 1));
}

std::string VersionOf(Workspace* workspace, std::string_view name) {
  const Result<std::string> version = Read(workspace, name);
  return version ? *version : std::string();
}

VersionListener::VersionListener() noexcept : outer_(std::exchange(wanted, &version_)) {}
VersionListener::~VersionListener() { wanted = outer_; }

void NoteVersion(std::string_view path, std::string_view text) {
  if (wanted) Tell(VersionOf(path, text));
}

void NoteVersion(const Catalog& catalog, const Entry& entry, const Limits& limits) {
  if (!wanted) return;
  const TemplateLoader loader(catalog, limits);
  NotePlace(loader, loader.PlaceOf(entry));
}

void NoteVersion(const TemplateLoader& loader, std::string_view reference) {
  if (!wanted) return;
  const Result<TemplatePlace> place = loader.Locate(reference, nullptr, TemplateType::kSections);
  if (place) NotePlace(loader, *place);
}

}  // namespace galley::workspace
