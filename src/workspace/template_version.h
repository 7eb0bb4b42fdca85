// Which version of a template was rendered, as a trace tells it: of a stored one its number, of a
// file the digest of its text, by which a store knows that text as well.
#ifndef GALLEY_WORKSPACE_TEMPLATE_VERSION_H_
#define GALLEY_WORKSPACE_TEMPLATE_VERSION_H_

#include <string>
#include <string_view>

#include "load/template_loader.h"

namespace galley::workspace {

class Workspace;  // workspace/workspace.h

// That of a text; `path` is what messages call it, `store:NAME@3.j2` among others.
std::string VersionOf(std::string_view path, std::string_view text);
// That of what `name` means, a name or the path of a file; empty where it cannot be read.
std::string VersionOf(Workspace* workspace, std::string_view name);

// While it lives, hears which version this thread renders; the innermost one does.
class VersionListener {
 public:
  VersionListener() noexcept;
  ~VersionListener();
  VersionListener(const VersionListener&) = delete;
  VersionListener& operator=(const VersionListener&) = delete;

  // The first that was noted, which is what a call is about; empty: none was.
  const std::string& version() const noexcept { return version_; }

 private:
  std::string version_;
  std::string* outer_;
};

// Tells whoever listens of a template that is rendered now; costs nothing where nobody does.
void NoteVersion(std::string_view path, std::string_view text);
void NoteVersion(const Catalog& catalog, const Entry& entry, const Limits& limits);
// A section template, by a reference that no file holds.
void NoteVersion(const TemplateLoader& loader, std::string_view reference);

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_TEMPLATE_VERSION_H_
