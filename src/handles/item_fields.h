// What the strings and conditions inside the loops of a chat template read of the items.
#ifndef GALLEY_HANDLES_ITEM_FIELDS_H_
#define GALLEY_HANDLES_ITEM_FIELDS_H_

#include <span>

#include "compile/artifact.h"
#include "compile/task_kind.h"
#include "handles/field_tree.h"
#include "workspace/chat_inspect.h"

namespace galley::handles {

// `kind` is null where sources are code, of which nobody knows what they read; `reads` is what
// each string reads.
void AddItemFields(const chat::Artifact& artifact, const chat::TaskKind* kind,
                   std::span<const workspace::LeafReads> reads, FieldTree* fields);

}  // namespace galley::handles

#endif  // GALLEY_HANDLES_ITEM_FIELDS_H_
