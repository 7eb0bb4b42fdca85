// The fields of a placeholder: which there are, of which type each is, and what they
// ask of a value.
#ifndef GALLEY_RESOLVE_PLACEHOLDER_FIELDS_H_
#define GALLEY_RESOLVE_PLACEHOLDER_FIELDS_H_

#include <string_view>

#include "format/tree.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "resolve/findings.h"
#include "resolve/flat.h"
#include "resolve/section_template.h"

namespace galley {

// Whether the field of that name limits the values of its placeholder, as it does in
// JSON Schema.
bool IsConstraint(std::string_view key) noexcept;

// Checks the fields of the placeholder `id`, a map, but for those that say what it is:
// `type`, `items`, `required`, `remove` and `default`.  Fails with invalid-placeholder;
// a field that has no meaning is the finding unknown-key.
Result<void> CheckPlaceholderFields(const SectionTemplate& file, NodeId id, Findings* findings);

// Keeps what the fields of each placeholder of `flat` ask of values.  Fails with
// invalid-pattern or limit-regex.
Result<void> ReadConstraints(const Limits& limits, FlatTemplate* flat);

}  // namespace galley

#endif  // GALLEY_RESOLVE_PLACEHOLDER_FIELDS_H_
