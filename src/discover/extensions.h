// Extensions: what makes a file a template, and of which type.
#ifndef GALLEY_DISCOVER_EXTENSIONS_H_
#define GALLEY_DISCOVER_EXTENSIONS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "galley/result.h"

namespace galley {

enum class TemplateType : uint8_t { kJinja, kHandlebars, kSections, kChat, kTask, kModel };

std::string_view TypeName(TemplateType type) noexcept;
std::optional<TemplateType> FindType(std::string_view name) noexcept;

// Immutable; may be shared between threads.
class Extensions {
 public:
  // `.j2`, `.j2.md` and those of our own document types.
  Extensions();
  // Those of a caller, in any order.  Each starts with a dot and holds no `/`,
  // backslash or control character; fails with invalid-params.
  static Result<Extensions> Of(std::vector<std::string> extensions);

  // The same and these, which are those of section templates.  Fails as Of does.
  Result<Extensions> WithSections(const std::vector<std::string>& sections) const;

  // The type that one of them stands for.
  TemplateType TypeOf(std::string_view extension) const noexcept;

  // The length of the longest one that `name` ends with, or 0.
  size_t Match(std::string_view name) const noexcept;

  const std::vector<std::string>& all() const noexcept { return extensions_; }

 private:
  explicit Extensions(std::vector<std::string> extensions);

  std::vector<std::string> extensions_;  // the longest first
  std::vector<std::string> sections_;    // those that were added
};

// The type that an extension stands for; that of a caller's own is Jinja.
TemplateType TypeOf(std::string_view extension) noexcept;

}  // namespace galley

#endif  // GALLEY_DISCOVER_EXTENSIONS_H_
