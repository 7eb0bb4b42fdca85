// Where each part of a document is written, as a result tells it.
#ifndef GALLEY_API_POSITIONS_H_
#define GALLEY_API_POSITIONS_H_

#include "diag/source.h"
#include "format/tree.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley::api {

// A list with one record for each value of `tree`, in the order of the text:
// `path`, a JSON pointer (`/slots/0/role`); `range`, the place of the value; and
// `key`, the place of the key it stands under.
Value ListPositions(const Tree& tree, const Source& source, Heap* heap);

}  // namespace galley::api

#endif  // GALLEY_API_POSITIONS_H_
