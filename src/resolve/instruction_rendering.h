// Instructions as a model or a person reads them: the fields of a file above its text.
#ifndef GALLEY_RESOLVE_INSTRUCTION_RENDERING_H_
#define GALLEY_RESOLVE_INSTRUCTION_RENDERING_H_

#include "resolve/instruction_set.h"
#include "value/heap.h"

namespace galley {

// Sets what each input of `kind`, and the kind as a whole, reads like: the fields of an
// input as lines of YAML in the order of the file, but for those that only say what the
// file is or steer the protocol; an empty line; then its text, the last line ended.  Without
// fields the text alone.  Work is paid to `meter`, for the caller to check.
void RenderKind(KindInstructions* kind, Meter* meter);

}  // namespace galley

#endif  // GALLEY_RESOLVE_INSTRUCTION_RENDERING_H_
