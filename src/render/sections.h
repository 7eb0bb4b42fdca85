// Section templates to text: values checked against the placeholders, then every
// section with its placeholders filled in.
#ifndef GALLEY_RENDER_SECTIONS_H_
#define GALLEY_RENDER_SECTIONS_H_

#include "base/writer.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "resolve/flat.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley {

// Checks `values`, a map.  All that is wrong is reported at once, as input-invalid
// with the path of each value; null counts as not given.  All patterns together take at
// most limits.steps; what goes beyond does not match.
Result<void> CheckSectionValues(const FlatTemplate& flat, const Value& values, const Limits& limits,
                                Heap* heap);

// Writes the sections as the rules of the template say, with values that were
// checked.  Texts of values are not looked at again.  The caller checks whether the
// writer overflowed and whether `heap` ran out.
void RenderSections(const FlatTemplate& flat, const Value& values, Heap* heap, Writer* out);

}  // namespace galley

#endif  // GALLEY_RENDER_SECTIONS_H_
