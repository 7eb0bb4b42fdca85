// Fields of a section template that are none of its business: how it is run, who
// answers for it, what becomes of its output.
#ifndef GALLEY_RESOLVE_FOREIGN_FIELDS_H_
#define GALLEY_RESOLVE_FOREIGN_FIELDS_H_

#include "format/tree.h"
#include "galley/result.h"
#include "resolve/findings.h"
#include "resolve/section_template.h"

namespace galley {

// Fails with forbidden-field or defaults-not-allowed where the key of `id` belongs to
// another layer.
Result<void> RefuseForeignField(const SectionTemplate& file, NodeId id);

// The same for every key below `id`, at any depth; those that are merely odd there are
// the finding governance-field.
Result<void> RefuseForeignFieldsBelow(const SectionTemplate& file, NodeId id, Findings* findings);

}  // namespace galley

#endif  // GALLEY_RESOLVE_FOREIGN_FIELDS_H_
