// Nodes of two versions of a chat template, by their places.
#ifndef GALLEY_DIFF_DOCUMENT_H_
#define GALLEY_DIFF_DOCUMENT_H_

#include <string_view>

#include "value/value.h"

namespace galley::diff {

// Whether the node at `place`, or one around it, is in one document only, or has other fields
// of its own; nodes inside of it do not count.
bool DiffersAround(const Value& a, const Value& b, std::string_view place);

// Whether two lists hold equal items, each as often, in another order.
bool HoldSameItems(const Value& a, const Value& b);

}  // namespace galley::diff

#endif  // GALLEY_DIFF_DOCUMENT_H_
