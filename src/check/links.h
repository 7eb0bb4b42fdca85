// Links: which templates of a catalog name which others.
#ifndef GALLEY_CHECK_LINKS_H_
#define GALLEY_CHECK_LINKS_H_

#include <optional>
#include <string>
#include <vector>

#include "discover/catalog.h"
#include "engine/code/reference.h"
#include "engine/jinja/inspect.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "load/document.h"

namespace galley::check {

// A reference and what it leads to.
struct Link {
  Reference reference;
  const Entry* target = nullptr;  // null where it leads nowhere
  std::optional<Error> problem;   // why, or why it must not lead there; at its place
};

// One template that was read.
struct LinkedTemplate {
  const Entry* entry = nullptr;
  std::string text;
  std::optional<Error> problem;  // it cannot be read or compiled
  std::vector<Link> links;
  std::vector<std::string> inlines;  // partials that it defines for itself and what it uses
};

// What a document needs and offers, as far as its type tells.
Result<jinja::Inspection> InspectDocument(const Document& document, const Limits& limits);

// Reads `entries`, and with `follow` whatever they lead to, each once.  Names that lead
// nowhere are explained as `explanation` says, the same name once.
std::vector<LinkedTemplate> ReadLinks(const Catalog& catalog, std::vector<const Entry*> entries,
                                      bool follow, Explanation explanation, const Limits& limits);

// The name of a reference's kind: `extends`, `include`, `import`.
std::string_view ReferenceName(ReferenceKind kind) noexcept;

}  // namespace galley::check

#endif  // GALLEY_CHECK_LINKS_H_
