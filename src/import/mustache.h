// The simple languages that other tools write prompts in, as leaves of ours.
#ifndef GALLEY_IMPORT_MUSTACHE_H_
#define GALLEY_IMPORT_MUSTACHE_H_

#include <string>

#include "import/job.h"
#include "import/leaf_writer.h"

namespace galley::importing {

// Mustache, in the string `node` of the text, as Handlebars.  What Handlebars does
// otherwise is lost with a warning.  Fails with import-invalid.
Result<std::string> MustacheToHandlebars(Job* job, const Node& node);

// Python's format strings: `{name}`, with `{{` and `}}` for braces, as Jinja.  Format
// specifications and
// conversions are lost with a warning.  Fails with import-invalid.  A name among the fields of
// the map `constants` (kNoNode: none) is replaced by its text.
Result<std::string> FormatStringToJinja(Job* job, const Tree& tree, const Node& node,
                                        NodeId constants);

}  // namespace galley::importing

#endif  // GALLEY_IMPORT_MUSTACHE_H_
