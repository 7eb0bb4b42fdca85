// The input schema of a section template, as JSON Schema draft 7.
#ifndef GALLEY_EMIT_SECTION_SCHEMA_H_
#define GALLEY_EMIT_SECTION_SCHEMA_H_

#include "resolve/flat.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley {

// The one schema that follows from the placeholders: keys in a fixed order,
// properties in that of the template.
Value DeriveSchema(const FlatTemplate& flat, Heap* heap);

}  // namespace galley

#endif  // GALLEY_EMIT_SECTION_SCHEMA_H_
