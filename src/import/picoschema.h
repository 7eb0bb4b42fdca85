// Picoschema, the short form of JSON Schema in dotprompt files.
#ifndef GALLEY_IMPORT_PICOSCHEMA_H_
#define GALLEY_IMPORT_PICOSCHEMA_H_

#include "import/job.h"

namespace galley::importing {

// The JSON Schema that the schema at `id` means; one that is JSON Schema already is as it
// is.  Names of types that are defined elsewhere are lost with a warning.
Value PicoschemaToJsonSchema(Job* job, const Tree& tree, NodeId id);

}  // namespace galley::importing

#endif  // GALLEY_IMPORT_PICOSCHEMA_H_
