// Entries of a catalog as results show them.
#ifndef GALLEY_WORKSPACE_ENTRY_RECORD_H_
#define GALLEY_WORKSPACE_ENTRY_RECORD_H_

#include "discover/catalog.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley::workspace {

// {logical_name, tier, relative_path, absolute_path, root_index, extension, type,
//  reachable_as}
Value NewEntryRecord(Heap* heap, const Catalog& catalog, const Entry& entry);

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_ENTRY_RECORD_H_
