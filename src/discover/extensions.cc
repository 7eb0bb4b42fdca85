// The longest extension that a name ends with counts; matching is by bytes.
#include "discover/extensions.h"

#include <algorithm>
#include <array>
#include <utility>

#include "diag/display.h"
#include "diag/report.h"

namespace galley {
namespace {

struct KnownExtension {
  std::string_view extension;
  TemplateType type;
};

constexpr KnownExtension kKnown[] = {
    {".j2", TemplateType::kJinja},       {".j2.md", TemplateType::kJinja},
    {".hbs", TemplateType::kHandlebars}, {".sections.yaml", TemplateType::kSections},
    {".chat.yaml", TemplateType::kChat}, {".chat.json", TemplateType::kChat},
    {".task.yaml", TemplateType::kTask}, {".model.yaml", TemplateType::kModel},
};

constexpr std::string_view kTypeNames[] = {"jinja", "handlebars", "sections",
                                           "chat",  "task",       "model"};

// Every file name is compared with all of them.
constexpr size_t kMostExtensions = 64;

std::vector<std::string> KnownExtensions() {
  std::vector<std::string> extensions;
  for (const KnownExtension& known : kKnown) extensions.emplace_back(known.extension);
  return extensions;
}

bool IsExtension(std::string_view text) {
  return text.size() > 1 && text.front() == '.' && !HoldsHidden(text) &&
         std::none_of(text.begin(), text.end(),
                      [](char byte) { return byte == '/' || byte == '\\'; });
}

}  // namespace

std::string_view TypeName(TemplateType type) noexcept {
  return kTypeNames[static_cast<size_t>(type)];
}

std::optional<TemplateType> FindType(std::string_view name) noexcept {
  const auto* found = std::find(std::begin(kTypeNames), std::end(kTypeNames), name);
  if (found == std::end(kTypeNames)) return std::nullopt;
  return static_cast<TemplateType>(found - std::begin(kTypeNames));
}

Extensions::Extensions() : Extensions(KnownExtensions()) {}

Extensions::Extensions(std::vector<std::string> extensions) : extensions_(std::move(extensions)) {
  std::stable_sort(extensions_.begin(), extensions_.end(),
                   [](const std::string& a, const std::string& b) { return a.size() > b.size(); });
}

Result<Extensions> Extensions::Of(std::vector<std::string> extensions) {
  if (extensions.size() > kMostExtensions) {
    return Report(Code::kInvalidParams, "there are " + std::to_string(extensions.size()) +
                                            " extensions, more than the limit of " +
                                            std::to_string(kMostExtensions));
  }
  for (const std::string& extension : extensions) {
    if (IsExtension(extension)) continue;
    return Report(
        Code::kInvalidParams,
        Quoted(extension) + " is not an extension: it starts with a dot and holds no `/`");
  }
  return Extensions(std::move(extensions));
}

Result<Extensions> Extensions::WithSections(const std::vector<std::string>& sections) const {
  std::vector<std::string> all = extensions_;
  for (const std::string& each : sections) {
    if (std::find(all.begin(), all.end(), each) == all.end()) all.push_back(each);
  }
  Result<Extensions> made = Of(std::move(all));
  if (made) made->sections_ = sections;
  return made;
}

TemplateType Extensions::TypeOf(std::string_view extension) const noexcept {
  const bool is_added = std::find(sections_.begin(), sections_.end(), extension) != sections_.end();
  return is_added ? TemplateType::kSections : galley::TypeOf(extension);
}

size_t Extensions::Match(std::string_view name) const noexcept {
  for (const std::string& extension : extensions_) {
    if (name.ends_with(extension)) return extension.size();
  }
  return 0;
}

TemplateType TypeOf(std::string_view extension) noexcept {
  for (const KnownExtension& known : kKnown) {
    if (known.extension == extension) return known.type;
  }
  return TemplateType::kJinja;
}

}  // namespace galley
